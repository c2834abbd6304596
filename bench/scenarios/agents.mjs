import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import '../../scripts/run-sources.mjs';
import { STUB } from '../program.mjs';
import { compared } from '../statistics.mjs';

const KINDS = ['watch', 'fence', 'shadow'];
const never = new AbortController().signal;

/**
 * What it costs to start an agent in a sandbox: its process alone, from the request to its answer to `initialize`, in a
 * program that has started one before; and the whole of `acp-tui -p`, which starts one and ends it. Those with a sandbox
 * and without take turns, so that what else the machine does meets all of them.
 */
export async function agents(program, { starts, programs }) {
	const scratch = realpathSync(mkdtempSync(join(program.home, 'agents-')));
	try {
		const times = await startTimes(scratch, starts);
		const whole = { watch: [], fence: [], shadow: [] };
		// The first of each compiles what it loads.
		for (let run = -1; run < programs; run += 1) {
			for (const kind of inTurn(run)) {
				const ms = await program.prompt(['--sandbox', kind, '-p', 'flood 1 0 agents']);
				if (run >= 0) whole[kind].push(ms);
			}
		}
		return {
			fence: compared(times.watch, times.fence),
			shadow: compared(times.watch, times.shadow),
			ending: compared(times.watchEnd, times.fenceEnd),
			programFence: compared(whole.watch, whole.fence),
			programShadow: compared(whole.watch, whole.shadow),
		};
	} finally {
		rmSync(scratch, { recursive: true, force: true });
	}
}

/** Who begins changes: what one leaves to do meets the next. */
function inTurn(run) {
	const first = (run + KINDS.length) % KINDS.length;
	return [...KINDS.slice(first), ...KINDS.slice(0, first)];
}

async function startTimes(scratch, starts) {
	const { createAgentPort } = await import('../../src/agent/agent-port.ts');
	const { createAgentSandboxes } = await import('../../src/services/sandbox/agents/agent-sandboxes.ts');
	const { SessionShadow } = await import('../../src/services/shadow/session-shadow.ts');
	const [workspace, temporary, stateDir] = ['workspace', 'temporary', 'state'].map((name) => join(scratch, name));
	for (const folder of [workspace, temporary, stateDir]) mkdirSync(folder);
	const shadow = new SessionShadow({ stateDir, cwd: workspace, agent: () => 'bench', sessionId: async () => null });
	const sandboxes = createAgentSandboxes({
		workspace,
		roots: () => [],
		home: process.env.HOME,
		hidden: [stateDir],
		keys: [],
		readable: [],
		temporary: async () => temporary,
		shadowView: () => shadow.openView(),
	});
	const port = createAgentPort({
		clientVersion: '0',
		prepare: async () => ({
			type: 'ready',
			command: process.execPath,
			args: [STUB],
			cwd: workspace,
			env: { PATH: '/usr/bin:/bin', HOME: process.env.HOME },
		}),
		confine: sandboxes.confine,
	});

	async function start(kind) {
		const startedAt = performance.now();
		const connected = await port.connect(
			{ name: 'bench', command: process.execPath, args: [STUB] },
			optionsOf(kind, workspace),
			host,
		);
		if (!connected.ok) throw new Error(`${connected.failure.message} ${connected.failure.detail ?? ''}`);
		const answeredAt = performance.now();
		await connected.value.close();
		return { start: answeredAt - startedAt, end: performance.now() - answeredAt };
	}

	const times = { watch: [], fence: [], shadow: [], watchEnd: [], fenceEnd: [] };
	for (const kind of KINDS) await start(kind);
	for (let run = 0; run < starts; run += 1) {
		for (const kind of inTurn(run)) {
			const { start: ms, end } = await start(kind);
			times[kind].push(ms);
			times[`${kind}End`]?.push(end);
		}
	}
	await shadow.close();
	return times;
}

function optionsOf(kind, cwd) {
	const held = { kind, access: 'write', writable: [], planFolders: [], denied: [] };
	const sandbox = kind === 'watch' ? { kind: 'none', because: 'watch' } : held;
	const features = { files: true, terminals: true };
	return { cwd, features, handshakeTimeout: 30_000, signal: never, sandbox };
}

/** Nothing that an agent tells is of interest. */
const host = new Proxy({}, { get: () => () => {} });
