import type { SessionRow } from '../../../core/session-index.js';
import { agentRow } from '../../../core/sessions/merge-lists.js';
import { formatBytes } from '../../../core/text/bytes.js';
import { counted } from '../../../core/text/counted.js';
import { sanitizeLine, sanitizeText } from '../../../core/text/sanitize.js';
import { confirm } from '../../confirm.js';
import { CommandFailure, UsageError } from '../../errors.js';
import { printText } from '../../output.js';
import { quote } from '../../quote-value.js';
import type { SubcommandHost } from '../../subcommand.js';
import { sizeOf } from '../../units.js';
import type { AgentPlace } from '../sign-in/sign-in-agent.js';
import { withAgent } from './agent-list.js';
import {
	findSavedSession,
	openSavedSessions,
	refuseAgent,
	type SavedSessions,
	severalIds,
	unknownId,
} from './saved-sessions.js';
import { jsonText, rowJson, sessionTable, tableLook } from './session-rows.js';

type Place = 'here' | 'agent' | 'both';
type SessionsDeleteRequest = AgentPlace & { readonly id: string; readonly at?: Place; readonly yes?: true };

/** Carries out `acp-tui sessions delete ID`, the agent's first: what it refuses is kept. Never a running one. */
export async function runSessionsDelete(request: SessionsDeleteRequest, host: SubcommandHost): Promise<number> {
	const { at = 'here', yes } = request;
	const kept = await openSavedSessions(request.cwd, host.world);
	const row = await findRow({ ...request, at }, kept);
	if (row.state === 'running') throw new CommandFailure({ code: 'denied', message: deleting.running(row.id) });
	if (at !== 'agent' && !row.where.includes('here')) throw new UsageError(deleting.notHere(row.id));
	if (at !== 'here' && row.sessionId === null) throw new UsageError(deleting.notAtAgent(row.id));
	const agreed = yes || (await confirm(`Delete ${named(row)} ${whereWords(row, at)}? (y/N) `, host.stop.signal));
	if (host.stop.signal.aborted) return Number(host.stop.signal.reason);
	if (agreed === null) throw new UsageError('nothing was deleted: there is no terminal to ask in. To agree: --yes');
	if (!agreed) {
		process.stderr.write(`acp-tui: Nothing was deleted.\n`);
		return 2;
	}
	if (at !== 'here') {
		const code = await deleteAtAgent(row, placeFor(row, request), host);
		if (code !== 0) return code;
	}
	if (at === 'agent') return 0;
	const deleted = await kept.index.delete(row.id);
	if (!deleted.ok) throw new CommandFailure(deleted.failure);
	return printText(`Deleted ${named(row)} here.\n`);
}

/** Finds a saved session; for a deletion at a named agent also one that only the agent lists. */
async function findRow(request: SessionsDeleteRequest, { index, cwd }: SavedSessions): Promise<SessionRow> {
	const { id, at, agent, agentCommand } = request;
	const found = await index.find(id);
	if (found.type === 'found') return found.row;
	if (found.type === 'several') throw new UsageError(severalIds(id, found.rows));
	if (at === 'here' || (agent ?? agentCommand) === undefined) throw new UsageError(unknownId(id));
	return agentRow(agent ?? '', { sessionId: id, cwd, title: null, updatedAt: null, additionalDirectories: [] });
}

function placeFor({ agent }: SessionRow, request: SessionsDeleteRequest): AgentPlace {
	return (request.agent ?? request.agentCommand) === undefined ? { ...request, agent } : request;
}

async function deleteAtAgent(row: SessionRow, place: AgentPlace, host: SubcommandHost): Promise<number> {
	const { sessionId } = row;
	if (sessionId === null) return 0;
	return withAgent(place, host, async (connected, agent) => {
		const deleted = connected.ok ? await connected.value.deleteSession(sessionId) : connected;
		if (deleted.ok) return printText(`Deleted ${named(row)} in the list of ${sanitizeLine(agent)}.\n`);
		const { code, message, hint = '' } = deleted.failure;
		if (code === 'auth-required') {
			process.stderr.write(`acp-tui: ${`${message} ${hint}`.trim()}\n`);
			return 3;
		}
		throw new CommandFailure(deleted.failure);
	});
}

