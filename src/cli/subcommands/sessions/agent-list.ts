import type { Failure, Result } from '../../../core/failure.js';
import { type AgentSessions, type ListedSession, listAgentSessions } from '../../../core/sessions/agent-sessions.js';
import type { SubcommandHost } from '../../subcommand.js';
import { type AgentPlace, openSignInAgent } from '../sign-in/sign-in-agent.js';

export type AgentList = {
	readonly agent: string;
	readonly sessions: readonly ListedSession[];
	readonly cutShort: 'bounds' | 'same-cursor' | 'failed' | null;
	readonly failure: Failure | null;
};

/** Starts the agent that the command line names and reads its list. Throws a UsageError when there is no such agent. */
export async function readAgentList(place: AgentPlace, cwd: string | null, host: SubcommandHost): Promise<AgentList> {
	const { signal } = host.stop;
	return withAgent(place, host, async (connected, agent) => {
		const nothing = { agent, sessions: [], cutShort: null };
		if (!connected.ok) return { ...nothing, failure: connected.failure };
		const listed = await listAgentSessions(connected.value, cwd === null ? {} : { cwd }, { signal });
		if (!listed.ok) return { ...nothing, failure: listed.failure };
		const { sessions, cutShort = null } = listed.value;
		// Not every agent keeps to the folder that it is asked for.
		const wanted = cwd === null ? sessions : sessions.filter((session) => session.cwd === cwd);
		return { agent, sessions: wanted, cutShort, failure: null };
	});
}

/** Starts an agent, which gets no files, no commands and no permission, for as long as `use` runs. */
export async function withAgent<T>(
	place: AgentPlace,
	host: SubcommandHost,
	use: (connected: Result<AgentSessions>, name: string) => Promise<T>,
): Promise<T> {
	const { signal } = host.stop;
	const started = await openSignInAgent(place, host, { onAddress: () => {}, signal, hasTerminal: false });
	try {
		return await use(await started.start(), started.launch.name);
	} finally {
		await started.close();
	}
}
