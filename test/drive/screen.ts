import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node-pty';
import { expect, onTestFinished } from 'vitest';
import { type Desk, openDesk, program, root } from './desk.js';
import { createEmulator, type TerminalModes } from './emulator.js';
import { FlickerCount } from './flicker.js';
import { keyBytes } from './keys.js';

/** How the program is started. */
export type LaunchOptions = {
	readonly columns?: number;
	readonly rows?: number;
	readonly args?: readonly string[];
	/** Where it is started; the desk's workspace unless given. */
	readonly cwd?: string;
	readonly env?: Readonly<Record<string, string>>;
	readonly desk?: Desk;
	/** The terminal speaks the kitty keyboard protocol. */
	readonly isKitty?: boolean;
	/** What the terminal says of its background, `rgb:ffff/ffff/ffff`; it says nothing unless given. */
	readonly background?: string;
	/** The name of a terminal that shows pictures, `kitty(0.39.1)`; one that shows none unless given. */
	readonly pictures?: string;
	/** Another program in the terminal than ours, such as a shell: the file and its arguments. */
	readonly command?: readonly string[];
	/** What stands on the screen once it can be used; null does not wait. An agent that is ready unless given. */
	readonly until?: Condition | null;
};

/** What is waited for: a text on the screen, a pattern, or any state of it. */
type Condition = string | RegExp | ((screen: Screen) => boolean);

/** How the program ended: `signal` is 0 when it left by itself. */
type Ended = { readonly code: number; readonly signal: number };

/** The program in a terminal, as a user has it before them. */
export type Screen = {
	readonly desk: Desk;
	readonly pid: number;
	/** Types characters one after the other, without enter. */
	type(text: string): void;
	/** Presses a key: `enter`, `escape`, `shift+tab`, `ctrl+c`, … */
	press(key: string): void;
	/** Pastes as terminals do: bracketed when the program asked for it. */
	paste(text: string): void;
	/** Types a prompt, waits until it stands in the draft, and sends it. */
	send(text: string): Promise<void>;
	resize(columns: number, rows: number): void;
	text(): string;
	lines(): readonly string[];
	/** The rows of the screen and of the scrollback above it; what the terminal wrapped is joined. */
	history(): readonly string[];
	cursor(): { readonly x: number; readonly y: number };
	/** What stands in the composer, its rows joined. */
	draft(): string;
	modes(): TerminalModes;
	/** Settles with the screen's text when the condition holds; fails with the last screen otherwise. */
	until(condition: Condition, options?: { readonly timeout?: number }): Promise<string>;
	/** Everything that was written to the terminal so far. */
	rawBytes(): string;
	signal(name: NodeJS.Signals): void;
	/** Closes the window that the terminal is in. */
	hangUp(): void;
	exit(options?: { readonly timeout?: number }): Promise<Ended>;
};

const TIMEOUT = 20_000;

/** Between two looks at what is waited for while the screen stays as it is, in ms. */
const LOOK_EVERY = 200;

