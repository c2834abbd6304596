// Does over and over what a test kills it in, and says so first: `node program.mjs WORK FOLDER`. Bundled by the test.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { createAgentPort } from '../../../../src/agent/agent-port.js';
import type { AgentConnection, AgentHost } from '../../../../src/core/agent-port.js';
import type { CommandAccess } from '../../../../src/core/sandbox/command-access.js';
import { createProcessGuard } from '../../../../src/services/guard/process-guard.js';
import { createAgentSandboxes } from '../../../../src/services/sandbox/agents/agent-sandboxes.js';
import { createCommandSandbox } from '../../../../src/services/sandbox/commands/command-sandbox.js';
import { mountsOf } from '../../../../src/services/sandbox/linux/mounts.js';
import { SessionLayer } from '../../../../src/services/shadow/layers/session-layer.js';
import { SessionShadow } from '../../../../src/services/shadow/session-shadow.js';
import { createTemporaryFolder } from '../../../../src/services/state/temporary-folder.js';
import { createTerminals } from '../../../../src/services/terminals/terminals.js';
import { must } from '../../must.js';

const [, , work = '', folder = ''] = process.argv;
const workspace = join(folder, 'workspace');
const { env } = process;
const guard = createProcessGuard();
const temporary = createTemporaryFolder(guard);
const never = new AbortController().signal;

const newShadow = (): SessionShadow =>
	new SessionShadow({
		stateDir: join(folder, 'state'),
		cwd: workspace,
		agent: () => 'killed',
		sessionId: async () => null,
	});
let shadow = newShadow();

const sandboxes = createAgentSandboxes({
	workspace,
	roots: () => [],
	home: folder,
	hidden: [join(folder, 'state')],
	keys: [],
	readable: [],
	temporary: temporary.path,
	shadowView: () => shadow.openView(),
});

const port = createAgentPort({
	clientVersion: '0',
	prepare: async () => ({
		type: 'ready',
		command: '/bin/sh',
		args: [join(folder, 'agent.sh')],
		cwd: workspace,
		env: { PATH: env['PATH'], HOME: folder },
	}),
	confine: sandboxes.confine,
	guard,
});

/** Nothing that the agent tells is of interest here. */
const host = new Proxy({}, { get: () => () => {} }) as AgentHost;

async function connect(kind: 'fence' | 'shadow'): Promise<AgentConnection> {
	const launch = { name: 'killed', command: '/bin/sh', args: [], env: {} };
	const connected = await port.connect(
		launch,
		{
			cwd: workspace,
			features: { files: true, terminals: true },
			sandbox: {
				...{ kind, access: 'write', writable: [], planFolders: [], denied: [] },
				network: { mode: 'ask', hosts: [] },
			},
			handshakeTimeout: 60_000,
			signal: never,
		},
		host,
	);
	return must(connected);
}

/** One round of it, and what ends all that it has open. */
type Work = { round(): Promise<void>; end(): Promise<void> };

