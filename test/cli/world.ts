import { join } from 'node:path';
import process from 'node:process';
import type { RunOptions } from '../../src/cli/command.js';
import { parseCommandLine } from '../../src/cli/parse-command-line.js';
import { findPaths } from '../../src/cli/paths.js';
import { prepareRun } from '../../src/cli/prepare-run.js';
import { createSession } from '../../src/cli/session/create-session.js';
import { ALL_SUBCOMMANDS } from '../../src/cli/subcommands/all-subcommands.js';
import type { World } from '../../src/cli/world.js';
import { runHeadless } from '../../src/frontends/headless/follow-run.js';

const program = {
	version: '0.0.0',
	changelog: '',
	demoAgent: '',
	diagramWorker: '',
	pictureWorker: '',
	unpackWorker: '',
};

export const NO_OPTIONS: RunOptions = { worktree: null, resume: null };

const own = (home: string) => ({
	HOME: home,
	ACP_TUI_CONFIG_DIR: join(home, 'config'),
	ACP_TUI_STATE_DIR: join(home, 'state'),
	ACP_TUI_DATA_DIR: join(home, 'data'),
});

/** Where a program runs that keeps all that is its own below `home`. */
export function worldIn(home: string, env: Readonly<Record<string, string>> = {}, cwd = home): World {
	const all = { PATH: '/usr/bin:/bin', ...own(home), ...env };
	return { ...program, env: all, cwd, home, paths: findPaths(all, home), node: process.execPath };
}

/** Runs `acp-tui -p` in this world. */
export async function print(world: World, ...argv: readonly string[]) {
	const command = parseCommandLine(['-p', ...argv], '0', ALL_SUBCOMMANDS);
	if (command.type !== 'print') throw new Error(`no run: ${command.type}`);
	const session = createSession(await prepareRun(command.run, world), world, { takesAnswers: false });
	const said = { out: '', err: '' };
	const code = await runHeadless(session.app, {
		prompt: command.prompt,
		format: command.run.outputFormat ?? 'text',
		timeoutSeconds: command.run.timeout ?? null,
		...{ ids: session.ids, clock: session.clock, interrupted: new AbortController().signal },
		write: (text) => {
			said.out += text;
		},
		writeError: (text) => {
			said.err += text;
		},
	});
	await session.close();
	return { ...said, code };
}