/** Starts the built program in a terminal of its own; it is ended with the test at the latest. */
export async function launch(options: LaunchOptions = {}): Promise<Screen> {
	if (!existsSync(join(root, 'dist', 'main.js'))) throw new Error('dist/ is missing: npm run build');
	const { columns = 100, rows = 32, args = [], desk = openDesk(), isKitty = false } = options;
	const [file = process.execPath, ...rest] = options.command ?? [process.execPath, program, ...args];
	const child = spawn(file, rest, {
		name: 'xterm-256color',
		cols: columns,
		rows,
		cwd: options.cwd ?? desk.workspace,
		env: { ...desk.env, ...options.env },
		encoding: 'utf8',
	});
	let ended: Ended | null = null;
	const write = (data: string): void => {
		if (ended === null) child.write(data);
	};
	const emulator = createEmulator(
		{
			columns,
			rows,
			isKitty,
			...(options.background === undefined ? {} : { background: options.background }),
			...(options.pictures === undefined ? {} : { pictures: options.pictures }),
		},
		write,
	);
	const { terminal } = emulator;
	let raw = '';
	const watchers = new Set<() => void>();
	const look = (): void => {
		// Within a synchronised update nobody sees the half of a frame.
		if (terminal.modes.synchronizedOutputMode && ended === null) return;
		for (const watcher of [...watchers]) watcher();
	};
	// One chunk a turn of the event loop: a test that waited goes on before the screen changes again.
	const arrived: { readonly data: string; readonly after: () => void; readonly isWhole: boolean }[] = [];
	let isPumping = false;
	const pump = (): void => {
		const next = arrived.shift();
		isPumping = next !== undefined;
		if (next === undefined) return;
		terminal.write(next.data, () => {
			next.after();
			if (next.isWhole) look();
			if (next.isWhole) setImmediate(pump);
			else pump();
		});
	};
	const take = (data: string, after: () => void, isWhole = true): void => {
		arrived.push({ data, after, isWhole });
		if (!isPumping) pump();
	};
	const flicker = new FlickerCount();
	/** Frame by frame; who waits looks at the end of the chunk. */
	const takeFrames = (data: string): void => {
		flicker.take(data);
		const at = performance.now();
		const frames = data.split(/(?<=\x1b\[\?2026l)/);
		const last = frames.pop() ?? '';
		const show = (): void => {
			if (!terminal.modes.synchronizedOutputMode) flicker.show(emulator.lines(), at);
		};
		for (const frame of frames) take(frame, show, false);
		take(last, show);
	};
	child.onData((data) => {
		raw += data;
		// The emulator swallows commands about pictures; the question for them is answered before what stands behind it.
		const asked = options.pictures === undefined ? null : /\x1b_Gi=(\d+),[^;\x1b]*a=q[^\x1b]*\x1b\\/.exec(data);
		if (asked !== null) write(`\x1b_Gi=${asked[1]};OK\x1b\\`);
		takeFrames(data);
	});
	child.onExit(({ exitCode, signal = 0 }) => {
		take('', () => {
			ended = { code: exitCode, signal };
		});
	});
	onTestFinished(() => {
		if (ended === null) child.kill('SIGKILL');
		watchers.clear();
		// Of a shell nobody knows when it has the terminal.
		if (options.command === undefined) expect(flicker.faults).toEqual([]);
	});

	const text = (): string => emulator.lines().join('\n').trimEnd();
	const failure = (words: string): string =>
		`${words}\n${'─'.repeat(terminal.cols)}\n${text()}\n${'─'.repeat(terminal.cols)}`;

	/**
	 * Settles as soon as `find` gives something. It is asked whenever the screen or the program's end changed, and now and
	 * then: what is looked for may be a file, and a screen on which nothing happens does not tell of it.
	 */
	function watch<T>(find: () => T | null, timeout: number, words: string, endIsFailure: boolean): Promise<T> {
		const trace = new Error();
		return new Promise((resolve, reject) => {
			const settle = (act: () => void): void => {
				clearTimeout(timer);
				clearInterval(again);
				watchers.delete(watcher);
				act();
			};
			const fail = (why: string): void =>
				settle(() => {
					trace.message = failure(`${why} ${words}`);
					reject(trace);
				});
			const watcher = (): void => {
				const found = find();
				if (found !== null) settle(() => resolve(found));
				else if (ended !== null && endIsFailure) fail(`ended with ${ended.code} before`);
			};
			const timer = setTimeout(() => fail(`${timeout} ms passed before`), timeout);
			const again = setInterval(look, LOOK_EVERY);
			watchers.add(watcher);
			watcher();
		});
	}

	const screen: Screen = {
		desk,
		pid: child.pid,
		type: write,
		press: (key) => write(keyBytes(key, emulator.modes().kittyDepth > 0)),
		paste(pasted) {
			const body = pasted.replaceAll('\n', '\r');
			write(terminal.modes.bracketedPasteMode ? `\x1b[200~${body}\x1b[201~` : body);
		},
		async send(prompt) {
			write(prompt);
			// In one chunk with the text, enter would be part of a paste.
			await screen.until((now) => squeeze(now.draft()).endsWith(squeeze(prompt)));
			screen.press('enter');
		},
		resize(newColumns, newRows) {
			terminal.resize(newColumns, newRows);
			flicker.forget();
			child.resize(newColumns, newRows);
		},
		text,
		lines: emulator.lines,
		history: emulator.history,
		cursor: emulator.cursor,
		draft: () => draftIn(emulator.lines()),
		modes: emulator.modes,
		async until(condition, { timeout = TIMEOUT } = {}) {
			const look = (): string | null => (holds(condition, screen) ? text() : null);
			const shown = await watch(look, timeout, `the screen showed ${describe(condition)}`, true);
			// What a story waits for is what it asserts; the flicker is counted too late for Vitest to see an assertion.
			expect(shown).toBeTypeOf('string');
			return shown;
		},
		rawBytes: () => raw,
		signal: (name) => process.kill(child.pid, name),
		hangUp: () => child.destroy(),
		exit: ({ timeout = TIMEOUT } = {}) => watch(() => ended, timeout, 'the program ended', false),
	};
	const ready = options.until === undefined ? isReady : options.until;
	if (ready !== null) await screen.until(ready);
	return screen;
}

/** An agent is there and nothing runs: prompts are sent at once. */
export function isReady(screen: Screen): boolean {
	const text = screen.text();
	return text.includes('Demo') && text.includes('╰') && !/Starting|Opening a session/.test(text);
}

function holds(condition: Condition, screen: Screen): boolean {
	if (typeof condition === 'string') return screen.text().includes(condition);
	return condition instanceof RegExp ? condition.test(screen.text()) : condition(screen);
}

function describe(condition: Condition): string {
	return typeof condition === 'function' ? `what ${condition} wants` : String(condition);
}

function squeeze(text: string): string {
	return text.replace(/\s/g, '');
}

/** The rows between the edges of the last frame on the screen, without its sides and the prompt sign. */
function draftIn(lines: readonly string[]): string {
	const bottom = lines.findLastIndex((line) => line.startsWith('╰'));
	const top = lines.slice(0, bottom).findLastIndex((line) => line.startsWith('╭'));
	return lines
		.slice(top + 1, bottom)
		.map((line) => line.replace(/^│ (?:> | {2})?/, '').replace(/\s*│$/, ''))
		.join('\n');
}
