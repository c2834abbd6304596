import type { App } from '../../app/app.js';
import type { ShellPort } from '../../core/ports.js';
import { findCommand } from '../../core/session/user-commands.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { TAKE_BACK } from '../../terminal/modes.js';
import type { SuspendedTerminal } from '../../terminal/terminal.js';
import type { Suspend } from './frontend.js';

/** What giving a command the whole terminal needs. */
export type TakeoverOptions = {
	readonly app: App;
	readonly shell: Pick<ShellPort, 'write' | 'resize'>;
	readonly suspend: Suspend;
};

/** Gives commands of the person the whole terminal, and takes it back. */
export type Takeover = {
	/** Keys and screen go to a running command; ctrl+] comes back. */
	attach(commandId: string): Promise<void>;
	stop(): void;
};

/** Entering and leaving the alternate screen: who does, draws for the whole terminal. */
const enters = /\x1b\[\?(?:1049|1047|47)h/g;
const leaves = /\x1b\[\?(?:1049|1047|47)l/;
/** A switch may come in two pieces; none is longer. */
const LONGEST_SWITCH = 8;

/** What was on the screen is shown again, at most so many characters. */
const MOST_REPLAYED = 4000;
/** Of what a command writes that waits for its turn. */
const MOST_KEPT = 200_000;

const COMES_BACK = '\x1d';

type Attached = {
	readonly commandId: string;
	waiting: string;
	/** Null until the terminal is there, and when it was taken back. */
	terminal: SuspendedTerminal | null;
	readonly end: () => void;
	/** Takes the terminal back, once. */
	takeBack: () => void;
};

/**
 * The command goes on in its own pseudo-terminal: keys and output are only passed on. So one that
 * turns out to fill the screen need not be started twice, and ctrl+c in a pager ends nothing of ours.
 */
export function createTakeover({ app, shell, suspend }: TakeoverOptions): Takeover {
	let attached: Attached | null = null;
	let isStopped = false;
	const tails = new Map<string, string>();
	/** Commands that fill the screen while another has it, with what they wrote: their turn comes. */
	const queued = new Map<string, string>();

	const stop = app.onEvent((event) => {
		switch (event.type) {
			case 'command-started':
				if (findCommand(app.getState(), event.commandId)?.isWhole === true) tryToTake(event.commandId, '');
				break;
			case 'command-output': {
				const { commandId, data } = event;
				if (attached?.commandId === commandId) pass(attached, data);
				else if (queued.has(commandId)) keep(commandId, data);
				else notice(commandId, data);
				break;
			}
			case 'command-ended':
				tails.delete(event.commandId);
				queued.delete(event.commandId);
				if (attached?.commandId === event.commandId) attached.end();
				break;
		}
	});

	function pass(to: Attached, data: string): void {
		if (to.terminal !== null) to.terminal.write(data);
		else to.waiting += data;
	}

	function notice(commandId: string, data: string): void {
		const seen = (tails.get(commandId) ?? '') + data;
		tails.set(commandId, seen.slice(-LONGEST_SWITCH));
		const last = [...seen.matchAll(enters)].at(-1);
		if (last === undefined) return;
		const from = seen.slice(last.index);
		if (leaves.test(from)) return;
		app.dispatch({ type: 'command-whole', commandId });
		tryToTake(commandId, from);
	}

	/** What is not needed any more, or is too much, is dropped: a program draws anew on a new size. */
	function keep(commandId: string, data: string): void {
		if (leaves.test(data)) queued.delete(commandId);
		else queued.set(commandId, ((queued.get(commandId) ?? '') + data).slice(-MOST_KEPT));
	}

	function takeNext(): void {
		const [next] = queued;
		if (next === undefined || isStopped) return;
		const [commandId, replay] = next;
		queued.delete(commandId);
		tryToTake(commandId, replay);
	}

	function tryToTake(commandId: string, replay: string): void {
		if (attached !== null) {
			queued.set(commandId, replay);
			return;
		}
		// Another program has the terminal: the command waits in its card, where it can be given the keyboard.
		take(commandId, replay, false).catch(() => undefined);
	}

	/** Settles when the command has ended, or the person came back. Rejects when the terminal is not to be had. */
	async function take(commandId: string, replay: string, mayComeBack: boolean): Promise<void> {
		if (attached !== null) return;
		const over = Promise.withResolvers<void>();
		const mine: Attached = { commandId, waiting: replay, terminal: null, end: over.resolve, takeBack: () => {} };
		attached = mine;
		const onKeys = (keys: string): void => {
			if (mayComeBack && keys.includes(COMES_BACK)) over.resolve();
			else shell.write(commandId, keys);
		};
		try {
			await suspend(async (terminal) => {
				const resize = (): void => shell.resize(commandId, terminal.size.columns, terminal.size.rows);
				mine.terminal = terminal;
				terminal.write(mine.waiting);
				resize();
				const stops = [terminal.readRaw(onKeys), terminal.onResize(resize)];
				mine.takeBack = () => {
					mine.takeBack = () => {};
					mine.terminal = null;
					for (const stop of stops) stop();
					// Whatever it switched on, or died without switching off.
					terminal.write(TAKE_BACK);
				};
				try {
					await over.promise;
				} finally {
					mine.takeBack();
				}
			});
		} finally {
			attached = null;
		}
		takeNext();
	}

	return {
		async attach(commandId) {
			const command = findCommand(app.getState(), commandId);
			if (command?.terminal === undefined || command.status !== 'running') return;
			const head = `\r\n\x1b[2m! ${sanitizeLine(command.line)} has the keyboard · ctrl+] comes back\x1b[0m\r\n`;
			await take(commandId, head + command.terminal.output.slice(-MOST_REPLAYED), true);
		},
		stop() {
			isStopped = true;
			stop();
			// At once: after a signal nothing later may run.
			attached?.takeBack();
			attached?.end();
		},
	};
}
