import { rows } from './binding-rows.js';

/** Keys that work whatever has the focus, unless an overlay takes them. */
export const globalBindings = [
	...rows('global', 'Session', [
		{ id: 'interrupt', keys: ['ctrl+c'], help: 'stop the turn; else clear the draft; twice: quit' },
		{
			id: 'dismiss',
			keys: ['escape'],
			help: 'close what is open; else stop the turn; twice: clear the draft',
			hint: 'stop',
		},
		{
			id: 'cycle-mode',
			keys: ['shift+tab'],
			help: 'next mode: default, accept edits, plan; on an edit that is asked about: accept it and the ones after it',
			hint: 'mode',
		},
		{ id: 'undo-turn', keys: ['alt+u'], help: 'undo the file changes of the last turn' },
		{ id: 'end-command', keys: ['alt+k'], help: 'stop your running command' },
		{ id: 'share-command', keys: ['alt+p'], help: 'send your command’s output along, or don’t' },
		{ id: 'attach-command', keys: ['alt+t'], help: 'type into your running command' },
		{ id: 'suspend', keys: ['ctrl+z'], help: 'suspend; fg resumes' },
	]),
	...rows('global', 'View', [
		{ id: 'toggle-transcript', keys: ['ctrl+o'], help: 'the transcript with every card open' },
		{ id: 'toggle-card', keys: ['alt+o'], help: 'open or fold the newest card' },
		{ id: 'toggle-plan', keys: ['ctrl+t'], help: 'show or hide the agent’s to-do list' },
		{ id: 'redraw', keys: ['ctrl+l'], help: 'redraw' },
		{ id: 'toggle-mouse', keys: ['ctrl+x'], help: 'mouse on or off' },
		{ id: 'scroll-page-up', keys: ['pageup'], help: 'a page up' },
		{ id: 'scroll-page-down', keys: ['pagedown'], help: 'a page down' },
		{ id: 'scroll-line-up', keys: ['shift+up'], help: 'a line up' },
		{ id: 'scroll-line-down', keys: ['shift+down'], help: 'a line down' },
		{ id: 'scroll-previous-prompt', keys: ['alt+pageup'], help: 'to the prompt above' },
		{ id: 'scroll-next-prompt', keys: ['alt+pagedown'], help: 'to the prompt below' },
		{ id: 'scroll-top', keys: ['ctrl+home'], help: 'to the beginning' },
		{ id: 'scroll-bottom', keys: ['ctrl+end'], help: 'to the end, and follow it' },
	]),
] as const;
