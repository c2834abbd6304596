import { chosenIn, isFixed } from '../../core/commit/commit.js';
import type { AgentMessage, CommitRun, CommitState } from '../../core/commit/commit-event.js';
import { whyNotInMode } from '../../core/commit/why-not-in-mode.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine, sanitizeText } from '../../core/text/sanitize.js';
import { replaceRange } from '../composer/buffer.js';
import { moreKeys } from '../frame/footer.js';
import { type Line, styled } from '../line.js';
import { openPage, openPanel } from '../panel/engine.js';
import { type Panel, type PanelAction, type PanelKind, type PanelResult, panelOf } from '../panel/panel.js';
import { lineWidth, wrapLine } from '../spans.js';
import { oneLine, sentence, textLines } from '../spoken-text.js';
import type { ScreenContext } from '../state/context.js';
import type { UiState } from '../state/ui-state.js';
import { type UiStep, withRequests } from '../state/ui-step.js';
import { END } from '../transcript/position.js';
import {
	draftIn,
	marking,
	messageOf,
	notesOf,
	wants,
	withMessage,
	writerOf,
	writingOf,
	writtenForOthers,
} from './commit-draft.js';
import { type CommitRow, chosenWords, nameOf, rowsOf, TITLE, titleLine } from './commit-rows.js';
import { outputPage } from './output-page.js';

type Own = {
	/** Last thing read out: the changes or a commit, and how far the message was. */
	readonly about: string;
	readonly message?: AgentMessage['phase'];
	/** Number of commits there were before. */
	readonly made: number;
};

/** Opens the screen of commits; a message that was begun before is still there. */
export function open(context: ScreenContext): UiStep {
	const { message, marks } = draftIn(context);
	return withRequests(openCommits(context), wants({ do: 'list', asks: message === null, marks }));
}

/** Opens it again after the message was in the user's editor; null: it was not changed. */
export function openEdited(context: ScreenContext, edited: string | null): UiStep {
	const ui = edited === null ? context.ui : withMessage(context, edited.trimEnd());
	return withRequests(openCommits({ ...context, ui }), wants({ do: 'stop-asking' }));
}

function openCommits(context: ScreenContext, selected: string | null = null): UiState {
	const own = { about: '', made: context.lookups.commit?.made ?? 0 };
	return openPanel({ ...context, ui: { ...context.ui, panel: { kind: 'none' } } }, commitPanel, own, { selected });
}

const commitPanel: PanelKind<Own> = {
	name: 'commit',
	keys: 'commit',
	closedBy: 'commit-leave',
	coversDraft: true,
	panel(context, _, { selected }) {
		const { run = null } = context.lookups.commit ?? {};
		return run === null
			? listPage<Own>(context, false)
			: { ...outputPage<Own>(run, context.now), ...afterRun(run, selected) };
	},
	/** Reads out what is new, and closes after the commit. */
	follow(context, own) {
		const { commit: state } = context.lookups;
		if (state !== null && state.made !== own.made) return { ui: { ...context.ui, anchor: END }, closes: true };
		// Nothing was found yet.
		if (state === null || (state.list === null && state.why === null && state.run === null)) return null;
		const about = [state.listed, state.run?.phase, state.hasChanged].join(' ');
		const { phase } = state.message;
		if (about === own.about && phase === own.message) return null;
		const next = { ...own, about, message: phase };
		if (about !== own.about) return { own: next, reads: 'list' };
		return { own: next, reads: phase === 'asking' ? [] : spokenMessage(messageOf(state, draftIn(context)), state) };
	},
};

/** The same with the keys in the message. */
const editPage: PanelKind = {
	name: 'commit',
	keys: 'commit-message',
	panel(context, _, { typed }) {
		const { isReadOut, lookups } = context;
		const text = messageOf(lookups.commit, draftIn(context));
		const written = (message: string): PanelResult<null> => ({
			ui: withMessage(context, message),
			requests: [wants({ do: 'stop-asking' })],
		});
		return {
			...listPage<null>(context, true),
			isUnfocused: true,
			line: {
				most: MOST_MESSAGE,
				isValue: true,
				isOfSeveralLines: true,
				// In linear mode the whole of it is entered at once.
				...(isReadOut === true ? { clean: sanitizeText } : { text, set: written }),
			},
			actions: () => [
				{
					...{ id: 'commit-done', words: 'done', isEnter: true },
					run: (now) => (isReadOut === true ? doneInWords(now, typed) : done(now)),
				},
				{ id: 'commit-editor', words: 'editor', run: editInEditor },
			],
			spoken: {
				how: [
					...spokenMessage(text),
					'Write the message and press enter; control j begins a new line. Enter alone keeps it.',
				].join(' '),
			},
		};
	},
};

