import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { median } from '../statistics.mjs';

const SERVICES = fileURLToPath(new URL('../../src/services/', import.meta.url));
const PACKAGES = fileURLToPath(new URL('../../node_modules/', import.meta.url));
const never = new AbortController().signal;

/**
 * What it costs to start a command in a sandbox: from the request to the end of a command that does nothing. Commands
 * with a sandbox and without take turns, so that what else the machine does meets both.
 */
export async function commands({ home }, { runs }) {
	const scratch = mkdtempSync(join(home, 'commands-'));
	const bundled = await bundle(scratch);
	try {
		const services = await import(pathToFileURL(bundled).href);
		return await measure(services, scratch, runs);
	} finally {
		rmSync(scratch, { recursive: true, force: true });
		rmSync(bundled, { force: true });
	}
}

/** The services alone, in one file beside the packages that are not bundled. */
async function bundle(scratch) {
	const input = join(scratch, 'entry.ts');
	writeFileSync(
		input,
		`export { createTerminals } from '${SERVICES}terminals/terminals.ts';
export { createCommandSandbox } from '${SERVICES}sandbox/commands/command-sandbox.ts';
export { SessionLayer } from '${SERVICES}shadow/layers/session-layer.ts';`,
	);
	const file = join(PACKAGES, `.cache/bench-${process.pid}.mjs`);
	const made = await rolldown({ input, platform: 'node', external: /^node-pty$/ });
	await made.write({ file, format: 'esm', codeSplitting: false });
	return file;
}

async function measure({ createTerminals, createCommandSandbox, SessionLayer }, scratch, runs) {
	const [workspace, empty] = ['workspace', 'empty'].map((name) => join(scratch, name));
	for (const folder of [workspace, empty]) mkdirSync(folder);
	const { env } = process;
	const layer = new SessionLayer({ stateDir: join(scratch, 'state'), cwd: workspace, env });
	const sandbox = createCommandSandbox({
		setting: 'require',
		env,
		session: () => ({ folders: [workspace], home: env.HOME, ownFolders: [] }),
		folder: async () => empty,
		openLayer: () => layer.open(),
	});
	const terminals = createTerminals({ env, folders: () => [workspace], sandbox });

	async function start(more) {
		const startedAt = performance.now();
		const created = await terminals.create(
			{ sessionId: 's', command: '/bin/true', args: [], env: [], cwd: workspace, notFrom: workspace, ...more },
			{ onData() {}, onExit() {} },
		);
		if (!created.ok) throw new Error(created.failure.message);
		await terminals.waitForExit(created.value.terminalId, never);
		// What nobody was asked about ends when it is known what it changed.
		if (more.sandbox?.files === 'layer') await layer.current()?.changes();
		const took = performance.now() - startedAt;
		await terminals.release(created.value.terminalId);
		return took;
	}

	const kinds = {
		none: {},
		read: { sandbox: { files: 'read' } },
		write: { sandbox: { files: 'write', network: false, folders: [] } },
		layer: { sandbox: { files: 'layer', network: false }, notFrom: undefined },
	};
	// The first of a kind sets its namespace up.
	for (const more of Object.values(kinds)) await start(more);
	const times = { none: [], read: [], write: [], layer: [] };
	for (let run = 0; run < runs; run += 1) {
		for (const [kind, more] of Object.entries(kinds)) times[kind].push(await start(more));
	}
	await terminals.closeAll();
	await sandbox.close();
	await layer.close();
	const { noneMs, readMs, writeMs, layerMs } = Object.fromEntries(
		Object.entries(times).map(([kind, took]) => [`${kind}Ms`, median(took)]),
	);
	const [readMoreMs, writeMoreMs, layerMoreMs] = [readMs, writeMs, layerMs].map((ms) => ms - noneMs);
	return { noneMs, readMoreMs, writeMoreMs, layerMoreMs, ratio: readMs / noneMs };
}
