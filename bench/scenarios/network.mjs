import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import '../../scripts/run-sources.mjs';
import { compared, median } from '../statistics.mjs';

const CLIENT = fileURLToPath(new URL('../network-client.mjs', import.meta.url));
const SERVER = fileURLToPath(new URL('../network-server.mjs', import.meta.url));
const run = promisify(execFile);

/**
 * What the way out of a sandbox whose network asks costs: a connection with its first answer, and how fast many bytes
 * come, beside the same client that connects on the loopback interface of this machine. Both take turns.
 */
export async function network(program, { rounds, connections, bytes }) {
	const scratch = realpathSync(mkdtempSync(join(program.home, 'network-')));
	const server = spawn(process.execPath, [SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
	const [said] = await once(server.stdout, 'data');
	const port = Number(said);
	const confined = await sandbox(scratch, port);
	const { command, args, env } = confined.launch;
	try {
		const [without, having] = [[], []];
		const [speeds, used, usedByClient] = [[], [], []];
		for (let round = 0; round < rounds; round += 1) {
			const words = [String(connections), String(bytes)];
			const direct = await heard(run(process.execPath, [CLIENT, String(port), '0', ...words]));
			// The proxy runs in this process.
			const before = process.cpuUsage();
			const led = await heard(run(command, [...args, ...words], { env }));
			const { user, system } = process.cpuUsage(before);
			used.push((user + system) / 1000 / (bytes / 1e9));
			usedByClient.push(led.cpuMs / (bytes / 1e9));
			without.push(...direct.times);
			having.push(...led.times);
			speeds.push(direct.ms / led.ms);
		}
		const cpuMs = [used, usedByClient].map(median);
		return { connection: compared(without, having), speed: median(speeds), cpuMs };
	} finally {
		server.kill();
		await confined.confinement.close();
		rmSync(scratch, { recursive: true, force: true });
	}
}

async function heard(running) {
	return JSON.parse((await running).stdout);
}

/** A client in a sandbox whose way out leads to the server. */
async function sandbox(scratch, port) {
	const { createAgentSandboxes } = await import('../../src/services/sandbox/agents/agent-sandboxes.ts');
	const [workspace, temporary] = ['workspace', 'temporary'].map((name) => join(scratch, name));
	for (const folder of [workspace, temporary]) mkdirSync(folder);
	const sandboxes = createAgentSandboxes({
		workspace,
		roots: () => [],
		home: process.env.HOME,
		hidden: [],
		keys: [],
		readable: [CLIENT],
		temporary: async () => temporary,
	});
	const script =
		'client=$1; port=$2; shift 2; exec "$NODE" "$client" "$port" "$(echo "$http_proxy" | cut -d: -f3)" "$@"';
	const confined = await sandboxes.confine(
		{
			type: 'ready',
			command: '/bin/sh',
			args: ['-c', script, 'sh', CLIENT, String(port)],
			cwd: workspace,
			env: { PATH: '/usr/bin:/bin', HOME: process.env.HOME, NODE: process.execPath },
		},
		{
			...{ kind: 'fence', access: 'write', writable: [], planFolders: [], denied: [] },
			network: { mode: 'ask', hosts: [] },
		},
		{ mayConnect: async () => ({ isOpen: true, mayBeLocal: true }), onConnectionClosed: () => {} },
	);
	if (!confined.ok) throw new Error(`${confined.failure.message} ${confined.failure.detail ?? ''}`);
	return confined.value;
}