function whereWords({ agent, where, sessionId }: SessionRow, at: Place): string {
	if (at === 'agent') return `in the list of ${sanitizeLine(agent)}`;
	if (at === 'both') return `here and in the list of ${sanitizeLine(agent)}`;
	return where.includes('here') && sessionId !== null ? deleting.hereOnly(agent) : 'here';
}

const deleting = {
	hereOnly: (agent: string): string => `here (${sanitizeLine(agent)} keeps its own copy)`,

	running: (id: string): string => `the session ${id} is running, so it is not deleted; leave it first`,
	notHere: (id: string): string => `the session ${quote(id)} is not kept here; to delete it at its agent: --at agent`,
	notAtAgent: (id: string): string => `the session ${id} never reached its agent, so there is nothing to delete there`,
};

function named({ id, title }: SessionRow): string {
	return title === '' ? id : `${quote(title)} (${id})`;
}

/** Carries out `acp-tui sessions rename ID TITLE`, also of a session that runs. */
export async function runSessionsRename(
	request: AgentPlace & { readonly id: string; readonly title: readonly string[] },
	{ world }: SubcommandHost,
): Promise<number> {
	refuseAgent('rename', request);
	const { index } = await openSavedSessions(undefined, world);
	const row = await findSavedSession(index, request.id);
	const wanted = request.title.join(' ').replace(/\s+/g, ' ').trim();
	const renamed = await index.rename(row.id, wanted);
	if (!renamed.ok) throw new CommandFailure(renamed.failure);
	const done = wanted === '' ? 'has the agent’s title again' : `is now called ${quote(wanted)}`;
	return printText(`${row.id} ${done}.\n`);
}

const DAY = 24 * 3600 * 1000;
const NO_LIMITS = 'the config keeps sessions of any age and size; give a limit with --older-than or --max-size';

type SessionsPruneRequest = AgentPlace & {
	/** In milliseconds. */
	readonly olderThan?: number;
	/** In bytes. */
	readonly maxSize?: number;
	readonly dryRun?: true;
	readonly json?: true;
};

/** Carries out `acp-tui sessions prune`. One limit on the command line takes the place of both of the config. */
export async function runSessionsPrune(request: SessionsPruneRequest, { world }: SubcommandHost): Promise<number> {
	refuseAgent('prune', request);
	const { olderThan = null, maxSize: most = null, dryRun: isDryRun = false, json } = request;
	const { index, settings } = await openSavedSessions(request.cwd, world);
	const { days, maxSize } = settings.sessions;
	const isGiven = (olderThan ?? most) !== null;
	const age = isGiven ? olderThan : days === false ? null : days * DAY;
	const maxBytes = isGiven ? most : maxSize === false ? null : sizeOf(maxSize);
	if (age === null && maxBytes === null) throw new UsageError(NO_LIMITS);
	const { rows, bytes, failed } = await index.prune({
		before: age === null ? null : Date.now() - age,
		maxBytes,
		isDryRun,
	});
	for (const { because } of failed) process.stderr.write(`acp-tui: ${sanitizeText(because)}\n`);
	if (json) {
		await printText(jsonText(rows.map(rowJson)));
	} else {
		const table = isDryRun ? sessionTable(rows, await tableLook(world, true)) : '';
		const done = `${isDryRun ? 'Would delete' : 'Deleted'} ${counted(rows.length, 'session')} (${formatBytes(bytes)}).`;
		const summary = rows.length === 0 ? 'Nothing to delete.' : done;
		await printText(`${table}${summary}\n`);
	}
	return failed.length > 0 ? 1 : 0;
}