const WORK: Readonly<Record<string, () => Work>> = {
	start: () => ({
		async round() {
			await (await connect('fence')).close();
		},
		end: async () => {},
	}),
	switch() {
		let connection: AgentConnection | null = null;
		return {
			async round() {
				connection ??= await connect('fence');
				const current = connection;
				void connection.exited.then(() => {
					if (connection === current) connection = null;
				});
				for (const access of ['read', 'write'] as const) {
					const change = await current.confinement?.setAccess(access);
					const pid = sandboxes.current()?.namespace.pid;
					const mounts = pid === undefined ? [] : mountsOf(pid);
					const own = mounts.find(({ at }) => at === workspace);
					// Whatever was killed meanwhile: what is to hold does.
					if (change?.type === 'changed' && access === 'read' && own?.isReadOnly === false) report('false');
				}
			},
			end: async () => void (await connection?.close()),
		};
	},
	command() {
		const { run, end } = commands();
		return {
			async round() {
				const write = { files: 'write', network: false, folders: [] } as const;
				await Promise.all([
					run('cat *.txt; sleep 0.01', { files: 'read' }),
					run('(sleep 30 &); echo x >made.txt', write),
				]);
			},
			end,
		};
	},
	layer() {
		const { run, layer, end } = commands();
		return {
			async round() {
				const pair = `for n in 1 2; do echo ${performance.now()} >pair-$n.txt; done`;
				await run(`(sleep 30 &); echo x >layered.txt; echo y >>1.txt; ${pair}`, { files: 'layer', network: false });
				const now = layer.current();
				if (now === null) throw new Error('there is no layer');
				const changes = must(await now.changes());
				const isPair = ({ path }: { readonly path: string }): boolean => path.startsWith('pair-');
				const over = changes.map((change) => ({ ...change, isOverConflict: true as const }));
				must(await now.apply(over.filter(isPair)));
				must(await now.discard(changes.filter((change) => !isPair(change)).map(({ path }) => path)));
			},
			end,
		};
	},
	shadow: () => ({
		async round() {
			const connection = await connect('shadow');
			const now = shadow.current();
			await now?.beginTurn();
			for (let turn = 0; turn < 3; turn += 1) {
				const changes = now === null ? [] : must(await now.changes());
				await now?.discard(changes.map(({ path }) => path));
			}
			await connection.close();
			await this.end();
		},
		async end() {
			await shadow.close();
			shadow = newShadow();
		},
	}),
};

/** Commands in sandboxes, and the layer of those that nobody was asked about. */
function commands() {
	const layer = new SessionLayer({ stateDir: join(folder, 'state'), cwd: workspace, env });
	const sandbox = createCommandSandbox({
		setting: 'require',
		env,
		session: () => ({ folders: [workspace], home: folder, ownFolders: [] }),
		async folder() {
			const path = join(await temporary.path(), 'sandbox');
			await mkdir(path, { recursive: true });
			return path;
		},
		openLayer: () => layer.open(),
	});
	const terminals = createTerminals({ env, folders: () => [workspace], sandbox, guard });
	return {
		layer,
		async run(line: string, access: CommandAccess): Promise<void> {
			const created = await terminals.create(
				{
					sessionId: 's',
					command: '/bin/sh',
					args: ['-c', line],
					env: [],
					cwd: workspace,
					...(access.files === 'layer' ? {} : { notFrom: workspace }),
					sandbox: access,
				},
				{ onData() {}, onExit() {} },
			);
			const { terminalId } = must(created);
			const exit = must(await terminals.waitForExit(terminalId, never));
			must(await terminals.release(terminalId));
			if (exit.code !== 0) throw new Error(`a command ended with ${exit.code} ${exit.signal}`);
		},
		async end(): Promise<void> {
			await terminals.closeAll();
			await sandbox.close();
			await layer.close();
		},
	};
}

function failsAfter(time: number): (error: unknown) => false {
	return (error) => {
		if (performance.now() > time) throw error;
		return false;
	};
}

function report(word: string): void {
	process.stdout.write(`${word}\n`);
}

let isOver = false;
process.stdin.once('data', () => {
	isOver = true;
});
const { round, end } = WORK[work]?.() ?? { round: async () => {}, end: async () => {} };
const one: Work = { round, end };
await one.round();
report('ready');
while (!isOver) {
	// A round of what has ended waits for nothing: that it has ended would never be heard.
	await new Promise((resolve) => setImmediate(resolve));
	try {
		await one.round();
	} catch {
		// Something that it needs was killed. Nothing is done about it here: the next round must find its own way.
		report('failed');
	}
}
// What was killed a moment ago may be met until its end is heard of.
const until = performance.now() + 20_000;
while (!(await one.round().then(() => true, failsAfter(until)))) await new Promise(setImmediate);
await one.end();
await temporary.remove();
guard.close();
process.stdin.unref();
report('over');
