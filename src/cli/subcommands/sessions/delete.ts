import { agentRow } from '../../../core/sessions/merge-lists.js';
import type { SessionRow } from '../../../core/sessions/session-index.js';
import { CommandFailure } from '../../command-failure.js';
import { confirm } from '../../confirm.js';
import { printText } from '../../print-text.js';
import { UsageError } from '../../usage-error.js';
import type { SubcommandHost } from '../subcommand.js';
import { withAgent } from './agent-list.js';
import { type Kept, openKept } from './kept.js';
import * as messages from './messages.js';
import type { SessionsDeleteRequest, SessionsPlace } from './request.js';

const { deleting } = messages;

/**
 * Carries out `acp-tui sessions delete ID`. At both, the agent's comes first: what it refuses to delete is kept here, too.
 * A session that runs is never deleted.
 */
export async function runSessionsDelete(request: SessionsDeleteRequest, host: SubcommandHost): Promise<number> {
	const { at, isAgreed } = request;
	const kept = await openKept(request.cwd, host.world);
	const row = await findRow(request, kept);
	if (row.state === 'running') throw new CommandFailure({ code: 'denied', message: deleting.running(row.id) });
	if (at !== 'agent' && !row.where.includes('here')) throw new UsageError(deleting.notHere(row.id));
	if (at !== 'here' && row.sessionId === null) throw new UsageError(deleting.notAtAgent(row.id));
	const agreed = isAgreed || (await confirm(deleting.question(row, whereWords(row, at)), host.stop.signal));
	if (host.stop.signal.aborted) return Number(host.stop.signal.reason);
	if (agreed === null) throw new UsageError(deleting.noTerminal);
	if (!agreed) {
		process.stderr.write(`acp-tui: ${deleting.declined}\n`);
		return 2;
	}
	if (at !== 'here') {
		const code = await deleteAtAgent(row, placeFor(row, request), host);
		if (code !== 0) return code;
	}
	if (at === 'agent') return 0;
	const deleted = await kept.index.delete(row.id);
	if (!deleted.ok) throw new CommandFailure(deleted.failure);
	return printText(`${deleting.deletedHere(row)}\n`);
}

/** Ours; where the command line names an agent, and it is to be deleted there, also one that this agent alone knows. */
async function findRow(request: SessionsDeleteRequest, { index, cwd }: Kept): Promise<SessionRow> {
	const { id, at, agent, agentCommand } = request;
	const found = await index.find(id);
	if (found.type === 'found') return found.row;
	if (found.type === 'several') throw new UsageError(messages.severalIds(id, found.rows));
	if (at === 'here' || (agent ?? agentCommand) === null) throw new UsageError(messages.unknownId(id));
	return agentRow(agent ?? '', { sessionId: id, cwd, title: null, updatedAt: null, additionalDirectories: [] });
}

/** The agent that is started: the one that the command line names, else the session's own. */
function placeFor({ agent }: SessionRow, { cwd, agent: named, agentCommand }: SessionsDeleteRequest): SessionsPlace {
	return (named ?? agentCommand) === null ? { cwd, agent, agentCommand: null } : { cwd, agent: named, agentCommand };
}

async function deleteAtAgent(row: SessionRow, place: SessionsPlace, host: SubcommandHost): Promise<number> {
	const { sessionId } = row;
	if (sessionId === null) return 0;
	return withAgent(place, host, async (connected, agent) => {
		const deleted = connected.ok ? await connected.value.deleteSession(sessionId) : connected;
		if (deleted.ok) return printText(`${deleting.deletedAtAgent(row, agent)}\n`);
		const { code, message, hint = '' } = deleted.failure;
		if (code === 'auth-required') {
			process.stderr.write(`acp-tui: ${`${message} ${hint}`.trim()}\n`);
			return 3;
		}
		throw new CommandFailure(deleted.failure);
	});
}

function whereWords({ agent, where, sessionId }: SessionRow, at: SessionsDeleteRequest['at']): string {
	if (at === 'agent') return deleting.agent(agent);
	if (at === 'both') return deleting.both(agent);
	return where.includes('here') && sessionId !== null ? deleting.hereOnly(agent) : deleting.here;
}
