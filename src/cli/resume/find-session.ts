import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defined } from '../../core/defined.js';
import type { ResumeTarget, WantedResume } from '../../core/resuming/resuming.js';
import type { SessionIndexPort, SessionList, SessionQuery, SessionRow } from '../../core/session-index.js';
import { recordIdOf } from '../../core/session-list.js';
import { mergeLists } from '../../core/sessions/merge-lists.js';
import type { LogHolder } from '../../core/sessions/session-log-ports.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { isFolder } from '../../services/files/what-is-there.js';
import { createSessionIndex } from '../../services/sessions/index/session-index.js';
import { recordHolder } from '../../services/sessions/session-logs.js';
import type { ResumeOption, RunOptions } from '../command.js';
import { UsageError } from '../errors.js';
import { quote } from '../quote-value.js';
import type { AgentList } from '../subcommands/sessions/agent-list.js';
import type { World } from '../world.js';

type ResumedRun = {
	readonly row: SessionRow | null;
	readonly resume: WantedResume | null;
	/** The list of sessions is opened with this search; null: it is not. */
	readonly asksFor: string | null;
	readonly notices: readonly string[];
};

/** The options of a run with the folder and the agent of its session, and the rest once the agent's name is known. */
type StartOfRun = {
	readonly run: RunOptions;
	/** Where its agent's name was written, for what is said of a name that nobody knows. */
	readonly agentPlace?: string;
	settle(agent: string): Promise<ResumedRun>;
};

type Finding = {
	readonly index: Pick<SessionIndexPort, 'find' | 'list'>;
	readonly holder: (id: string) => Promise<LogHolder | null>;
	/** Asks the agent that the command line names for its own list, of all folders; null: it names none. */
	readonly atAgent: (() => Promise<AgentList>) | null;
	readonly world: Pick<World, 'cwd'>;
};

/**
 * Start of a run with `--continue` or `--resume`, as far as it is known before its agent is chosen: the folder
 * and the agent of the session win where the command line names none. Throws a UsageError with one sentence where there
 * is no such session, or it cannot be gone on with.
 */
export async function findSession(run: RunOptions, finding: Finding): Promise<StartOfRun> {
	const { index, holder, atAgent, world } = finding;
	const { resume } = run;
	if (resume === null) return { run, settle: async () => NOTHING };
	if (resume.type === 'list') return { run, settle: async () => ({ ...NOTHING, asksFor: '' }) };
	if (resume.type === 'id') {
		const found = await findById(resume.id, index, atAgent);
		// A session that is being closed is free in a moment.
		const row = (await left(found, resume, holder)) ? await findById(resume.id, index, atAgent) : found;
		const folder = await folderOf(row, run, world);
		return {
			...withSession(run, row),
			settle: async (agent) => {
				checkAgent(row, agent);
				const pid = (await holder(row.id))?.pid;
				return taken(row, resume, { notices: folder === null ? [] : [worksIn(folder)], pid });
			},
		};
	}
	const cwd = await realFolder(resolve(world.cwd, run.cwd ?? '.'));
	if (isAgentNamed(run)) {
		// Its name is known when the agent is: one agent has several names.
		return { run, settle: async (agent) => newestOf(await listed(finding, resume, { cwd, agent }), resume, holder) };
	}
	const newest = await newestOf(await listed(finding, resume, { cwd }), resume, holder);
	const { row } = newest;
	return { ...(row === null ? { run } : withSession({ ...run, cwd }, row)), settle: async () => newest };
}

async function findById(id: string, index: Finding['index'], atAgent: Finding['atAgent']): Promise<SessionRow> {
	const found = await index.find(id);
	if (found.type === 'several') throw new UsageError(ambiguousSession(id, found.rows));
	if (found.type === 'found') return found.row;
	if (atAgent === null) throw new UsageError(unknownSession(id));
	return findAtAgent(id, await atAgent());
}

/** A session that the agent's own list alone has, by its id or the beginning of it. */
function findAtAgent(id: string, { agent, sessions, failure }: AgentList): SessionRow {
	const same = sessions.filter(({ sessionId }) => sessionId === id);
	const begun = same.length > 0 ? same : sessions.filter(({ sessionId }) => sessionId.startsWith(id));
	const rows = mergeLists([], agent, begun);
	const [row] = rows;
	if (rows.length > 1) throw new UsageError(ambiguousSession(id, rows));
	if (row !== undefined) return row;
	const why = failure === null ? '' : `; ${noAgentChange(agent, failure.message)}`;
	throw new UsageError(`${unknownSession(id)}${why}`);
}

