import { deleteForward, redo, undo } from '../../composer/buffer.js';
import {
	acceptChoice,
	clearIntoHistory,
	closeMenu,
	closeSearch,
	complete,
	deleteCharacterBefore,
	deleteWordBefore,
	editing,
	killing,
	killToLineStart,
	killToSpace,
	moving,
	newerMatch,
	nextChoice,
	olderMatch,
	previousChoice,
	runChoice,
	searchHistory,
	sendDraft,
	sendDraftNow,
	stashDraft,
	takeMatch,
	walkDown,
	walkUp,
} from '../../composer/composer-commands.js';
import { yank, yankPop } from '../../composer/kill.js';
import { selectAll } from '../../composer/motions.js';
import { vimKey } from '../../composer/vim-keys.js';
import type { ScreenContext } from '../../state/context.js';
import { requestStep } from '../../state/ui-step.js';
import { edit, group, key } from '../action.js';
import {
	choiceHint,
	moveDown,
	moveUp,
	newLine,
	steerDraft,
	steerHint,
	submit,
	submitHint,
	takeSuggestion,
} from '../draft-actions.js';
import { pressVimKey } from '../focused-line.js';
import { takeBack, whyNotTaken } from '../queue-draft.js';

const writingGroup = group('composer', 'Writing');
const movingGroup = group('composer', 'Moving');
const selectingGroup = group('composer', 'Selecting');
const deletingGroup = group('composer', 'Deleting');

/** Writing and sending, motions as in readline, selection, deleting. */
export const draftActions = {
	...writingGroup({
		submit: {
			...edit('send; queued while the agent works, or steered by a preset', sendDraft, 'enter'),
			hint: submitHint,
			run: submit,
		},
		newline: edit('a new line; not every terminal can send shift+enter', newLine, 'ctrl+j', 'shift+enter'),
		steer: {
			...edit('send into the running turn; at other times a new line', newLine, 'alt+enter', 'ctrl+\\'),
			hint: steerHint,
			run: steerDraft,
		},
		'send-now': { keys: ['ctrl+enter', 'alt+s', 'ctrl+]'], help: 'interrupt the turn and send', edit: sendDraftNow },
		'queue-draft': {
			...edit('queue the draft while the agent works', sendDraft),
			run: (context) =>
				context.session.turn === null
					? takeSuggestion(context)
					: submit({ ...context, table: { ...context.table, entersTurn: false } }),
		},
		complete: {
			...edit(
				'complete; on a pasted block: expand it; on an empty draft: take what the agent suggests',
				complete,
				'tab',
			),
			run: takeSuggestion,
		},
		'paste-image': key(
			'paste the picture in the clipboard',
			requestStep({ type: 'paste-image', isQuiet: false }),
			'ctrl+v',
			'alt+v',
		),
		'edit-in-editor': key('edit the draft in $EDITOR', requestStep({ type: 'edit-draft' }), 'ctrl+g'),
		stash: edit('put the draft aside, or bring it back', stashDraft, 'ctrl+s'),
		'edit-queued': { keys: ['alt+up'], help: 'edit the last queued message', whyNot: whyNotTaken, run: takeBack },
		'history-search': edit('search the history', searchHistory, 'ctrl+r'),
		undo: edit('undo', editing(undo), 'ctrl+_', 'ctrl+/', 'ctrl+shift+-', 'ctrl+shift+_'),
		redo: edit('redo', editing(redo), 'alt+_', 'alt+shift+-', 'alt+shift+_'),
	}),
	...movingGroup({
		'move-left': edit('a character left', moving('left'), 'left', 'ctrl+b'),
		'move-right': edit('a character right', moving('right'), 'right', 'ctrl+f'),
		'move-up': {
			...edit('a row up; on the first row: the queue, then older history', walkUp, 'up', 'ctrl+p'),
			run: moveUp,
		},
		'move-down': {
			...edit('a row down; on the last row: the queue, or newer history', walkDown, 'down', 'ctrl+n'),
			run: moveDown,
		},
		'move-word-left': edit('a word left', moving('word-left'), 'alt+b', 'ctrl+left', 'alt+left'),
		'move-word-right': edit('a word right', moving('word-right'), 'alt+f', 'ctrl+right', 'alt+right'),
		'move-line-start': edit('to the start of the row, then of the line', moving('line-start'), 'home', 'ctrl+a'),
		'move-line-end': edit('to the end of the row, then of the line', moving('line-end'), 'end', 'ctrl+e'),
		'move-start': edit('to the start of the draft', moving('start'), 'alt+<'),
		'move-end': edit('to the end of the draft', moving('end'), 'alt+>'),
	}),
	...selectingGroup({
		'select-left': edit('select a character left', moving('left', true), 'shift+left'),
		'select-right': edit('select a character right', moving('right', true), 'shift+right'),
		'select-up': edit('select a row up', moving('up', true), 'alt+shift+up'),
		'select-down': edit('select a row down', moving('down', true), 'alt+shift+down'),
		'select-word-left': edit('select a word left', moving('word-left', true), 'ctrl+shift+left', 'alt+shift+left'),
		'select-word-right': edit('select a word right', moving('word-right', true), 'ctrl+shift+right', 'alt+shift+right'),
		'select-line-start': edit('select to the start of the row', moving('line-start', true), 'shift+home'),
		'select-line-end': edit('select to the end of the row', moving('line-end', true), 'shift+end'),
		'select-all': edit('select the whole draft', editing(selectAll), 'alt+a'),
	}),
	...deletingGroup({
		'delete-backward': edit('the character before', deleteCharacterBefore, 'backspace', 'ctrl+h', 'shift+backspace'),
		'delete-forward': edit('the character after', editing(deleteForward), 'delete', 'ctrl+d'),
		'delete-word-backward': edit('the word before', deleteWordBefore, 'alt+backspace', 'ctrl+backspace', 'ctrl+alt+h'),
		'delete-word-forward': edit('the word after', killing('word-forward'), 'alt+d', 'alt+delete', 'ctrl+delete'),
		'kill-word': edit('back to the last space', killToSpace, 'ctrl+w'),
		'kill-line-end': edit('to the end of the line', killing('line-end'), 'ctrl+k'),
		'kill-line-start': edit('to the start of the line', killToLineStart, 'ctrl+u'),
		yank: edit('insert what was deleted last', editing(yank), 'ctrl+y'),
		'yank-pop': edit('replace it with what was deleted before that', editing(yankPop), 'alt+y'),
		'clear-draft': edit('clear the draft into the history', clearIntoHistory),
	}),
};

