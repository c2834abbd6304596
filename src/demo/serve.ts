import { Readable, Writable } from 'node:stream';
import { ndJsonStream } from '@agentclientprotocol/sdk/unstable';
import { createDemoAgent, type DemoOptions } from './agent.js';

const USUAL_PACE = 20;
/** How long commands that still run get to end after the client left, in milliseconds. */
const LAST_CALL = 50;

/** Milliseconds a word from the environment; anything that is no sensible number means the usual pace. */
function paceFrom(value: string | undefined): number {
	const pace = value === undefined || value.trim() === '' ? Number.NaN : Number(value);
	return Number.isFinite(pace) && pace >= 0 ? pace : USUAL_PACE;
}

/** Serves the client on standard input and output until it leaves, and ends this process then. */
export async function serve(options: Omit<DemoOptions, 'pace'>): Promise<void> {
	// Node.js would open its debugger on a port without a password.
	process.on('SIGUSR1', () => {});
	// A client that is gone cannot be answered, and a broken pipe is no reason for a stack trace.
	process.stdout.on('error', () => process.exit(0));
	// biome-ignore lint/style/noProcessEnv: this program is a process of its own; nobody could hand its options in otherwise
	const app = createDemoAgent({ ...options, pace: paceFrom(process.env['ACP_TUI_DEMO_PACE']) });
	const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>;
	const connection = app.connect(ndJsonStream(Writable.toWeb(process.stdout), input));
	await connection.closed;
	setTimeout(() => process.exit(0), LAST_CALL);
}
