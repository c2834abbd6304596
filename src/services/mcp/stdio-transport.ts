import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as delay } from 'node:timers/promises';
import {
	type JSONRPCMessage,
	parseJSONRPCMessage,
	serializeMessage,
	type Transport,
} from '@modelcontextprotocol/client';
import { messageOf } from '../../core/failure.js';
import { jsonIn } from '../../core/json-in.js';
import type { McpServer } from '../../core/mcp/server.js';
import type { ProcessGuard } from '../../core/ports.js';
import { endProcesses, newMark } from '../programs/end-processes.js';
import { MOST_BYTES, ServerTrouble, TROUBLE } from './mcp-trouble.js';

type StdioServer = Extract<McpServer, { type: 'stdio' }>;

export type StdioSurroundings = {
	readonly cwd: string;
	/** The complete environment, with the server's own variables. */
	readonly env: Readonly<Record<string, string>>;
	readonly guard: ProcessGuard;
};

const MOST_STDERR_CHARS = 4000;
/** Milliseconds for exiting after the end of its input. */
const LEAVE_GRACE = 300;

/**
 * An MCP server as the leader of its own process group, so that nothing of it outlives a test. The SDK's own transport
 * starts it in ours, and ends only the first process.
 */
export class StdioTransport implements Transport {
	onclose?: () => void;
	onerror?: (error: Error) => void;
	onmessage?: (message: JSONRPCMessage) => void;
	/** Resolves with the reason when the server ended or wrote too much. */
	readonly failed: Promise<ServerTrouble>;
	readonly #server: StdioServer;
	readonly #around: StdioSurroundings;
	readonly #decoder = new StringDecoder('utf8');
	#line: string[] = [];
	readonly #fail: (trouble: ServerTrouble) => void;
	readonly #marked = newMark();
	#child: ChildProcessWithoutNullStreams | null = null;
	#exited: Promise<void> = Promise.resolve();
	#bytes = 0;
	#stderr = '';
	#closing: Promise<void> | null = null;

	constructor(server: StdioServer, around: StdioSurroundings) {
		this.#server = server;
		this.#around = around;
		const { promise, resolve } = Promise.withResolvers<ServerTrouble>();
		this.failed = promise;
		this.#fail = resolve;
	}

	async start(): Promise<void> {
		const { command, args } = this.#server;
		const { cwd, env, guard } = this.#around;
		const child = spawn(command, [...args], {
			cwd,
			env: { ...env, ...this.#marked.env },
			detached: process.platform !== 'win32',
			windowsHide: true,
			stdio: 'pipe',
		});
		this.#child = child;
		this.#exited = new Promise((resolve) => {
			child.once('exit', (code, signal) => {
				resolve();
				// The last output is still in the pipe.
				setImmediate(() => this.#fail(new ServerTrouble(TROUBLE.ended(code, signal, this.#stderr))));
			});
		});
		child.stdin.on('error', () => {
			// The exit reports a broken pipe.
		});
		child.stderr.on('data', (chunk: Buffer) => {
			this.#stderr = (this.#stderr + chunk.toString('utf8')).slice(-MOST_STDERR_CHARS);
		});
		child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
		await new Promise<void>((resolve, reject) => {
			child.once('spawn', resolve);
			child.once('error', (error) => reject(new ServerTrouble(TROUBLE.notStarted(messageOf(error)))));
		});
		if (child.pid !== undefined) guard.add(child.pid);
	}

	#read(chunk: Buffer): void {
		this.#bytes += chunk.length;
		if (this.#bytes > MOST_BYTES) {
			this.#child?.stdout.pause();
			this.#fail(new ServerTrouble(TROUBLE.flood));
			return;
		}
		// Not joined before it is whole: a line may come in thousands of pieces.
		const [rest = '', ...more] = this.#decoder.write(chunk).split('\n');
		this.#line.push(rest);
		for (const next of more) {
			this.#take(this.#line.join(''));
			this.#line = [next];
		}
	}

	/** A line that is no JSON is a server's log; JSON that is no message is a broken answer. */
	#take(line: string): void {
		const data = jsonIn(line);
		if (data === undefined) return;
		let message: JSONRPCMessage;
		try {
			message = parseJSONRPCMessage(data);
		} catch {
			if (isAnswer(data)) this.#fail(new ServerTrouble(TROUBLE.noMcp(line)));
			return;
		}
		this.onmessage?.(message);
	}

	async send(message: JSONRPCMessage): Promise<void> {
		this.#child?.stdin.write(serializeMessage(message));
	}

	/** Ends the whole group within two seconds; idempotent. */
	close(): Promise<void> {
		this.#closing ??= this.#end();
		return this.#closing;
	}

	async #end(): Promise<void> {
		const child = this.#child;
		if (child?.pid === undefined) return;
		child.stdin.end();
		await Promise.race([this.#exited, delay(LEAVE_GRACE)]);
		await endProcesses({
			pid: child.pid,
			exited: this.#exited,
			hasExited: () => child.exitCode !== null || child.signalCode !== null,
			mark: this.#marked.mark,
			guard: this.#around.guard,
		});
		this.#around.guard.remove(child.pid);
		child.stdout.destroy();
		child.stderr.destroy();
		this.onclose?.();
	}
}

function isAnswer(data: unknown): boolean {
	return typeof data === 'object' && data !== null && 'id' in data && ('result' in data || 'error' in data);
}
