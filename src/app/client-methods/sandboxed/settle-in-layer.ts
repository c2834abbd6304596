import type { PlannedChange } from '../../../core/edits/planned-change.js';
import { detailsOf } from '../../../core/policy/action-details.js';
import { decide } from '../../../core/policy/decide.js';
import { absolutePath } from '../../../core/policy/file-name.js';
import {
	changedPaths,
	discardedWords,
	type LayerBecause,
	notApplied,
	notTaken,
	tooManyWords,
} from '../../../core/sandbox/layer-messages.js';
import type { SettledCommand } from '../../../core/sandbox/session-sandbox.js';
import { commandResult } from '../../../core/session/questions/client-questions.js';
import { canRunPrograms } from '../../../core/shadow/can-run-programs.js';
import { countedChanges } from '../../../core/shadow/change-rows.js';
import { gitFolderOf } from '../../../core/shadow/git-folder.js';
import type { ShadowChange } from '../../../core/shadow/shadow-change.js';
import type { ShadowPort } from '../../../core/shadow/shadow-port.js';
import type { ExitStatus } from '../../../core/tool-call.js';
import { changeRequest, choosePermitted } from '../../shadow/choose-by-mode.js';
import { type ClientContext, report, waysToAllow, wayWords } from '../client-context.js';
import type { SandboxedRun } from './sandboxed-run.js';
import { textsLeft } from './texts-left.js';

export type LayerOutcome = {
	readonly because: LayerBecause;
	readonly changes: readonly ShadowChange[];
	readonly exit: ExitStatus;
	/** Sentence for the agent below its output. */
	readonly words: string | null;
};

/** More changes are not reviewed in a question. */
const MOST_REVIEWED = 2000;

/**
 * Settles the changes of a command in the layer: applied where mode and rules allow such edits, dropped in plan mode,
 * else asked about. What is not applied is gone.
 */
export async function settleInLayer(client: ClientContext, run: SandboxedRun, exit: ExitStatus): Promise<LayerOutcome> {
	const layer = client.ports.commandLayer?.current() ?? null;
	const looked = await layer?.changes();
	if (layer === null || looked === undefined) return { because: 'discarded', changes: [], exit, words: null };
	const changes = looked.ok ? countedChanges(looked.value) : [];
	const ended: Ended = { client, layer, run, changes, exit };
	if (!looked.ok) return discard(ended, looked.failure.message);
	if (changes.length === 0) {
		// The command was reported as read-only before it ran.
		const isKnown = detailsOf(run.action).isReadOnlyCommand;
		if (!isKnown) report(client, run.action, { decision: 'allow', because: 'it changed nothing' }, 'policy');
		return { because: 'changed nothing', changes, exit, words: null };
	}
	const paths = changedPaths(changes);
	if (run.hasFilledDisk) return discard(ended, discardedWords('full', paths));
	if (client.store.getState().mode.mode === 'plan') {
		return { ...(await discard(ended, discardedWords('plan', paths))), exit };
	}
	if (changes.length > MOST_REVIEWED) return discard(ended, tooManyWords(changes.length));
	if (await isDenied(client, changes)) return discard(ended, discardedWords('denied', paths));
	if (isLeft(client, run)) return discard(ended, discardedWords('no-turn', paths));
	return (await isPermitted(client, changes)) && !isLeft(client, run) ? apply(ended) : askToTake(ended);
}

export async function dropFromLayer({ ports }: ClientContext): Promise<void> {
	const layer = ports.commandLayer?.current() ?? null;
	const changes = await layer?.changes();
	if (changes?.ok === true) await layer?.discard(changes.value.map(({ path }) => path));
}

type Ended = {
	readonly client: ClientContext;
	readonly layer: ShadowPort;
	readonly run: SandboxedRun;
	readonly changes: readonly ShadowChange[];
	readonly exit: ExitStatus;
};

/** A denied change is not asked about, and the others without it are something else. */
async function isDenied({ store, ports, rules }: ClientContext, changes: readonly ShadowChange[]): Promise<boolean> {
	const { cwd, mode } = store.getState();
	const context = { mode: mode.mode, rules: rules().filter(({ decision }) => decision === 'deny') };
	if (context.rules.length === 0) return false;
	for (const change of changes) {
		const request = await changeRequest(change, { files: ports.files, cwd });
		if (request !== null && decide(request, context).decision === 'deny') return true;
	}
	return false;
}

async function isPermitted(client: ClientContext, changes: readonly ShadowChange[]): Promise<boolean> {
	const { cwd, mode } = client.store.getState();
	const context = { mode: mode.mode, rules: client.rules() };
	const permitted = await choosePermitted(changes, { files: client.ports.files, cwd, context });
	return permitted.length === changes.length;
}

async function askToTake(ended: Ended): Promise<LayerOutcome> {
	const { client, layer, run, changes, exit } = ended;
	const { questions, ports, store, isHeadless } = client;
	const paths = changedPaths(changes);
	const because = whyDropped(client, run);
	if (because !== null) return discard(ended, discardedWords(because, paths));
	const shown = await plannedChanges(layer, changes, (path) => absolutePath(store.getState().cwd, path));
	const question = commandResult({
		id: ports.ids.next('question'),
		request: { ...run.action, changes: shown },
		...waysToAllow(client, run.action),
		toolCallId: run.action.toolCallId,
		askedAt: ports.clock.now(),
		result: { exit, changes },
	});
	const outcome = isHeadless ? null : await questions.put(question, run.left.signal);
	const isTaken = outcome?.type === 'selected' && outcome.optionId === 'allow';
	// A question from before plan mode or a stop changes nothing.
	const late = isTaken ? whyDropped(client, run) : null;
	if (isTaken && late === null) return apply(ended);
	const why = late ?? (outcome?.type === 'selected' ? 'rejected' : 'dismissed');
	return discard(ended, discardedWords(why, paths));
}

