import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { fill } from '../large-workspace.mjs';
import { median } from '../statistics.mjs';

const SERVICES = fileURLToPath(new URL('../../src/services/', import.meta.url));
const PACKAGES = fileURLToPath(new URL('../../node_modules/', import.meta.url));
const never = new AbortController().signal;

/**
 * What it costs to start a command in a sandbox: from the request to the end of a command that does nothing. Commands
 * with a sandbox and without take turns, so that what else the machine does meets both.
 */
export async function commands({ home }, { runs, files }) {
	const scratch = mkdtempSync(join(home, 'commands-'));
	const bundled = await bundle(scratch);
	try {
		const services = await import(pathToFileURL(bundled).href);
		const list = await measureList(services, scratch, { runs, files });
		return { ...(await measure(services, scratch, runs)), ...list };
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

/**
 * The list of what a command changed, from its end on: of one file or ten, in a workspace of many files and in one of few,
 * which take turns.
 */
async function measureList(services, scratch, { runs, files }) {
	const sizes = [];
	for (const [name, count] of [
		['small', 50],
		['large', files],
	]) {
		const workspace = join(scratch, name);
		mkdirSync(workspace);
		const paths = fill(workspace, count);
		sizes.push({ name, paths, ...open(services, scratch, workspace) });
	}
	const times = { small1: [], small10: [], large1: [], large10: [] };
	for (let run = 0; run <= runs; run += 1) {
		for (const { name, paths, layer, begin } of sizes) {
			for (const count of [1, 10]) {
				const step = Math.floor(paths.length / count);
				const changed = Array.from({ length: count }, (_, each) => paths[each * step + (run % step)]);
				const end = await begin({
					command: '/bin/sh',
					// It looks at all of them first, as a build does.
					args: ['-c', 'find . -size +1k | wc -l; for f; do echo changed >>"$f"; done', 'sh', ...changed],
					sandbox: { files: 'layer', network: false },
				});
				const endedAt = performance.now();
				const changes = await layer.current().changes();
				// The first one of each sets things up.
				if (run > 0) times[`${name}${count}`].push(performance.now() - endedAt);
				if (changes.value?.length !== count) throw new Error(`not ${count} changes: ${JSON.stringify(changes)}`);
				await layer.current().discard(changed);
				await end();
			}
		}
	}
	for (const { close } of sizes) await close();
	return { files, list: Object.fromEntries(Object.entries(times).map(([name, took]) => [name, median(took)])) };
}

/** A sandbox for commands of a workspace, with a layer. `begin` settles when its command has ended. */
function open({ createTerminals, createCommandSandbox, SessionLayer }, scratch, workspace) {
	const { env } = process;
	const layer = new SessionLayer({ stateDir: mkdtempSync(join(scratch, 'state-')), cwd: workspace, env });
	const sandbox = createCommandSandbox({
		setting: 'require',
		env,
		session: () => ({ folders: [workspace], home: env.HOME, ownFolders: [] }),
		folder: async () => mkdtempSync(join(scratch, 'empty-')),
		openLayer: () => layer.open(),
	});
	const terminals = createTerminals({ env, folders: () => [workspace], sandbox });
	return {
		layer,
		async begin(more) {
			const spawn = { sessionId: 's', command: '/bin/true', args: [], env: [], cwd: workspace, ...more };
			const created = await terminals.create(spawn, { onData() {}, onExit() {} });
			if (!created.ok) throw new Error(created.failure.message);
			await terminals.waitForExit(created.value.terminalId, never);
			return () => terminals.release(created.value.terminalId);
		},
		async close() {
			await terminals.closeAll();
			await sandbox.close();
			await layer.close();
		},
	};
}

async function measure(services, scratch, runs) {
	const workspace = join(scratch, 'workspace');
	mkdirSync(workspace);
	const { layer, begin, close } = open(services, scratch, workspace);

	async function start(more) {
		const startedAt = performance.now();
		const end = await begin({ notFrom: workspace, ...more });
		// What nobody was asked about ends when it is known what it changed.
		if (more.sandbox?.files === 'layer') await layer.current()?.changes();
		const took = performance.now() - startedAt;
		await end();
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
	await close();
	const { noneMs, readMs, writeMs, layerMs } = Object.fromEntries(
		Object.entries(times).map(([kind, took]) => [`${kind}Ms`, median(took)]),
	);
	const [readMoreMs, writeMoreMs, layerMoreMs] = [readMs, writeMs, layerMs].map((ms) => ms - noneMs);
	return { noneMs, readMoreMs, writeMoreMs, layerMoreMs, ratio: readMs / noneMs };
}
