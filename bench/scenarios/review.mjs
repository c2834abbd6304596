import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { usageOf } from '../cpu-counters.mjs';
import { fill, git } from '../large-workspace.mjs';
import { ask, startReady } from '../program.mjs';
import { pause } from '../pty-session.mjs';
import { median } from '../statistics.mjs';

const MEGABYTE = 2 ** 20;
/** As many files as a turn lists at most. */
const TURN = 500;
/** A changed line: no other row of the screen has this word. */
const MARK = 'edited';
/** Keys of which each leads elsewhere than the one before, wherever the first begins. */
const [HOME, END, PAGE_UP, PAGE_DOWN] = ['\x1b[H', '\x1b[F', '\x1b[5~', '\x1b[6~'];
const KEYS = ['j', 'k', END, HOME, PAGE_DOWN, PAGE_UP, 'j', 'n', 'p', ']', '['];

/**
 * `/review` in the terminal: of one small change, of very many files, by git and of the last turn, and of 100 MB of
 * changes in one file and in many. The measures are `git status` in the same workspace, and the small review.
 */
export async function review(program, { files, megabytes, rounds }) {
	const small = await inWorkspace(program, (workspace) => edit(workspace, fill(workspace, 1)), { rounds });
	const many = await inWorkspace(program, (workspace) => edit(workspace, fill(workspace, files)), { rounds });
	const turn = await inWorkspace(program, (workspace) => void fill(workspace, files), { rounds, turn: TURN });
	const large = await inWorkspace(program, (workspace) => oneLarge(workspace, megabytes), { rounds });
	const spread = await inWorkspace(program, (workspace) => manyLarge(workspace, megabytes), { rounds });
	return { files, megabytes, small, many, turn, large, spread };
}

function edit(workspace, paths) {
	for (const path of paths) {
		const file = join(workspace, path);
		writeFileSync(file, `${MARK} as all are\n${readFileSync(file)}`);
	}
}

/** A file each line of which is another, so that half of the diff is old and half new. */
function oneLarge(workspace, megabytes) {
	commit(workspace, { 'large.txt': linesOf(`${MARK}-before`, (megabytes / 2) * MEGABYTE) });
	writeFileSync(join(workspace, 'large.txt'), linesOf(MARK, (megabytes / 2) * MEGABYTE));
}

/** As many as are of a megabyte on either side. */
function manyLarge(workspace, megabytes) {
	const names = Array.from({ length: Math.ceil(megabytes / 2) }, (_, at) => `large-${at}.txt`);
	commit(workspace, Object.fromEntries(names.map((name) => [name, linesOf(`${MARK}-before`, MEGABYTE)])));
	for (const name of names) writeFileSync(join(workspace, name), linesOf(MARK, MEGABYTE));
}

function commit(workspace, files) {
	for (const [name, text] of Object.entries(files)) writeFileSync(join(workspace, name), text);
	git(workspace, 'init', '-q');
	git(workspace, 'add', '.');
	git(workspace, 'commit', '-q', '-m', 'Begin');
}

function linesOf(word, bytes) {
	const lines = Array.from({ length: 1000 }, (_, at) => `${word} ${at} ${'x'.repeat(40)}\n`).join('');
	return lines.repeat(Math.ceil(bytes / lines.length));
}

async function inWorkspace(program, prepare, { rounds, turn = 0 }) {
	const workspace = realpathSync(mkdtempSync(join(program.home, 'review-')));
	prepare(workspace);
	const times = { first: [], again: [], cpu: [], git: [], more: [] };
	const waits = [];
	for (let round = 0; round <= rounds; round += 1) {
		await timed(times.git, async () => git(workspace, 'status', '--porcelain'));
		await openedTwice(program, workspace, turn, times, waits);
	}
	rmSync(workspace, { recursive: true, force: true });
	const [gitMs, ms, againMs, cpuMs] = ['git', 'first', 'again', 'cpu'].map((which) => median(times[which].slice(1)));
	return {
		...{ ms, againMs, cpuMs, gitMs, ratio: ms / gitMs },
		longestWaitMs: Math.max(...waits),
		moreMb: Math.max(...times.more),
	};
}

/** In a program that has not shown a review before, and once more in the same. */
async function openedTwice(program, workspace, turn, times, waits) {
	const session = await startReady(program, {}, [], workspace);
	if (turn > 0) {
		await (await ask(session, 'edit', turn, 0, `${MARK}-all`)).done;
		await session.until((screen) => screen.includes('files changed'));
		await session.settle();
	}
	const before = usageOf(session.pid);
	const most = sampleMemory(session.pid);
	for (const which of ['first', 'again']) {
		const { treeCpu } = usageOf(session.pid);
		await openReview(session, turn > 0 ? '/review turn' : '/review', times[which]);
		if (which === 'first') times.cpu.push(usageOf(session.pid).treeCpu - treeCpu);
		// Beside what is still counted, and after it.
		waits.push(...(await pressKeys(session)));
		await session.settle();
		waits.push(...(await pressKeys(session)));
		session.write('q');
		await session.until((screen) => /^│ > /m.test(screen));
		await session.settle();
	}
	times.more.push((most.end() - before.memory) / MEGABYTE);
	await session.close();
}

/** Until the list stands there with the changes of its first file. */
async function openReview(session, command, times) {
	for (const letter of command) session.write(letter);
	await session.until((screen) => screen.includes(`> ${command}`));
	await session.settle(100);
	const from = performance.now();
	session.write('\r');
	const shownAt = await session.until((screen) => /^╭.*Review/m.test(screen) && screen.includes(MARK));
	times.push(shownAt - from);
}

/** How long each key takes until something is drawn, in ms. */
async function pressKeys(session) {
	const waits = [];
	for (const key of KEYS) {
		const { writes } = session.counts();
		const from = performance.now();
		session.write(key);
		waits.push((await session.until(() => session.counts().writes > writes)) - from);
		await pause(30);
	}
	return waits;
}

function sampleMemory(pid) {
	let most = 0;
	const timer = setInterval(() => {
		most = Math.max(most, usageOf(pid).memory);
	}, 20);
	return {
		end() {
			clearInterval(timer);
			return most;
		},
	};
}

async function timed(times, work) {
	const from = performance.now();
	await work();
	times.push(performance.now() - from);
}
