// The program under test, in a home of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pause, startSession } from './pty-session.mjs';

/** The agent that everything is measured with. */
export const STUB = fileURLToPath(new URL('stub-agent.mjs', import.meta.url));
const CONSONANTS = 'bcdfghjklmnpqrstvwxz';

/** How the built program is run: `bin` is its file, `home` a folder that is removed by `remove`. */
export function createProgram(bin) {
	const home = mkdtempSync(join(tmpdir(), 'acp-tui-bench-'));
	const work = join(home, 'work');
	mkdirSync(work);
	let caches = 0;
	let cache = join(home, 'cache-0');

	return {
		home,
		work,
		/** From now on nothing compiled is found. */
		forgetCache() {
			caches += 1;
			cache = join(home, `cache-${caches}`);
		},
		/** `env` and `args` beside what every run has. */
		start(env = {}, args = [], cwd = work) {
			const line = `${process.execPath} ${STUB}`;
			return startSession(process.execPath, [bin, '--agent-command', line, ...args], {
				cwd,
				env: { ...environment(home, cache), ...env },
			});
		},
		/** Runs it without a terminal until it ends. Settles with its time in ms. */
		async prompt(args) {
			const line = `${process.execPath} ${STUB}`;
			const startedAt = performance.now();
			const child = spawn(process.execPath, [bin, '--agent-command', line, ...args], {
				cwd: work,
				env: environment(home, cache),
				stdio: ['ignore', 'ignore', 'inherit'],
			});
			const [code] = await once(child, 'exit');
			const ms = performance.now() - startedAt;
			if (code !== 0) throw new Error(`the program ended with ${code}`);
			return ms;
		},
		/** `node -e 0`, the measure of a start. Settles with its time in ms. */
		async bareNode() {
			const session = startSession(process.execPath, ['-e', '0'], { cwd: work, env: environment(home, cache) });
			return (await session.ended).at - session.startedAt;
		},
		remove() {
			rmSync(home, { recursive: true, force: true });
		},
	};
}

function environment(home, cache) {
	return {
		PATH: '/usr/bin:/bin',
		HOME: home,
		TERM: 'xterm-256color',
		COLORTERM: 'truecolor',
		LANG: 'C.UTF-8',
		XDG_CACHE_HOME: cache,
		NODE_COMPILE_CACHE: join(cache, 'compile'),
		ACP_TUI_CONFIG_DIR: join(home, 'config'),
		ACP_TUI_STATE_DIR: join(home, 'state'),
	};
}

/** Whether the composer is drawn. */
export function hasPrompt(screen) {
	return /^│ > /m.test(screen);
}

/** Starts it and waits until nothing happens any more. */
export async function startReady(program, env = {}, args = [], cwd = undefined) {
	const session = program.start(env, args, cwd);
	await session.until(hasPrompt);
	await pause(500);
	await session.settle();
	return session;
}

/** Sends a prompt to the stub and returns its end: `done` settles when the mark is on the screen. */
export async function ask(session, verb, count, rate, mark, limit = 120_000) {
	const prompt = `${verb} ${count} ${rate} ${mark}`;
	session.write(prompt);
	await session.until((screen) => screen.includes(prompt));
	session.write('\r');
	// A letter that came in one piece with the enter would make it a line break of a paste.
	await session.until((screen) => !screen.includes(`│ > ${verb}`));
	return { done: session.until((screen) => screen.includes(`END-${mark}`), limit) };
}

/**
 * Types `length` letters and takes them back. Returns for each, in ms, how long it took until it and
 * the three before it stood together on the screen.
 */
export async function typeWord(session, length = 24) {
	const word = randomWord(length);
	const times = [];
	for (let end = 1; end <= length; end += 1) {
		const tail = word.slice(Math.max(0, end - 4), end);
		const typedAt = performance.now();
		session.write(word[end - 1]);
		const seen = session.until((screen) => screen.includes(tail), 15_000);
		// The first letters only make the tail unmistakable.
		const seenAt = await seen;
		if (end > 3) times.push(seenAt - typedAt);
		await pause(20 + Math.random() * 50);
	}
	session.write('\x7f'.repeat(length));
	await session.until((screen) => !screen.includes(word.slice(-4)));
	return times;
}

function randomWord(length) {
	let word = '';
	while (word.length < length) {
		const letter = CONSONANTS[Math.floor(Math.random() * CONSONANTS.length)];
		if (letter !== word.at(-1)) word += letter;
	}
	return word;
}