const MOST_MESSAGE = 20_000;

/** Back to the list; a backslash before the cursor is a new line, as in the draft. */
function done(context: ScreenContext): PanelResult<null> {
	const { ui } = context;
	const { draft } = ui.lineDraft ?? {};
	if (ui.lineDraft !== undefined && draft !== undefined && draft.text[draft.cursor - 1] === '\\') {
		const broken = replaceRange(draft, draft.cursor - 1, draft.cursor, '\n');
		return { ui: { ...withMessage(context, broken.text), lineDraft: { ...ui.lineDraft, draft: broken } } };
	}
	return { closes: true };
}

function doneInWords(context: ScreenContext, typed: string): PanelResult<null> {
	return { ui: withMessage(context, typed.trimEnd()), requests: [wants({ do: 'stop-asking' })], closes: true };
}

/** Changes with their marks, and the message below them. */
function listPage<State>(context: ScreenContext, isEdited: boolean): Panel<State> {
	const { commit: state } = context.lookups;
	const draft = draftIn(context);
	const { list = null, why = null } = state ?? {};
	if (state === null || list === null || why !== null) {
		const empty = why === null ? 'Looking at the changes…' : sanitizeLine(why);
		return { title: TITLE, rows: [], empty, isLoading: why === null, backWords: 'leave' };
	}
	const rows = rowsOf(list, draft);
	const notes = notesOf(context, state);
	const hooks = list.hooks.length === 0 ? '' : `hooks run: ${list.hooks.join(', ')}`;
	return panelOf<State, CommitRow>({
		title: TITLE,
		titled: (_, width) => titleLine(list, rows, width),
		foot: (width) => footOf(context, hooks, isEdited, width),
		rows,
		...(notes.length === 0
			? {}
			: {
					text: {
						title: TITLE,
						paragraphs: notes,
						lines: (width) =>
							notes.flatMap((note) => wrapLine([styled(sanitizeLine(note), { color: 'warning' })], width)),
					},
				}),
		writing: writingOf(context, state, isEdited),
		backWords: 'leave',
		left: (now) => withRequests(now, wants({ do: 'stop-asking' })),
		actions: (row) => commitActions<State>(context, state, row),
		spoken: {
			title: [TITLE, chosenWords(chosenIn(list, draft.marks).size, rows.length)].join(', '),
			how: 'Type a number to take a change in or leave it out, message to write the message, ask to have the agent write it, commit to commit, or enter alone to leave.',
			notes: [...(hooks === '' ? [] : [sentence(hooks)]), ...spokenMessage(messageOf(state, draft))],
			closed: 'Nothing was committed.',
		},
	});
}

/** Hooks that run, and on a narrow screen the keys that its footer has no room for. */
function footOf(context: ScreenContext, hooks: string, isEdited: boolean, width: number): Line {
	const said: Line = hooks === '' ? [] : [styled(hooks, { color: 'muted' })];
	const keys = isEdited ? [] : moreKeys(context, 'commit', width - lineWidth(said) - 2);
	return said.length === 0 || keys.length === 0 ? [...said, ...keys] : [...said, styled('  ', {}), ...keys];
}

function spokenMessage(text: string, state?: CommitState): readonly string[] {
	const lines = textLines(text).filter((line) => line !== '');
	if (lines.length > 0) return [`The message: ${lines.join(' ')}`];
	return [state?.message.why == null ? 'There is no message yet.' : `No message from the agent: ${state.message.why}`];
}

