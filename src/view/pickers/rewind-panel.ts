import type { ChangedFile } from '../../core/changes.js';
import { rewindSets } from '../../core/session/branching/rewind-sets.js';
import { openPaths } from '../../core/session/changes/reduce-changes.js';
import type { UserEntry } from '../../core/session/entries/entry.js';
import { eachEntry } from '../../core/session/entries/entry-list.js';
import type { Lookups } from '../../core/session/lookups.js';
import type { SessionState } from '../../core/session/state.js';
import { ageText } from '../../core/text/age.js';
import { clip } from '../../core/text/clip.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { weakLast } from '../../core/weak-memo.js';
import { openPanel, opens } from '../panel/engine.js';
import type { PanelKind, PanelRow } from '../panel/panel.js';
import * as messages from '../rewind/rewind-messages.js';
import type { ScreenContext } from '../state/context.js';
import type { UiState } from '../state/ui-state.js';
import { show, toast, type UiRequest, type UiStep, withEvent, withRequests } from '../state/ui-step.js';
import { statsOf } from '../transcript/tool/tool-diffs.js';

/** Prompts that are listed, and files that are named. */
const MOST_PROMPTS = 200;
const MOST_FILES = 100;
/** Characters of a prompt in its row, and in a title. */
const ROW_CHARS = 200;
const TITLE_CHARS = 40;

/** The list of prompts that can be gone back to, or why there is none. */
export function openRewind(context: ScreenContext): UiStep {
	const { session, ui, now } = context;
	if (session.turn !== null) return show(toast(ui, 'The agent works: stop it first (esc)', now));
	const hasPrompts = rewindPrompts(session).length > 0;
	return show(hasPrompts ? openPanel(context, rewindPanel, null) : toast(ui, 'There is no prompt to go back to', now));
}

/** The list of prompts: choosing one shows what would be taken back. */
const rewindPanel: PanelKind = {
	name: 'rewind',
	panel: ({ session }, _, { openedAt }) => ({ title: 'Go back to a prompt', rows: rowsOf(session, openedAt) }),
};

/** By the session: what each prompt takes back is looked up once. */
const known = weakLast<SessionState, readonly PanelRow[]>();

function rowsOf(session: SessionState, now: number): readonly PanelRow[] {
	return known(session, [], () =>
		rewindPrompts(session)
			.slice(0, MOST_PROMPTS)
			.map((prompt, at): PanelRow => {
				const point = rewindPoint(session, prompt, at + 1);
				return {
					id: prompt.id,
					label: wordsOf(prompt, ROW_CHARS),
					detail: [ageText(prompt.at, now), counted(point.turns, 'turn'), ...filesOf(point)].join(' · '),
					choose: (context) =>
						withEvent(openPanel(context, rewindToPanel, prompt.id), { type: 'inspect-rewind', entryId: prompt.id }),
				};
			}),
	);
}

function wordsOf({ text }: UserEntry, most: number): string {
	const [line = ''] = text.trim().split('\n', 1);
	return clip(sanitizeLine(line.slice(0, 1000)), most);
}

function filesOf({ files }: RewindPoint): readonly string[] {
	if (files.length === 0) return [];
	const total = (of: (file: RewoundFile) => number | null): number =>
		files.reduce((all, file) => all + (of(file) ?? 0), 0);
	return [`${counted(files.length, 'file')} +${total(({ added }) => added)} −${total(({ removed }) => removed)}`];
}

/** Choices for one prompt; closes when the prompt is gone, or a turn begins. */
const rewindToPanel: PanelKind<string> = {
	name: 'rewind-to',
	panel({ session, lookups }, entryId) {
		const prompts = rewindPrompts(session);
		const index = prompts.findIndex(({ id }) => id === entryId);
		const prompt = prompts[index];
		if (prompt === undefined || session.turn !== null) return null;
		const point = rewindPoint(session, prompt, index + 1);
		const about = lookups.rewind?.entryId === entryId ? lookups.rewind : null;
		const hasFiles = about !== null && about.failure === undefined && !point.isIncomplete;
		const title = `Go back to “${wordsOf(prompt, TITLE_CHARS)}”`;
		return {
			title,
			keyWords: 'enter or a digit chooses, esc back',
			text: {
				title,
				paragraphs: [
					`Goes back ${counted(point.turns, 'turn')}.`,
					...whyNoFiles(point, about),
					...(hasFiles ? fileLines(point, new Set(about.changed)) : []),
					'The session so far stays as it is; your prompt comes back into the draft.',
				],
			},
			rows: waysBack(point, about, hasFiles).map((what) => ({
				id: what,
				label: messages.ROWS[what],
				more: messages.ROW_WORDS[what],
				choose: ({ ui }) => goBack(ui, session, prompt, what),
			})),
			back: opens(rewindPanel),
		};
	},
};