/** The sessions that fit, once the newest is not about to be left any more. */
async function listed({ index, holder }: Finding, resume: ResumeOption, query: SessionQuery): Promise<SessionList> {
	const list = await index.list(query);
	const [newest] = list.rows;
	return newest !== undefined && (await left(newest, resume, holder)) ? index.list(query) : list;
}

/** Between two looks at a lock (ms). */
const LOOK_EVERY = 50;
/** A program that takes longer to leave (ms) is stuck. */
const MOST_LEAVING = 15_000;

/** Waits for a program that is leaving the session; false where none is. */
async function left({ id, state }: SessionRow, { isFork }: ResumeOption, holder: Finding['holder']): Promise<boolean> {
	if (state !== 'running' || isFork) return false;
	let hasWaited = false;
	const until = performance.now() + MOST_LEAVING;
	while ((await holder(id))?.isLeaving === true && performance.now() < until) {
		hasWaited = true;
		await sleep(LOOK_EVERY);
	}
	return hasWaited;
}

/** The newest that no other program has open; with a fork the newest. */
async function newestOf(
	{ rows, unreadable }: SessionList,
	resume: ResumeOption,
	holder: Finding['holder'],
): Promise<ResumedRun> {
	const isFree = ({ state, isReadOnly }: SessionRow): boolean => (state !== 'running' || resume.isFork) && !isReadOnly;
	const free = rows.filter(isFree);
	// A run that ended before its agent opened a session left nothing that could be remembered.
	const row = (resume.isPrinted ? free.find(({ sessionId }) => sessionId !== null) : undefined) ?? free[0];
	const [first] = rows;
	const isOpen = first !== undefined && first !== row && first.state === 'running';
	const pid = isOpen ? (await holder(first.id))?.pid : undefined;
	const damaged = unreadable.length === 0 ? [] : [logsUnreadable(unreadable)];
	if (row !== undefined) {
		return taken(row, resume, { notices: [...(isOpen ? [newerIsOpen(first, pid)] : []), ...damaged] });
	}
	if (isOpen) return taken(first, resume, { notices: [stillOpen(first, pid), ...damaged], pid });
	return { ...NOTHING, notices: [...damaged, damaged.length === 0 ? NO_SESSION_YET : NEW_INSTEAD] };
}

/** A session that is open elsewhere is offered in the list, where there is one: to be read, or forked. */
function taken(
	row: SessionRow,
	option: ResumeOption,
	{ notices, pid }: { readonly notices: readonly string[]; readonly pid?: number | undefined },
): ResumedRun {
	const { isFork, isPrinted, isBriefed } = option;
	const isOpen = row.state === 'running' && !isFork;
	if (isPrinted) {
		if (isOpen) throw new UsageError(openElsewhere(row, pid));
		if (row.isReadOnly) throw new UsageError(tooNew(row));
	}
	if (isOpen || row.isReadOnly) return { row, resume: null, asksFor: row.id, notices };
	const fallback = isBriefed === true ? 'briefing' : isFork && isPrinted ? 'plain' : undefined;
	return { row, resume: { target: targetOf(row), isFork, ...defined({ fallback }) }, asksFor: null, notices };
}

function targetOf(row: SessionRow): ResumeTarget {
	const { id, agent, sessionId, cwd, title, updatedAt, additionalDirectories } = row;
	if (recordIdOf(row) !== null) return { recordId: id };
	return { agent, sessionId: sessionId ?? id, cwd, title, updatedAt, ...defined({ additionalDirectories }) };
}

const NOTHING: ResumedRun = { row: null, resume: null, asksFor: null, notices: [] };

function withSession(run: RunOptions, row: SessionRow): Pick<StartOfRun, 'run' | 'agentPlace'> {
	const { cwd, agent } = row;
	if (isAgentNamed(run)) return { run: { ...run, cwd } };
	return {
		run: { ...run, cwd, agent },
		agentPlace: `session ${row.id} needs its agent (one that was given as a command line: add the same --agent-command);`,
	};
}

function isAgentNamed({ agent, agentCommand }: RunOptions): boolean {
	return (agent ?? agentCommand) !== undefined;
}

function checkAgent(row: SessionRow, agent: string): void {
	if (agent !== row.agent) throw new UsageError(otherAgent(row));
}

