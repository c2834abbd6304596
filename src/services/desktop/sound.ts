import { homedir } from 'node:os';
import { basename } from 'node:path';
import type { Environment } from '../../core/environment.js';
import { messageOf, type Result, succeed } from '../../core/failure.js';
import type { ProcessGuard } from '../../core/ports.js';
import { runProgram } from '../programs/run-program.js';
import { findTrusted, trustedEnvironment } from '../programs/trusted-path.js';
import { DESKTOP } from './desktop-messages.js';

/** Programs that play a sound file, the most capable first. */
const PLAYERS: readonly (readonly [name: string, ...args: string[]])[] = [
	['paplay'],
	['pw-play'],
	['aplay', '-q'],
	['afplay'],
	['ffplay', '-nodisp', '-autoexit', '-loglevel', 'error'],
	['mpv', '--no-video', '--really-quiet'],
];

/** Milliseconds; what sounds longer is cut off. */
const LONGEST = 10_000;

type PlayerOptions = {
	readonly workspace: string;
	readonly env: Environment;
	readonly guard?: ProcessGuard;
	readonly signal: AbortSignal;
	/** Milliseconds. */
	readonly longest?: number;
};

/** Plays a sound file (an absolute path) with a player of the user or the system, or runs a program with its arguments. */
export async function playSound(sound: string | readonly string[], options: PlayerOptions): Promise<Result<void>> {
	const { workspace, env, guard, signal, longest = LONGEST } = options;
	const program = typeof sound === 'string' ? await playerFor(sound, workspace, env) : await own(sound, workspace, env);
	if (!program.ok) return program;
	const [file = '', ...args] = program.value;
	const name = basename(file);
	try {
		const end = await runProgram({
			file,
			args,
			cwd: homedir(),
			env: await trustedEnvironment(workspace, env),
			signal: AbortSignal.any([signal, AbortSignal.timeout(longest)]),
			guard,
		});
		if (end.type === 'not-started') return DESKTOP.soundFailed(name, messageOf(end.error));
		if (end.type === 'exited' && end.code !== 0) return DESKTOP.soundFailed(name, `it exited with code ${end.code}`);
		return succeed(undefined);
	} catch (error) {
		return DESKTOP.soundFailed(name, messageOf(error));
	}
}

type Found = Promise<Result<readonly string[]>>;

async function playerFor(file: string, workspace: string, env: Environment): Found {
	for (const [name, ...args] of PLAYERS) {
		const found = await findTrusted(name, workspace, env);
		if (found.ok) return succeed([found.value, ...args, file]);
	}
	return DESKTOP.noPlayer();
}

async function own([name = '', ...args]: readonly string[], workspace: string, env: Environment): Found {
	const found = await findTrusted(name, workspace, env);
	return found.ok ? succeed([found.value, ...args]) : found;
}
