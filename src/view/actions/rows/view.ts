import { scrollOpened } from '../../questions/question-keys.js';
import { show, toast, want } from '../../state/step.js';
import { END } from '../../transcript/position.js';
import { nextPrompt, previousPrompt, scrollToStart } from '../../transcript/scroll.js';
import { group } from '../action.js';
import { toggleNewestCard } from '../entry-keys.js';
import { toggleTranscript } from '../leave-transcript.js';
import { MOUSE_OFF, MOUSE_ON, NO_PLAN, NOTHING_TO_FOLD } from '../messages.js';
import { scrollLine, scrollPage, scrollToPrompt } from '../scroll-transcript.js';

/** Scrolling, and what of the screen is shown. */
export const viewActions = {
	...group(
		{ context: 'global', group: 'View', needsScreen: true },
		{
			'toggle-transcript': { keys: ['ctrl+o'], help: 'the transcript with every card open', run: toggleTranscript },
			'toggle-card': {
				keys: ['alt+o'],
				help: 'open or fold the newest card',
				whyNot: NOTHING_TO_FOLD,
				run: toggleNewestCard,
			},
			'toggle-plan': {
				keys: ['ctrl+t'],
				help: 'show or hide the agent’s to-do list',
				when: ({ session }) => session.plan !== null,
				whyNot: NO_PLAN,
				run: ({ ui }) => show({ ...ui, isPlanFolded: !ui.isPlanFolded }),
			},
			'toggle-mouse': {
				keys: ['ctrl+x'],
				help: 'mouse on or off',
				run({ ui, now }) {
					const isOn = !ui.isMouseOn;
					return want(toast({ ...ui, isMouseOn: isOn }, isOn ? MOUSE_ON : MOUSE_OFF, now), { type: 'mouse', isOn });
				},
			},
		},
	),
	...group(
		{ context: 'global', group: 'View' },
		{ redraw: { keys: ['ctrl+l'], help: 'redraw', run: ({ ui }) => want(ui, { type: 'redraw' }) } },
	),
	...group(
		{ context: 'global', group: 'View', needsScreen: true, keepsSelection: true, movesInQuestion: true },
		{
			'scroll-page-up': {
				keys: ['pageup'],
				help: 'a page up',
				run: scrollOpened(({ questionPage }) => -questionPage.page, scrollPage(-1)),
			},
			'scroll-page-down': {
				keys: ['pagedown'],
				help: 'a page down',
				run: scrollOpened(({ questionPage }) => questionPage.page, scrollPage(1)),
			},
			'scroll-line-up': { keys: ['shift+up'], help: 'a line up', run: scrollOpened(() => -1, scrollLine(-1)) },
			'scroll-line-down': { keys: ['shift+down'], help: 'a line down', run: scrollOpened(() => 1, scrollLine(1)) },
			'scroll-previous-prompt': {
				keys: ['alt+pageup'],
				help: 'to the prompt above',
				run: scrollToPrompt(previousPrompt),
			},
			'scroll-next-prompt': { keys: ['alt+pagedown'], help: 'to the prompt below', run: scrollToPrompt(nextPrompt) },
			'scroll-top': {
				keys: ['ctrl+home'],
				help: 'to the beginning',
				run: ({ ui }) => show({ ...ui, anchor: scrollToStart() }),
			},
			'scroll-bottom': {
				keys: ['ctrl+end'],
				help: 'to the end, and follow it',
				run: ({ ui }) => show({ ...ui, anchor: END }),
			},
		},
	),
};
