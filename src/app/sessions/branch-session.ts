import type { Branch } from '../../core/branch-event.js';
import { defined } from '../../core/defined.js';
import type { AppEvent } from '../../core/event.js';
import { fail, type Result, succeed } from '../../core/failure.js';
import type { Ports } from '../../core/ports.js';
import type { Resuming } from '../../core/resuming/resuming.js';
import { promptAt } from '../../core/session/branching/branch.js';
import { rewindSets } from '../../core/session/branching/rewind-sets.js';
import { findLastEntry } from '../../core/session/entries/entry-list.js';
import { type RestoredSession, restoredState } from '../../core/session/resuming/restored-session.js';
import type { SessionState } from '../../core/session/state.js';
import { atRest } from '../../core/sessions/at-rest.js';
import type { SessionLogsPort } from '../../core/sessions/session-log-ports.js';
import { clip } from '../../core/text/clip.js';
import type { Store } from '../store.js';
import { readSession } from './read-session.js';

export type BranchOptions = {
	readonly ports: Pick<Ports, 'sessionLogs' | 'clock'>;
	readonly store: Pick<Store, 'getState' | 'dispatchAll'>;
};

/** Begins a session that continues the open one, or an earlier point of it. Its record is a copy up to there. */
export async function branchSession(options: BranchOptions, branch: Branch): Promise<void> {
	const { store } = options;
	const made = await begin(options, branch);
	// Something else was begun meanwhile.
	if (store.getState().isRestoring !== true) return;
	store.dispatchAll(made.ok ? made.value : [{ type: 'resume-refused', failure: made.failure }]);
}

/** `before`: entry at which the restored transcript is still to be cut. */
type Beginning = { readonly restored: RestoredSession; readonly before: string | null; readonly isKept: boolean };

async function begin(options: BranchOptions, branch: Branch): Promise<Result<readonly AppEvent[]>> {
	const { ports, store } = options;
	const { record } = store.getState();
	const { sessionLogs: logs } = ports;
	const isKept = logs !== undefined && record != null && record.trouble === undefined;
	const found = isKept ? await copied(logs, record.id, branch, store.getState()) : succeed(inMemory(options, branch));
	if (!found.ok) return found;
	const state = store.getState();
	const { restored, before } = found.value;
	const isFork = branch.kind === 'fork' && state.agent?.sessions.fork === true;
	const resuming: Resuming = {
		sessionId: isFork ? (state.sessionId ?? restored.sessionId) : null,
		title: restored.state.title,
		settings: restored.settings,
		isFork: true,
		hasTranscript: true,
		failed: [],
		deaths: 0,
	};
	const sets = branch.kind === 'rewind' ? rewindSets(state, branch.entryId).sets : [];
	const prompt = branch.kind === 'rewind' ? beginningOf(state, branch.entryId) : undefined;
	const isUndone = branch.kind === 'rewind' && branch.isWithFiles && sets.length > 0;
	return succeed([
		{ type: 'resume-begun', resuming },
		{ type: 'session-restored', restored },
		{ type: 'session-branched', kind: branch.kind, before, sets, isKept: found.value.isKept, ...defined({ prompt }) },
		...(isUndone ? [{ type: 'undo-sets', setIds: sets.map(({ id }) => id).reverse() } as const] : []),
	]);
}

const PROMPT_CHARS = 60;

function beginningOf(state: SessionState, entryId: string): string | undefined {
	const [line] = promptAt(state, entryId)?.text.trim().split('\n', 1) ?? [];
	return line === undefined ? undefined : clip(line, PROMPT_CHARS);
}

function inMemory({ ports, store }: BranchOptions, branch: Branch): Beginning {
	const state = store.getState();
	const { sessionId, cwd, additionalDirectories, profile } = state;
	const at = ports.clock.now();
	return {
		restored: {
			recordId: '',
			agent: profile.launch.name,
			sessionId,
			cwd,
			additionalDirectories,
			createdAt: at,
			// The queue stays with the original session.
			state: { ...restoredState(atRest(state, at)), queue: [] },
			settings: settingsOf(state),
			isInterrupted: state.turn !== null,
			skippedLines: 0,
		},
		before: branch.kind === 'rewind' ? branch.entryId : null,
		isKept: false,
	};
}

function settingsOf({ mode, configOptions }: SessionState): RestoredSession['settings'] {
	return {
		mode: mode.mode,
		agentMode: mode.agentChosen ?? null,
		options: Object.fromEntries(configOptions.map(({ id, value }) => [id, value])),
	};
}

/** Copies the record, up to the prompt where the log knows it. */
async function copied(
	logs: SessionLogsPort,
	recordId: string,
	branch: Branch,
	state: SessionState,
): Promise<Result<Beginning>> {
	const prompt = branch.kind === 'rewind' ? promptAt(state, branch.entryId) : null;
	const cut = prompt?.promptId === undefined ? null : await logs.copy(recordId, prompt.promptId);
	const isCut = cut?.ok === true;
	const copy = isCut ? cut : await logs.copy(recordId);
	if (!copy.ok) return copy;
	const read = await readSession(logs, copy.value);
	if (!read.ok) return read;
	const restored: RestoredSession = {
		...read.value,
		state: { ...read.value.state, queue: [] },
		settings: settingsOf(state),
	};
	const before = branch.kind === 'rewind' && !isCut ? branch.entryId : null;
	// Only a damaged log differs from the screen.
	if (before !== null && findLastEntry(restored.state.entries, ({ id }) => id === before) < 0)
		return fail('not-found', 'This prompt is not in the record of the session, so nothing can go on from it.');
	return succeed({ restored, before, isKept: true });
}
