import { homedir } from 'node:os';
import { sanitizeText } from '../core/text/sanitize.js';
import type { Command } from './command.js';
import type { CrashHooks } from './crash.js';
import * as messages from './messages.js';
import { parseCommandLine } from './parse.js';
import type { Stop } from './signals.js';
import { styleFor } from './style.js';
import { UsageError } from './usage-error.js';
import type { World } from './world.js';

/** What the process hands to a command. */
export type Process = { readonly stop: Stop; readonly hooks: CrashHooks };

/** Where the program's own files are, and its version. */
export type Program = { readonly version: string; readonly demoAgent: string; readonly pictureWorker: string };

/**
 * Carries out a command line and returns the exit code. What each command needs is loaded when it is
 * chosen, so that --version and --help cost nothing and the interface draws first.
 */
export async function runCommandLine(argv: readonly string[], program: Program, self: Process): Promise<number> {
	try {
		const command = parseCommandLine(argv, program.version);
		if (command.type === 'show') return print(command.text);
		if (command.type === 'interactive') {
			// The interface is the largest part: it loads while the options and the config are read.
			const isDrawn = !command.isScreenReader && process.env['TERM'] !== 'dumb';
			if (isDrawn && hasTerminal()) void import('../frontends/fullscreen/start.js');
		}
		return await runCommand(command, await readWorld(program), self);
	} catch (error) {
		if (!(error instanceof UsageError)) throw error;
		// It may quote a path or a file of a cloned repository.
		const { error: red } = await styleFor(process.stderr, process.env);
		process.stderr.write(`${red('acp-tui:')} ${sanitizeText(error.message)}\n`);
		return 2;
	}
}

async function runCommand(
	command: Exclude<Command, { type: 'show' }>,
	world: World,
	{ stop, hooks }: Process,
): Promise<number> {
	switch (command.type) {
		case 'interactive':
			if (!hasTerminal()) {
				// Wrong options are reported first: a terminal would not help with those.
				await (await import('./prepare.js')).prepareRun(command.run, world);
				throw new UsageError(messages.noTerminal);
			}
			return (await import('./interactive.js')).runInteractive(command, world, stop, hooks);
		case 'print':
			return (await import('./print.js')).runPrint(command, world, stop, hooks);
		case 'agents':
			return listAgentsHere(command.cwd, world);
		case 'config':
			return runConfigCommand(command, world, stop.signal);
	}
}

async function listAgentsHere(cwd: string | null, world: World): Promise<number> {
	const [{ listAgents }, style] = await Promise.all([
		import('./commands/agents.js'),
		styleFor(process.stdout, world.env),
	]);
	return print(await listAgents(cwd, world, style));
}

async function runConfigCommand(
	command: Extract<Command, { type: 'config' }>,
	world: World,
	stop: AbortSignal,
): Promise<number> {
	const [{ runConfig }, { confirm }, style] = await Promise.all([
		import('./commands/config.js'),
		import('./confirm.js'),
		styleFor(process.stdout, world.env),
	]);
	const agree = async (shown: string, question: string): Promise<boolean | null> => {
		if (command.isAgreed) await print(shown);
		return command.isAgreed || confirm(`${shown}\n${question}`, stop);
	};
	const text = await runConfig(command, { world, style, agree });
	if (stop.aborted) return Number(stop.reason);
	return print(text);
}

function hasTerminal(): boolean {
	return process.stdin.isTTY && process.stdout.isTTY;
}

async function readWorld(program: Program): Promise<World> {
	const { findPaths } = await import('./paths.js');
	const cwd = currentDirectory();
	return {
		...program,
		env: process.env,
		cwd,
		home: homedir(),
		paths: findPaths(process.env, cwd),
		node: process.execPath,
	};
}

function currentDirectory(): string {
	try {
		return process.cwd();
	} catch {
		throw new UsageError(messages.noCurrentDirectory);
	}
}

async function print(text: string): Promise<number> {
	// The reader may close the pipe early (`| head`), which is no failure.
	process.stdout.on('error', () => {});
	await new Promise<void>((done) => process.stdout.write(text, () => done()));
	return 0;
}
