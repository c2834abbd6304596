import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import '../../scripts/run-sources.mjs';
import { fill, git } from '../large-workspace.mjs';
import { pause } from '../pty-session.mjs';
import { median } from '../statistics.mjs';

/** So many files the agent changes in a turn: most edited, some made, some removed. */
const CHANGES = 40;

/**
 * A shadow of a large workspace: opening it, the list of changes at the end of a turn, and applying them, each the first
 * time and the middle of some rounds. The measure is `git status` in the same workspace, in the same run.
 */
export async function shadow(program, { files, rounds }) {
	const scratch = realpathSync(mkdtempSync(join(program.home, 'shadow-')));
	const { Shadows } = await import('../../src/services/shadow/shadows.ts');
	const [workspace, stateDir, root] = ['workspace', 'state', 'root'].map((name) => join(scratch, name));
	for (const folder of [stateDir, root]) mkdirSync(folder);
	const paths = fill(workspace, files);
	const closing = [];
	try {
		const shadows = new Shadows({ stateDir });
		const owner = { cwd: workspace, agent: 'bench', sessionId: null };
		const opened = { open: [] };
		for (let round = 0; round <= rounds; round += 1) {
			const startedAt = performance.now();
			const one = taken(await shadows.open(owner));
			opened.open.push(performance.now() - startedAt);
			// What looks at the names beside it would be met by the next one.
			await one.close();
		}
		const used = taken(await shadows.open(owner));
		closing.push(() => used.close());
		const namespace = await mountedIn(used, root);
		closing.push(() => namespace.close());
		const view = `/proc/${namespace.pid}/root${workspace}`;
		const times = { ...opened, begin: [], changes: [], apply: [], git: [] };
		for (let round = 0; round <= rounds; round += 1) {
			await timed(times.begin, () => used.beginTurn());
			// As an agent takes its time: what a turn's beginning does beside it is done by then.
			await pause(500);
			work(view, paths, round);
			const changes = taken(await timed(times.changes, () => used.changes()));
			if (changes.length !== CHANGES) throw new Error(`${changes.length} changes are listed, not ${CHANGES}`);
			const reviewed = changes.map(({ path, version }) => ({ path, version }));
			const report = taken(await timed(times.apply, () => used.apply(reviewed)));
			if (report.skipped.length > 0) throw new Error(`not applied: ${JSON.stringify(report.skipped)}`);
			await timed(times.git, async () => git(workspace, 'status', '--porcelain'));
			git(workspace, 'commit', '-q', '-a', '-m', 'Round');
		}
		return { files, ...resultsOf(times) };
	} finally {
		for (const close of closing.reverse()) await close();
		rmSync(scratch, { recursive: true, force: true });
	}
}

function resultsOf({ git: status, ...times }) {
	const gitMs = median(status.slice(1));
	const entries = Object.entries(times).map(([name, [first, ...rest]]) => {
		const ms = median(rest);
		return [name, { firstMs: first, ms, ratio: ms / gitMs }];
	});
	return { gitMs, ...Object.fromEntries(entries) };
}

/** What an agent does in one turn. */
function work(view, paths, round) {
	const step = Math.floor(paths.length / CHANGES);
	for (let number = 0; number < CHANGES; number += 1) {
		const path = paths[number * step + round * 2];
		if (number < 30) writeFileSync(join(view, path), `changed in round ${round}\n`, { flag: 'a' });
		else if (number < 35) writeFileSync(join(view, dirname(path), `made-${round}.ts`), `made in round ${round}\n`);
		else rmSync(join(view, path));
	}
}

async function mountedIn(used, folder) {
	const { Namespace } = await import('../../src/services/sandbox/linux/namespace.ts');
	const { probeNamespaces } = await import('../../src/services/sandbox/linux/probe-sandbox.ts');
	const { placeFacts } = await import('../../src/services/sandbox/linux/place-facts.ts');
	const { devicePlaces, systemPlaces } = await import('../../src/services/sandbox/linux/system-places.ts');
	const { tools, hasOwnProc } = await probeNamespaces();
	const places = [...(await systemPlaces()), ...devicePlaces(hasOwnProc), used.place, ...used.covers];
	const facts = placeFacts();
	const namespace = taken(await Namespace.start({ tools, facts, folder, places, network: 'none', hasOwnProc }));
	used.attached(namespace);
	return namespace;
}

async function timed(times, work) {
	const from = performance.now();
	const value = await work();
	times.push(performance.now() - from);
	return value;
}

function taken(result) {
	if (!result.ok) throw new Error(`${result.failure.message} ${result.failure.detail ?? ''}`);
	return result.value;
}