/** Null where the user is asked. */
function whyDropped(client: ClientContext, run: SandboxedRun) {
	if (client.store.getState().mode.mode === 'plan') return 'plan';
	if (client.isHeadless) return 'headless';
	return isLeft(client, run) ? 'no-turn' : null;
}

/** The turn is over or stopped, or the session left: nobody waits for the changes. */
function isLeft({ store, sessions }: ClientContext, { spawn, left }: SandboxedRun): boolean {
	const { turn } = store.getState();
	return left.signal.aborted || !sessions.isServed(spawn.sessionId) || turn === null || turn.cancelledAt !== undefined;
}

async function apply(ended: Ended): Promise<LayerOutcome> {
	const { client, layer, run, changes, exit } = ended;
	const { ports, store, allowances } = client;
	const { cwd } = store.getState();
	const names = changes.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]));
	const paths = await Promise.all(names.map((name) => ports.files.inspect(absolutePath(cwd, name))));
	// The turn's comparison finds them and can undo them.
	const left = await textsLeft(layer, changes, allowances.list());
	allowances.add({ source: 'fs-write', kind: 'edit', title: run.action.title, paths, diffs: [] }, left);
	const result = await layer.apply(
		changes.map(({ path, version, conflict }) => ({
			...{ path, version },
			...(conflict === null ? {} : { isOverConflict: true as const }),
		})),
	);
	if (!result.ok) return discard(ended, result.failure.message);
	const { skipped, kept } = result.value;
	for (const { path } of skipped) left.delete(path);
	const savedCopies = await Promise.all(kept.map(({ at }) => ports.files.inspect(absolutePath(cwd, at))));
	if (kept.length > 0)
		allowances.add({ source: 'fs-write', kind: 'edit', title: run.action.title, paths: savedCopies, diffs: [] });
	report(client, run.action, { decision: 'allow', because: 'its changes were taken' }, 'policy');
	if (skipped.length === 0) return { because: 'applied', changes, exit, words: null };
	await layer.discard(skipped.map(({ path }) => path));
	return { because: 'applied', changes, exit: failed(exit), words: notApplied(skipped) };
}

async function discard({ client, layer, run, changes, exit }: Ended, words: string): Promise<LayerOutcome> {
	const dropped = await layer.discard(changes.map(({ path }) => path));
	if (!dropped.ok)
		client.ports.log.write('warn', 'changes of a command stay in the layer', { code: dropped.failure.code });
	if (client.isHeadless && client.store.getState().mode.mode !== 'plan') {
		const because = notTaken(changedPaths(changes), wayWords(client, run.action));
		report(client, run.action, { decision: 'deny', because }, 'policy');
	}
	return { because: 'discarded', changes, exit: failed(exit), words };
}

/** A command whose changes are dropped has not done what it reports. */
function failed(exit: ExitStatus): ExitStatus {
	return exit.code === 0 ? { ...exit, code: 1 } : exit;
}

export type ReportedCommand = Pick<SettledCommand, 'command' | 'because'>;

/** Reports to scripts what became of a command. */
export function reportSettled(
	{ store }: ClientContext,
	command: ReportedCommand,
	{ changes, exit }: { readonly changes: readonly ShadowChange[]; readonly exit: ExitStatus },
): void {
	const shown = changes.map(({ path, status, added, removed }) => ({ path, status, added, removed }));
	store.dispatch({ type: 'command-settled', command: { ...command, exitCode: exit.code, changes: shown } });
}

/** Files whose texts are read; further ones are only named. */
const MOST_TEXTS = 200;

/** Changes of a layer as texts, those that can make programs run first. Other files of git are left out. */
export async function plannedChanges(
	layer: ShadowPort,
	changes: readonly ShadowChange[],
	absolute: (path: string) => string,
): Promise<readonly PlannedChange[]> {
	const planned: PlannedChange[] = [];
	const runs = changes.filter(canRunPrograms);
	const others = changes.filter((change) => !canRunPrograms(change) && gitFolderOf(change.path) === null);
	for (const change of [...runs, ...others].slice(0, MOST_TEXTS)) {
		const one = await plannedChange(layer, change, absolute);
		if (one !== null) planned.push(one);
	}
	return planned;
}

async function plannedChange(
	layer: ShadowPort,
	{ path, from, status, version, kind }: ShadowChange,
	absolute: (path: string) => string,
): Promise<PlannedChange | null> {
	if (kind === 'folder') return null;
	const texts = await layer.texts(path, version);
	if (!texts.ok) return null;
	const { before, after } = texts.value;
	if (status === 'deleted') {
		if (before === null) return null;
		return { path: absolute(path), oldText: before, newText: '', doubt: 'deletes-file', isWhole: true };
	}
	// No text where only permissions change.
	if (after === null || after === before) return null;
	if (status !== 'renamed' || from === undefined)
		return { path: absolute(path), oldText: before, newText: after, isWhole: true };
	return { path: absolute(from), oldText: after, newText: after, isWhole: true, movedTo: path };
}
