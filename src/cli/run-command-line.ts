import { homedir } from 'node:os';
import { sanitizeText } from '../core/text/sanitize.js';
import type { Command } from './command.js';
import type { CrashHooks } from './crash.js';
import { CommandFailure, UsageError } from './errors.js';
import { printText } from './output.js';
import { parseCommandLine } from './parse-command-line.js';
import { probeEarly } from './require-sandbox.js';
import type { Stop } from './signals.js';
import { styleFor } from './style.js';
import { mayNameSubcommand } from './subcommand-names.js';
import type { World } from './world.js';

export type Process = { readonly stop: Stop; readonly hooks: CrashHooks };

export type Program = Pick<
	World,
	'version' | 'changelog' | 'demoAgent' | 'diagramWorker' | 'pictureWorker' | 'unpackWorker'
>;

/**
 * Carries out a command line and returns the exit code. What each command needs is loaded when it is
 * chosen, so that --version and --help cost nothing and the interface draws first.
 */
export async function runCommandLine(argv: readonly string[], program: Program, self: Process): Promise<number> {
	try {
		const command = parseCommandLine(
			argv,
			program.version,
			mayNameSubcommand(argv) ? (await import('./subcommands/all-subcommands.js')).ALL_SUBCOMMANDS : [],
		);
		if (command.type === 'show') return printText(command.text);
		if (command.type === 'interactive') {
			// The interface is the largest part: it loads while the options and the config are read.
			const isDrawn = command.run.screenReader !== true && process.env['TERM'] !== 'dumb';
			if (isDrawn && hasTerminal()) void import('../frontends/fullscreen/start-fullscreen.js');
		}
		if (command.type !== 'subcommand') probeEarly(command.run.sandbox);
		return await runCommand(command, await readWorld(program), self);
	} catch (error) {
		if (!(error instanceof UsageError || error instanceof CommandFailure)) throw error;
		// The message may quote a path or a file of a cloned repository.
		const { error: red } = await styleFor(process.stderr, process.env);
		process.stderr.write(`${red('acp-tui:')} ${sanitizeText(error.message)}\n`);
		return error instanceof UsageError ? 2 : 1;
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
				await (await import('./prepare-run.js')).prepareRun(command.run, world);
				throw new UsageError('the interface needs a terminal; without one, use -p to print the answer');
			}
			return (await import('./interactive.js')).runInteractive(command, world, stop, hooks);
		case 'print':
			return (await import('./print-run.js')).runPrint(command, world, stop, hooks);
		case 'subcommand':
			return command.run({ world, stop, hooks });
	}
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
		throw new UsageError('the current directory no longer exists');
	}
}