/** Scope of going back to before a prompt. */
type What = 'both' | 'conversation' | 'files';

/** None while the files are looked at. */
function waysBack(point: RewindPoint, about: Lookups['rewind'], hasFiles: boolean): readonly What[] {
	if (about === null && point.files.length > 0 && !point.isIncomplete) return [];
	const isAnyBack = hasFiles && point.files.some(({ stays }) => stays === undefined);
	return isAnyBack ? ['both', 'conversation', 'files'] : ['conversation'];
}

function whyNoFiles(point: RewindPoint, about: Lookups['rewind']): readonly string[] {
	if (point.isIncomplete) return ['Files cannot be restored: the changes of some of these turns are no longer known.'];
	if (point.files.length === 0) return ['No file was changed since.'];
	if (about === null) return ['Looking at the files …'];
	return about.failure === undefined ? [] : [`Files cannot be restored: ${about.failure.message}`];
}

/** Facts about files, what stays unchanged first. */
function fileLines({ files }: RewindPoint, changed: ReadonlySet<string>): readonly string[] {
	const staying = files.flatMap(({ path, stays }) => {
		const why = stays ?? (changed.has(path) ? 'somebody changed it since' : undefined);
		return why === undefined ? [] : [`${path} stays: ${why}`];
	});
	const back = files
		.filter(({ path, stays }) => stays === undefined && !changed.has(path))
		.map(({ path, kind, added, removed }) => {
			if (kind === 'added') return `${path} is deleted: it did not exist then`;
			if (kind === 'deleted') return `${path} comes back`;
			return added === null || removed === null ? `${path} (changed)` : `${path}: undoes +${added} −${removed}`;
		});
	const lines = [...staying, ...back];
	const more = lines.length - MOST_FILES;
	return more > 0 ? [...lines.slice(0, MOST_FILES), `… and ${counted(more, 'more file')}`] : lines;
}

function goBack(ui: UiState, session: SessionState, prompt: UserEntry, what: What): UiStep {
	const { id: entryId } = prompt;
	if (what === 'files') {
		return rewindPoint(session, prompt, 0).isIncomplete ? show(ui) : withRequests(ui, undoFrom(session, entryId));
	}
	const branch = { kind: 'rewind', entryId, isWithFiles: what === 'both' } as const;
	return withEvent({ ...ui, rewound: { prompt, hasBegun: false } }, { type: 'branch-session', branch });
}

function undoFrom(session: SessionState, entryId: string): UiRequest {
	const setIds = rewindSets(session, entryId).sets.map(({ id }) => id);
	return { type: 'dispatch', event: { type: 'undo-sets', setIds: setIds.reverse() } };
}

/** Changes to a file that going back to a prompt would take back. Lines are null where they are not known. */
type RewoundFile = {
	readonly path: string;
	/** Effect of the first change. */
	readonly kind: ChangedFile['kind'];
	readonly added: number | null;
	readonly removed: number | null;
	/** Why it stays as it is; absent: it is taken back. */
	readonly stays?: string;
};

/** A prompt that can be gone back to. */
type RewindPoint = {
	readonly prompt: UserEntry;
	/** Turns from it on, its own included. */
	readonly turns: number;
	readonly files: readonly RewoundFile[];
	/** Changes of some of the turns are not known any more. */
	readonly isIncomplete: boolean;
};

/** The user's prompts, the newest first; what was sent into a running turn began none. */
function rewindPrompts({ entries }: Pick<SessionState, 'entries'>): readonly UserEntry[] {
	const prompts: UserEntry[] = [];
	for (const entry of eachEntry(entries)) if (entry.kind === 'user' && entry.isSteered !== true) prompts.push(entry);
	return prompts.reverse();
}

/** Changes that going back to a prompt would take back; `turns`: from it on. */
function rewindPoint(session: SessionState, prompt: UserEntry, turns: number): RewindPoint {
	const { sets, isIncomplete } = rewindSets(session, prompt.id);
	const files = new Map<string, RewoundFile>();
	for (const set of sets) {
		const open = new Set(openPaths(set));
		for (const { path, kind, diff, canRestore, gap } of set.files) {
			if (set.undone.includes(path)) continue;
			const before = files.get(path);
			const stats = diff === null ? null : statsOf(diff);
			files.set(path, {
				path,
				kind: before?.kind ?? kind,
				added: sum(before?.added, stats?.added),
				removed: sum(before?.removed, stats?.removed),
				...(canRestore && open.has(path) ? {} : { stays: gap ?? 'it was not kept' }),
			});
		}
	}
	return { prompt, turns, files: [...files.values()], isIncomplete };
}

/** Adds two counts; null where one of them is not known. */
function sum(before: number | null | undefined, more: number | undefined): number | null {
	if (before === null || more === undefined) return null;
	return (before ?? 0) + more;
}
