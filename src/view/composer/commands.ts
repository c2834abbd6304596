import { openMention } from '../../core/mention.js';
import type { ActionId } from '../keys/bindings.js';
import { deleteBackward, deleteForward, insert } from './buffer.js';
import { completionFor } from './completion.js';
import type { Draft } from './draft.js';
import { type History, type Recall, recallNewer, recallOlder } from './history.js';
import { type KillTarget, kill, yank, yankPop } from './kill.js';
import { type Motion, moveCursor, selectAll } from './motions.js';
import { expandChipAtCursor } from './paste.js';
import { openSearch } from './search.js';
import { isShellDraft } from './shell-mode.js';
import type { ComposerState } from './state.js';
import { clearDraft, stash, submit } from './submit.js';
import { redo, undo } from './undo.js';

/** What an action does to the composer. */
export type ComposerCommand = (state: ComposerState) => ComposerState;

const editing =
	(change: (draft: Draft) => Draft): ComposerCommand =>
	(state) => {
		const draft = change(state.draft);
		return draft === state.draft ? state : { ...state, draft };
	};

const moving =
	(motion: Motion, isSelecting = false): ComposerCommand =>
	(state) => {
		const draft = moveCursor(state.draft, motion, { columns: state.columns, isSelecting });
		return draft === null ? state : { ...state, draft };
	};

const killing = (target: KillTarget): ComposerCommand => editing((draft) => kill(draft, target));

/** Up and down move over the rows; at the edge, and while entries are recalled, through the history. */
const walking =
	(motion: 'up' | 'down', next: (history: History, draft: Draft) => Recall | null): ComposerCommand =>
	(state) => {
		const moved = state.isBrowsing ? null : moveCursor(state.draft, motion, { columns: state.columns });
		if (moved !== null) return { ...state, draft: moved };
		const recalled = next(state.history, state.draft);
		if (recalled === null) return state.isBrowsing ? state : moving(motion === 'up' ? 'line-start' : 'line-end')(state);
		return { ...state, ...recalled, isBrowsing: true, isMenuDismissed: true };
	};

/** Opens the pasted block at the cursor, else the menu, also one that was closed. */
const complete: ComposerCommand = (state) => {
	const opened = expandChipAtCursor(state.draft);
	if (opened !== null) return { ...state, draft: opened };
	const mention = isShellDraft(state.draft) ? null : openMention(state.draft.text, state.draft.cursor);
	const completion = completionFor(state.draft, state.sources);
	return { ...state, isMenuDismissed: false, mention, dismissedMention: null, completion };
};

/** The actions that the composer carries out itself. Any other is somebody else's and changes nothing. */
export const composerCommands: ReadonlyMap<ActionId, ComposerCommand> = new Map<ActionId, ComposerCommand>([
	['submit', (state) => submit(state, false)],
	['send-now', (state) => submit(state, true)],
	['newline', editing((draft) => insert(draft, '\n'))],
	['complete', complete],
	['stash', stash],
	['clear-draft', clearDraft],
	['history-search', openSearch],
	['undo', editing(undo)],
	['redo', editing(redo)],
	['move-left', moving('left')],
	['move-right', moving('right')],
	['move-up', walking('up', recallOlder)],
	['move-down', walking('down', recallNewer)],
	['move-word-left', moving('word-left')],
	['move-word-right', moving('word-right')],
	['move-line-start', moving('line-start')],
	['move-line-end', moving('line-end')],
	['move-start', moving('start')],
	['move-end', moving('end')],
	['select-left', moving('left', true)],
	['select-right', moving('right', true)],
	['select-up', moving('up', true)],
	['select-down', moving('down', true)],
	['select-word-left', moving('word-left', true)],
	['select-word-right', moving('word-right', true)],
	['select-line-start', moving('line-start', true)],
	['select-line-end', moving('line-end', true)],
	['select-all', editing(selectAll)],
	['delete-backward', editing(deleteBackward)],
	['delete-forward', editing(deleteForward)],
	['delete-word-backward', killing('word-backward')],
	['delete-word-forward', killing('word-forward')],
	['kill-word', killing('spaced-word')],
	['kill-line-end', killing('line-end')],
	['kill-line-start', killing('line-start')],
	['yank', editing(yank)],
	['yank-pop', editing(yankPop)],
]);
