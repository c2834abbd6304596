import { deleteForward, insert } from '../../composer/buffer.js';
import {
	clearIntoHistory,
	complete,
	deleteCharacterBefore,
	deleteWordBefore,
	editing,
	killing,
	killToLineStart,
	killToSpace,
	moving,
	searchHistory,
	sendDraft,
	sendDraftNow,
	stashDraft,
	walkDown,
	walkUp,
} from '../../composer/commands.js';
import { yank, yankPop } from '../../composer/kill.js';
import { selectAll } from '../../composer/motions.js';
import { redo, undo } from '../../composer/undo.js';
import { want } from '../../state/step.js';
import { group } from '../action.js';
import { moveDown, moveUp, submit } from '../draft.js';
import { takeBack, whyNotTaken } from '../queue-draft.js';

/** Writing and sending, motions as in readline, selection, deleting. */
export const draftActions = {
	...group(
		{ context: 'composer', group: 'Writing' },
		{
			submit: { keys: ['enter'], help: 'send; queued while the agent works', edit: sendDraft, run: submit },
			newline: {
				keys: ['shift+enter', 'alt+enter', 'ctrl+j'],
				help: 'a new line',
				edit: editing((draft) => insert(draft, '\n')),
			},
			'send-now': { keys: ['ctrl+enter', 'alt+s', 'ctrl+]'], help: 'interrupt the turn and send', edit: sendDraftNow },
			complete: { keys: ['tab'], help: 'complete; on a pasted block: open it', edit: complete },
			'paste-image': {
				keys: ['ctrl+v', 'alt+v'],
				help: 'the picture in the clipboard',
				run: ({ ui }) => want(ui, { type: 'paste-image', isQuiet: false }),
			},
			'edit-in-editor': {
				keys: ['ctrl+g'],
				help: 'the draft in $EDITOR',
				run: ({ ui }) => want(ui, { type: 'edit-draft' }),
			},
			stash: { keys: ['ctrl+s'], help: 'put the draft aside, or bring it back', edit: stashDraft },
			'edit-queued': { keys: ['alt+up'], help: 'edit the last queued message', whyNot: whyNotTaken, run: takeBack },
			'history-search': { keys: ['ctrl+r'], help: 'search the history', edit: searchHistory },
			undo: { keys: ['ctrl+_', 'ctrl+/', 'ctrl+shift+-', 'ctrl+shift+_'], help: 'undo', edit: editing(undo) },
			redo: { keys: ['alt+_', 'alt+shift+-', 'alt+shift+_'], help: 'redo', edit: editing(redo) },
		},
	),
	...group(
		{ context: 'composer', group: 'Moving' },
		{
			'move-left': { keys: ['left', 'ctrl+b'], help: 'a character left', edit: moving('left') },
			'move-right': { keys: ['right', 'ctrl+f'], help: 'a character right', edit: moving('right') },
			'move-up': {
				keys: ['up', 'ctrl+p'],
				help: 'a row up; on the first row: the queue, then older history',
				edit: walkUp,
				run: moveUp,
			},
			'move-down': {
				keys: ['down', 'ctrl+n'],
				help: 'a row down; on the last row: the queue, or newer history',
				edit: walkDown,
				run: moveDown,
			},
			'move-word-left': { keys: ['alt+b', 'ctrl+left', 'alt+left'], help: 'a word left', edit: moving('word-left') },
			'move-word-right': {
				keys: ['alt+f', 'ctrl+right', 'alt+right'],
				help: 'a word right',
				edit: moving('word-right'),
			},
			'move-line-start': {
				keys: ['home', 'ctrl+a'],
				help: 'to the start of the row, then of the line',
				edit: moving('line-start'),
			},
			'move-line-end': {
				keys: ['end', 'ctrl+e'],
				help: 'to the end of the row, then of the line',
				edit: moving('line-end'),
			},
			'move-start': { keys: ['alt+<'], help: 'to the start of the draft', edit: moving('start') },
			'move-end': { keys: ['alt+>'], help: 'to the end of the draft', edit: moving('end') },
		},
	),
	...group(
		{ context: 'composer', group: 'Selecting' },
		{
			'select-left': { keys: ['shift+left'], help: 'select a character left', edit: moving('left', true) },
			'select-right': { keys: ['shift+right'], help: 'select a character right', edit: moving('right', true) },
			'select-up': { keys: ['alt+shift+up'], help: 'select a row up', edit: moving('up', true) },
			'select-down': { keys: ['alt+shift+down'], help: 'select a row down', edit: moving('down', true) },
			'select-word-left': {
				keys: ['ctrl+shift+left', 'alt+shift+left'],
				help: 'select a word left',
				edit: moving('word-left', true),
			},
			'select-word-right': {
				keys: ['ctrl+shift+right', 'alt+shift+right'],
				help: 'select a word right',
				edit: moving('word-right', true),
			},
			'select-line-start': {
				keys: ['shift+home'],
				help: 'select to the start of the row',
				edit: moving('line-start', true),
			},
			'select-line-end': { keys: ['shift+end'], help: 'select to the end of the row', edit: moving('line-end', true) },
			'select-all': { keys: ['alt+a'], help: 'select the whole draft', edit: editing(selectAll) },
		},
	),
	...group(
		{ context: 'composer', group: 'Deleting' },
		{
			'delete-backward': {
				keys: ['backspace', 'ctrl+h', 'shift+backspace'],
				help: 'the character before',
				edit: deleteCharacterBefore,
			},
			'delete-forward': { keys: ['delete', 'ctrl+d'], help: 'the character after', edit: editing(deleteForward) },
			'delete-word-backward': {
				keys: ['alt+backspace', 'ctrl+backspace', 'ctrl+alt+h'],
				help: 'the word before',
				edit: deleteWordBefore,
			},
			'delete-word-forward': {
				keys: ['alt+d', 'alt+delete', 'ctrl+delete'],
				help: 'the word after',
				edit: killing('word-forward'),
			},
			'kill-word': { keys: ['ctrl+w'], help: 'back to the last space', edit: killToSpace },
			'kill-line-end': { keys: ['ctrl+k'], help: 'to the end of the line', edit: killing('line-end') },
			'kill-line-start': { keys: ['ctrl+u'], help: 'to the start of the line', edit: killToLineStart },
			yank: { keys: ['ctrl+y'], help: 'insert what was deleted last', edit: editing(yank) },
			'yank-pop': { keys: ['alt+y'], help: 'instead, what was deleted before that', edit: editing(yankPop) },
			'clear-draft': { keys: [], help: 'clear the draft into the history', edit: clearIntoHistory },
		},
	),
};
