import { clearLine, eraseCharacter, eraseWord } from '../../line-edits.js';
import { panelIn } from '../../panel/loaded-panel.js';
import type { ScreenContext } from '../../state/context.js';
import { show } from '../../state/step.js';
import { group, key } from '../action.js';
import { editLine } from '../focused-line.js';

const helpGroup = group('help', 'Help');
const queueGroup = group('queue', 'Queue', { isOfList: true });
const openSessionsGroup = group('open-sessions', 'Open sessions', { isOfList: true });
const sessionsGroup = group('sessions', 'Sessions', { isOfList: true });
const sideGroup = group('side-question', 'Side question', { isOfList: true });
const sideLineGroup = group('side-question-line', 'Side question', { isOfList: true });
const subagentsGroup = group('subagents', 'Sub-agents', { isOfList: true });
const changesGroup = group('changes', 'Changes', { isOfList: true });
const lineGroup = group('line', 'Text in a panel', { isOfList: true });
const listsGroup = group('picker', 'Lists', { isOfList: true });

/** A key of a panel that does by itself what it stands for (`LoadedPanel.act`). */
const loaded = (help: string, hint: string | null, ...keys: readonly string[]) => ({
	...key(help, ({ ui }) => show(ui), ...keys),
	...(hint === null
		? {}
		: { hint: ({ ui }: ScreenContext) => (panelIn(ui)?.offers?.includes(hint) === true ? hint : null) }),
});

/** The help, and lists to choose from. */
export const panelActions = {
	...helpGroup({
		'help-close': { ...loaded('show all again; then close', null, 'escape', '?', 'enter'), hint: 'close' },
	}),
	...queueGroup({
		'queue-edit': loaded('back into the draft', null, 'enter', 'e'),
		'queue-steer': loaded('send it into the running turn', null, 's'),
		'queue-merge': loaded('make one of it and the next', null, 'm'),
		'queue-remove': loaded('take it out of the queue', null, 'd', 'delete'),
		'queue-earlier': loaded('send it earlier', null, 'alt+up', 'K'),
		'queue-later': loaded('send it later', null, 'alt+down', 'J'),
	}),
	...openSessionsGroup({
		'open-sessions-new': loaded('open another session with the same agent', null, 'n'),
		'open-sessions-isolated': loaded('open one whose agent has a process of its own', null, 'N'),
		'open-sessions-agent': loaded('open one with another agent', null, 'a'),
		'open-sessions-close': loaded('close it; twice where it works', null, 'x', 'delete'),
	}),
	...sessionsGroup({
		'sessions-open': {
			...loaded('go on with it', null, 'enter'),
			hint: ({ ui }) => panelIn(ui)?.offers?.[0] ?? null,
		},
		'sessions-folders': loaded('sessions of this folder, or of all folders', 'all folders', 'tab'),
		'sessions-rename': loaded('give it another title', 'rename', 'ctrl+r'),
		'sessions-delete': loaded('delete it', 'delete', 'ctrl+d', 'delete'),
		'sessions-export': loaded('write its transcript to a file', 'export', 'ctrl+e'),
		'sessions-fork': loaded('go on in a copy of it', 'fork', 'ctrl+f'),
		'sessions-preview-up': loaded('the preview: a line up', null, 'shift+up'),
		'sessions-preview-down': loaded('the preview: a line down', null, 'shift+down'),
	}),
	...sideGroup({
		'side-close': {
			...loaded('stop the answer; else close it', null, 'escape', 'ctrl+c'),
			hint: ({ ui }) => panelIn(ui)?.offers?.[0] ?? null,
		},
		'side-take': loaded('take the answer into the draft', 'to the draft', 't'),
		'side-copy': loaded('copy the answer', 'copy', 'c'),
		'side-ask': loaded('ask more', 'ask more', 'enter'),
		'side-hide': loaded('back to the conversation: it goes on, /btw shows it', 'hide', 'tab'),
	}),
	...sideLineGroup({
		'side-send': { ...loaded('ask it', null, 'enter'), hint: 'ask' },
		'side-back': { ...loaded('back to the answer', null, 'escape'), hint: 'back' },
	}),
	...subagentsGroup({
		'subagents-open': loaded('read what it did', null, 'enter'),
		'subagents-answer': loaded('go to the question that it waits with', null, 'a'),
		'subagents-cancel': loaded('stop it alone: press it twice', null, 'x', 'delete'),
	}),
	...changesGroup({
		'changes-apply': loaded('apply it to the workspace', 'apply', 'a'),
		'changes-leave': loaded('leave it in the shadow: the agent is told', 'leave', 'l'),
		'changes-discard': loaded('discard it: the agent sees your file again; press it twice', 'discard', 'd', 'delete'),
		'changes-apply-all': loaded('apply all the rest', 'apply all', 'A'),
		'changes-diff-up': loaded('the diff: a line up', null, 'shift+up'),
		'changes-diff-down': loaded('the diff: a line down', null, 'shift+down'),
		'changes-later': loaded('decide later: /changes shows them again', 'later', 'escape'),
	}),
	...lineGroup({
		'line-erase': key('the character before', editLine(eraseCharacter), 'backspace', 'ctrl+h'),
		'line-erase-word': key('the word before', editLine(eraseWord), 'ctrl+w', 'alt+backspace'),
		'line-clear': key('all of it', editLine(clearLine), 'ctrl+u'),
	}),
	...listsGroup({
		'picker-previous': loaded('the row above', null, 'up', 'ctrl+p'),
		'picker-next': loaded('the row below', null, 'down', 'ctrl+n'),
		'picker-page-up': loaded('a page up', null, 'pageup'),
		'picker-page-down': loaded('a page down', null, 'pagedown'),
		'picker-first': loaded('the first row', null, 'home'),
		'picker-last': loaded('the last row', null, 'end'),
		'picker-accept': {
			...loaded('choose', null, 'enter'),
			// In the review each row has keys of its own.
			hint: ({ ui }) => (panelIn(ui)?.keys === 'changes' ? null : 'choose'),
		},
		'picker-close': { ...loaded('close without choosing', null, 'escape'), hint: 'close' },
	}),
};