/** The session's folder where it differs from the current one; else null. */
async function folderOf(row: SessionRow, run: RunOptions, world: Finding['world']): Promise<string | null> {
	const here = await realFolder(resolve(world.cwd, run.cwd ?? '.'));
	if (run.cwd !== undefined && here !== row.cwd) throw new UsageError(otherFolder(row));
	if (!(await isFolder(row.cwd))) throw new UsageError(folderGone(row));
	return here === row.cwd ? null : row.cwd;
}

/** The folder behind all links; as it was written where it is none. */
async function realFolder(path: string): Promise<string> {
	try {
		return await realpath(path);
	} catch {
		return path;
	}
}

/** An agent that is asked for its list gets so long, in ms. */
const AGENT_PATIENCE = 60_000;

/** Looks a session up in the logs here, then in the list of the agent that is named. Throws as `findSession`. */
export function startOfRun(run: RunOptions, world: World): Promise<StartOfRun> {
	// The search writes nothing, as the configuration of the session's folder may forbid it.
	const index = createSessionIndex({ folder: world.paths.sessionsDir, isPersisted: false });
	const holder = (id: string) => recordHolder(world.paths.sessionsDir, id);
	return findSession(run, { index, holder, world, atAgent: isAgentNamed(run) ? () => listOf(run, world) : null });
}

async function listOf(run: RunOptions, world: World): Promise<AgentList> {
	const { readAgentList } = await import('../subcommands/sessions/agent-list.js');
	const stop = { signal: AbortSignal.timeout(AGENT_PATIENCE), end: () => {} };
	return readAgentList(run, null, { world, stop, hooks: { restoreTerminal: null, close: null, report: null } });
}

export const unknownSession = (id: string): string =>
	`--resume ${quote(id)}: there is no such session ("acp-tui sessions --all" lists them)`;
const noAgentChange = (agent: string, why: string): string =>
	`${sanitizeLine(agent)} could not be asked for its sessions: ${sanitizeLine(why)}`;
const ambiguousSession = (id: string, rows: readonly SessionRow[]): string => {
	const named = rows.slice(0, 5).map((row) => `${row.id} ${quote(titleOf(row))}`);
	const more = rows.length > named.length ? ' …' : '';
	return `--resume ${quote(id)}: several sessions begin so: ${named.join(', ')}${more}`;
};
export const NO_SESSION_YET = 'There is no session here to continue; this is a new one.';
const otherAgent = ({ id, agent }: SessionRow): string =>
	`session ${id} is one of ${quote(agent)}, not of the agent that is named; leave the agent out`;
const otherFolder = ({ id, cwd }: SessionRow): string =>
	`session ${id} belongs to ${quote(cwd)}; leave --cwd out, or begin a new one`;
export const folderGone = ({ id, cwd }: SessionRow): string =>
	`the folder ${quote(cwd)} of session ${id} is gone; "acp-tui sessions export ${id}" prints what was said`;
export const worksIn = (folder: string): string => `Working in ${sanitizeLine(folder)}, where this session belongs.`;
const isOpen = (row: SessionRow, pid: number | undefined): string =>
	`“${titleOf(row)}” is still open in another acp-tui${pid === undefined ? '' : ` (pid ${pid})`}`;
const openElsewhere = (row: SessionRow, pid: number | undefined): string =>
	`${isOpen(row, pid)}: close it there, or add --fork to continue in a copy`;
const stillOpen = (row: SessionRow, pid: number | undefined): string =>
	`${isOpen(row, pid)}: read it or continue in a copy.`;
const tooNew = ({ id }: SessionRow): string =>
	`session ${id} was written by a newer acp-tui, so this one can only print it: acp-tui sessions export ${id}`;
const newerIsOpen = (row: SessionRow, pid: number | undefined): string =>
	`${isOpen(row, pid)}: this is the session before it. acp-tui --resume ${row.id} reads or copies that one.`;
export const logsUnreadable = (ids: readonly string[]): string =>
	ids.length === 1
		? `A session log cannot be read: ${ids[0]}.jsonl is damaged.`
		: `${ids.length} session logs cannot be read: ${ids.slice(0, 3).join(', ')} are damaged.`;
const NEW_INSTEAD = 'No other session of this folder can be continued; this is a new one.';

function titleOf({ title }: SessionRow): string {
	return sanitizeLine(title.slice(0, 60));
}