const vimInsertGroup = group('vim-insert', 'Vim');
const vimNormalGroup = group('vim-normal', 'Vim');
const vimBusyGroup = group('vim-busy', 'Vim');

/** A named key of vim, where its mode has the keys: the draft, a field, or a line of text. */
function vim(name: string, help: string, ...keys: readonly string[]) {
	const command = vimKey(name);
	return { ...edit(help, command, ...keys), run: (context: ScreenContext) => pressVimKey(context, command) };
}

/** Named keys of vim; its characters are commands of their own. */
export const vimActions = {
	...vimInsertGroup({ 'vim-normal': vim('escape', 'leave insert mode', 'escape', 'ctrl+[') }),
	...vimBusyGroup({
		'vim-cancel': vim('escape', 'end the command or the selection that has begun', 'escape', 'ctrl+['),
		'vim-up': vim('k', 'a line up, in what is selected', 'up'),
	}),
	...vimNormalGroup({
		'vim-redo': vim('ctrl+r', 'redo, outside of insert mode', 'ctrl+r'),
		'vim-left': vim('h', 'a character left, as h', 'left', 'backspace', 'ctrl+h'),
		'vim-right': vim('l', 'a character right, as l', 'right'),
		'vim-down': vim('j', 'a line down, as j', 'ctrl+j'),
		'vim-start': vim('0', 'to the start of the line, as 0', 'home'),
		'vim-end': vim('$', 'to the end of the line, as $', 'end'),
		'vim-delete': vim('x', 'delete the character, as x', 'delete'),
	}),
};

const completionGroup = group('completion', 'Completion');
const historySearchGroup = group('history-search', 'History search');

/** The menus over the draft: completion, and the search of what was sent. */
export const completionActions = {
	...completionGroup({
		'completion-accept': { keys: ['tab'], help: 'insert the choice', hint: 'insert', edit: acceptChoice },
		'completion-run': {
			...edit('send what is typed; the beginning of a name is completed first', runChoice, 'enter'),
			hint: choiceHint,
		},
		'completion-previous': edit('the choice above', previousChoice, 'up', 'ctrl+p'),
		'completion-next': edit('the choice below', nextChoice, 'down', 'ctrl+n'),
		'completion-close': { keys: ['escape'], help: 'close the list', hint: 'close', edit: closeMenu },
	}),
	...historySearchGroup({
		'search-older': { keys: ['ctrl+r', 'up', 'ctrl+p'], help: 'an older match', hint: 'older', edit: olderMatch },
		'search-newer': edit('a newer match', newerMatch, 'ctrl+s', 'down', 'ctrl+n'),
		'search-accept': { keys: ['enter', 'tab'], help: 'take the match into the draft', hint: 'take', edit: takeMatch },
		'search-close': { ...edit('back to the draft as it was', closeSearch, 'escape', 'ctrl+g', 'ctrl+c'), hint: 'back' },
	}),
};
