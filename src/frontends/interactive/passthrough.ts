import type { App } from '../../app/app.js';
import type { AppEvent } from '../../core/event.js';
import { findCommand } from '../../core/session/entries/user-commands.js';
import type { ShellPort } from '../../core/shell-port.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { SuspendedTerminal } from '../../terminal/terminal.js';
import { TAKE_BACK } from '../../terminal/terminal-modes.js';
import type { Suspend } from './frontend.js';
import { hasKeyboard } from './interactive-messages.js';

export type PassthroughOptions = {
	readonly app: App;
	readonly shell: Pick<ShellPort, 'write' | 'resize'>;
	readonly suspend: Suspend;
};

/** Switches of the alternate screen: a program that enters it draws on the whole terminal. */
const enters = /\x1b\[\?(?:1049|1047|47)h/g;
const leaves = /\x1b\[\?(?:1049|1047|47)l/;
/** Characters of the longest switch, which may come in two pieces. */
const LONGEST_SWITCH = 8;

/** Characters of earlier output that are replayed when attaching to a command. */
const MOST_REPLAYED = 4000;
/** Characters saved of a command that waits for the terminal. */
const MOST_KEPT = 200_000;

/** ctrl+], also as the kitty protocol sends it. */
const returns = /\x1d|\x1b\[93;5u/;

/** Gives commands the whole terminal and takes it back. A command keeps its own pseudo-terminal, so it is not restarted. */
export class Passthrough {
	readonly #options: PassthroughOptions;
	readonly #unsubscribe: () => void;
	#attached: Attached | null = null;
	#isStopped = false;
	/** Tails of command output, where a switch may have begun. */
	readonly #tails = new Map<string, string>();
	/** Sign-in programs, which end when the user returns. */
	readonly #signIns = new Set<string>();
	readonly #queued = new Map<string, string>();

	constructor(options: PassthroughOptions) {
		this.#options = options;
		this.#unsubscribe = options.app.onEvent((event) => this.#follow(event));
	}

	/** Gives a running command keys and screen until it ends; ctrl+] returns. */
	async attach(commandId: string): Promise<void> {
		const command = findCommand(this.#options.app.getState(), commandId);
		if (command?.terminal === undefined || command.status !== 'running') return;
		const head = `\r\n\x1b[2m${hasKeyboard(sanitizeLine(command.line))}\x1b[0m\r\n`;
		await this.#take(commandId, head + command.terminal.output.slice(-MOST_REPLAYED), true);
	}

	stop(): void {
		this.#isStopped = true;
		this.#unsubscribe();
		this.#attached?.giveBack();
		this.#attached?.end();
	}

	#follow(event: AppEvent): void {
		switch (event.type) {
			case 'command-started':
				if (findCommand(this.#options.app.getState(), event.commandId)?.isWhole === true) {
					this.#tryToTake(event.commandId, '');
				}
				break;
			case 'command-output':
				this.#followOutput(event.commandId, event.data);
				break;
			case 'command-ended':
				this.#ended(event.commandId);
				break;
			case 'sign-in-program-started':
				this.#signIns.add(event.programId);
				this.#tryToTake(
					event.programId,
					`\x1b[2mSigning in with ${sanitizeLine(event.line)} · ctrl+] stops it and returns\x1b[0m\r\n`,
				);
				break;
			case 'sign-in-program-output':
				if (this.#attached?.commandId === event.programId) this.#attached.write(event.data);
				else this.#keep(event.programId, event.data);
				break;
			case 'sign-in-program-ended':
				this.#signIns.delete(event.programId);
				this.#ended(event.programId);
				break;
		}
	}

	#ended(commandId: string): void {
		this.#tails.delete(commandId);
		this.#queued.delete(commandId);
		if (this.#attached?.commandId === commandId) this.#attached.end();
	}

	#followOutput(commandId: string, data: string): void {
		if (this.#attached?.commandId === commandId) this.#attached.write(data);
		else if (this.#queued.has(commandId)) this.#keep(commandId, data);
		else this.#notice(commandId, data);
	}

	#notice(commandId: string, data: string): void {
		const seen = (this.#tails.get(commandId) ?? '') + data;
		this.#tails.set(commandId, seen.slice(-LONGEST_SWITCH));
		const last = [...seen.matchAll(enters)].at(-1);
		if (last === undefined) return;
		const from = seen.slice(last.index);
		if (leaves.test(from)) return;
		this.#options.app.dispatch({ type: 'command-whole', commandId });
		this.#tryToTake(commandId, from);
	}

	#keep(commandId: string, data: string): void {
		if (leaves.test(data)) this.#queued.delete(commandId);
		else this.#queued.set(commandId, ((this.#queued.get(commandId) ?? '') + data).slice(-MOST_KEPT));
	}

	#tryToTake(commandId: string, replay: string): void {
		if (this.#attached !== null) {
			this.#queued.set(commandId, replay);
			return;
		}
		const isSignIn = this.#signIns.has(commandId);
		// While another program has the terminal, a command waits in its card; a sign-in has none.
		this.#take(commandId, replay, isSignIn).then(
			() => (isSignIn ? this.#stopSignIn(commandId) : undefined),
			() => (isSignIn ? this.#stopSignIn(commandId) : undefined),
		);
	}

	/** Stops a sign-in whose program still runs: the user returned, or the terminal was unavailable. */
	#stopSignIn(programId: string): void {
		if (this.#signIns.has(programId)) this.#options.app.dispatch({ type: 'sign-in-stop' });
	}

	/** Settles when the command has ended, or the user returned. Rejects when the terminal is unavailable. */
	async #take(commandId: string, replay: string, canReturn: boolean): Promise<void> {
		if (this.#attached !== null) return;
		const mine = new Attached(commandId, this.#options.shell, replay, canReturn);
		this.#attached = mine;
		try {
			await this.#options.suspend((terminal) => mine.run(terminal));
		} finally {
			this.#attached = null;
		}
		this.#takeNext();
	}

	#takeNext(): void {
		const [next] = this.#queued;
		if (next === undefined || this.#isStopped) return;
		const [commandId, replay] = next;
		this.#queued.delete(commandId);
		this.#tryToTake(commandId, replay);
	}
}

class Attached {
	readonly commandId: string;
	readonly #shell: PassthroughOptions['shell'];
	readonly #canReturn: boolean;
	readonly #over = Promise.withResolvers<void>();
	#waiting: string;
	#terminal: SuspendedTerminal | null = null;
	#stops: readonly (() => void)[] = [];

	constructor(commandId: string, shell: PassthroughOptions['shell'], replay: string, canReturn: boolean) {
		this.commandId = commandId;
		this.#shell = shell;
		this.#waiting = replay;
		this.#canReturn = canReturn;
	}

	write(data: string): void {
		if (this.#terminal === null) this.#waiting += data;
		else this.#terminal.write(data);
	}

	async run(terminal: SuspendedTerminal): Promise<void> {
		const resize = (): void => this.#shell.resize(this.commandId, terminal.size.columns, terminal.size.rows);
		this.#terminal = terminal;
		terminal.write(this.#waiting);
		resize();
		this.#stops = [terminal.readRaw((keys) => this.#type(keys)), terminal.onResize(resize)];
		try {
			await this.#over.promise;
		} finally {
			this.giveBack();
		}
	}

	/** Returns the terminal once, without modes that the command left on. */
	giveBack(): void {
		const terminal = this.#terminal;
		this.#terminal = null;
		for (const stop of this.#stops) stop();
		this.#stops = [];
		terminal?.write(TAKE_BACK);
	}

	end(): void {
		this.#over.resolve();
	}

	#type(keys: string): void {
		if (this.#canReturn && returns.test(keys)) this.end();
		else this.#shell.write(this.commandId, keys);
	}
}