/** esc ends a commit that runs; of one that failed it leads back to the changes, as enter does. */
function afterRun({ phase }: CommitRun, selected: string | null): Partial<Panel<Own>> {
	const isRunning = phase === 'running';
	const request = wants(isRunning ? { do: 'stop' } : { do: 'go-on' });
	return {
		back: (context) => withRequests(openCommits(context, selected), request),
		backWords: isRunning ? 'stop' : 'back',
		actions: () => (isRunning ? [] : [{ id: 'commit-run', word: '', run: () => ({ requests: [request] }) }]),
	};
}

function commitActions<State>(
	context: ScreenContext,
	state: CommitState,
	row: CommitRow | undefined,
): readonly PanelAction<State>[] {
	const { list } = state;
	if (list === null) return [];
	const isAsking = writerOf(state, draftIn(context)) === 'asking';
	return [
		{
			...{ id: 'commit-run', words: 'commit', word: 'commit', isGuarded: true },
			why: whyNoCommit(context, state),
			run: (now) => {
				const chosen = chosenIn(list, draftIn(now).marks);
				const message = messageOf(state, draftIn(now));
				return { requests: [wants({ do: 'commit', listed: state.listed, chosen, message })] };
			},
		},
		...(row === undefined ? [] : markActions<State>(state, row)),
		{
			...{ id: 'commit-edit', words: 'message', word: 'message' },
			run: (now) => ({ ui: openPage(now, editPage, null) }),
		},
		{ id: 'commit-editor', words: 'editor', word: 'editor', run: editInEditor },
		{
			...{ id: 'commit-ask', word: 'ask', ...(isAsking ? {} : { words: 'ask the agent' }) },
			run: (now) => ({
				ui: withMessage(now, null),
				requests: [wants({ do: 'ask', chosen: chosenIn(list, draftIn(now).marks) })],
			}),
		},
	];
}

function markActions<State>(state: CommitState, row: CommitRow): readonly PanelAction<State>[] {
	const { list } = state;
	if (list === null) return [];
	const { file, isIn } = row;
	const of = list.files.filter(({ group, why }) => group === file.group && why === undefined);
	const why = file.why ?? (isFixed(list, file) ? 'A merge is committed as a whole: what is staged stays in it.' : null);
	const mark =
		(files: readonly { readonly id: string }[]) =>
		(context: ScreenContext): PanelResult<State> => {
			const marked = marking(
				context,
				files.map(({ id }) => id),
				!isIn,
			);
			const draft = draftIn({ ...context, ui: marked });
			const count = chosenIn(list, draft.marks).size;
			const others = writtenForOthers(state, draft);
			const more = others === null ? '' : ` The message is for ${counted(others, 'change')}: ask has it written anew.`;
			const place = isIn ? 'not in' : 'in';
			const said = `${oneLine(nameOf(file))}: ${place}. ${chosenWords(count, list.files.length)}.${more}`;
			return { ui: marked, reads: [said] };
		};
	return [
		{ ...{ id: 'commit-mark', why, isEnter: true }, words: isIn ? 'leave out' : 'take in', run: mark([file]) },
		{ id: 'commit-mark-all', why, run: mark(of) },
	];
}

/** The message in the user's editor. */
function editInEditor<State>(context: ScreenContext): PanelResult<State> {
	const text = messageOf(context.lookups.commit, draftIn(context));
	const loading: UiState = { ...context.ui, panel: { kind: 'loading', name: 'commit', typed: '' } };
	// The file name that git uses, by which editors know its kind.
	return withRequests(loading, { type: 'edit-in-panel', panel: 'commit', path: 'COMMIT_EDITMSG', text });
}

/** Why nothing can be committed as it stands; null where it can. */
function whyNoCommit(context: ScreenContext, state: CommitState): string | null {
	const { list } = state;
	const draft = draftIn(context);
	const byMode = whyNotInMode(context.session.mode);
	if (byMode !== null) return byMode;
	if (list === null) return 'There is nothing to commit.';
	const conflict = list.files.find(({ group }) => group === 'conflict');
	if (conflict !== undefined) return `${sanitizeLine(conflict.path)} has a conflict: resolve it and stage it first.`;
	// A merge may change no file.
	if (chosenIn(list, draft.marks).size === 0 && list.underWay !== 'merge') return 'No change is marked.';
	if (writerOf(state, draft) === 'asking') return 'The agent still writes the message.';
	return messageOf(state, draft).trim() === '' ? 'There is no message: write one, or have the agent write it.' : null;
}
