import { StringDecoder } from 'node:string_decoder';
import { type Result, succeed } from '../../core/failure.js';
import type { ProcessGuard } from '../../core/ports.js';
import type { EnclosedSignIn } from '../../core/sign-in/terminal-sign-in.js';
import type { ExitStatus } from '../../core/tool-call.js';
import { createShell } from '../terminals/shell.js';

/** The id of the shell's only program. */
const ID = 'sign-in';

export type OuterTerminal = { readonly keys: NodeJS.ReadStream; readonly screen: NodeJS.WriteStream };

/**
 * Runs a program in a pseudo-terminal, passing its keys and output through. With this process's own terminal it could
 * type commands into the user's shell. Aborting `signal` ends it.
 */
export async function runInOwnTerminal(
	program: EnclosedSignIn['program'],
	{ keys, screen }: OuterTerminal,
	{ guard, signal }: { readonly guard: ProcessGuard; readonly signal: AbortSignal },
): Promise<Result<ExitStatus>> {
	const shell = createShell({ env: {}, cwd: program.cwd, guard });
	const ended = Promise.withResolvers<ExitStatus>();
	const started = await shell.start?.(ID, program, {
		onData: (data) => void screen.write(data),
		onExit: ended.resolve,
	});
	if (started?.ok === false) return started;
	const decoder = new StringDecoder('utf8');
	const take = (data: Buffer | string): void => shell.write(ID, typeof data === 'string' ? data : decoder.write(data));
	const resize = (): void => shell.resize(ID, screen.columns, screen.rows);
	const end = (): void => void shell.end(ID);
	if (keys.isTTY) keys.setRawMode(true);
	if (screen.isTTY) resize();
	keys.on('data', take).resume();
	screen.on('resize', resize);
	signal.addEventListener('abort', end, { once: true });
	if (signal.aborted) end();
	try {
		return succeed(await ended.promise);
	} finally {
		signal.removeEventListener('abort', end);
		screen.off('resize', resize);
		keys.off('data', take).pause();
		if (keys.isTTY) keys.setRawMode(false);
		await shell.close();
	}
}
