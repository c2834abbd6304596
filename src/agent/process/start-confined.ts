import type { AgentLaunch } from '../../core/agent-info.js';
import type { Confine, PreparedLaunch } from '../../core/agent-port.js';
import { fail, type Result, succeed } from '../../core/failure.js';
import type { NetworkJudge } from '../../core/network/network.js';
import type { Confinement, ConfinementChoice } from '../../core/sandbox/confinement.js';
import { type AgentProcess, type ProcessSurroundings, startProcess } from './agent-process.js';

export type StartedAgent = { readonly process: AgentProcess; readonly confinement?: Confinement };

/** Starts an agent, in a sandbox if asked for. The sandbox ends with the process, and when that does not start. */
export async function startAgent(
	launch: AgentLaunch,
	prepared: Extract<PreparedLaunch, { type: 'ready' }>,
	around: ProcessSurroundings & {
		readonly confine: Confine | null;
		readonly sandbox: ConfinementChoice;
		readonly connections?: NetworkJudge | undefined;
	},
): Promise<Result<StartedAgent>> {
	const { confine, sandbox } = around;
	if (sandbox.kind === 'none') {
		const started = await startProcess(launch, prepared, around);
		return started.ok ? succeed({ process: started.value }) : started;
	}
	// A requested sandbox is never left out.
	if (confine === null) return fail('could-not-start', 'The agent is to run in a sandbox, and there is none here.');
	const confined = await confine(prepared, sandbox, around.connections);
	if (!confined.ok) return confined;
	const { confinement, launch: inside } = confined.value;
	const started = await startProcess(launch, inside, around);
	if (!started.ok) {
		await confinement.close();
		return started;
	}
	const process = started.value;
	confined.value.started(process.pid);
	void process.exited.then(() => confinement.close());
	return succeed({ process: endingWith(process, confinement), confinement });
}

/** Processes that left the agent's group end with its sandbox. */
function endingWith(process: AgentProcess, confinement: Confinement): AgentProcess {
	return {
		...process,
		async end() {
			await process.end();
			await confinement.close();
		},
	};
}
