import { accessSync, constants, existsSync } from 'node:fs';
import type { AgentLaunch } from '../../core/agent-info.js';
import { defined } from '../../core/defined.js';
import { fail } from '../../core/failure.js';
import { quoteWords } from '../../core/policy/shell/quote-word.js';
import { installHint } from '../catalogue.js';
import { objectOf } from '../json.js';

export function startFailure(launch: AgentLaunch, cwd: string, error: unknown): ReturnType<typeof fail> {
	const code = String(objectOf(error)['code'] ?? '');
	const { command } = launch;
	const failed = (reason: string, hint?: string): ReturnType<typeof fail> =>
		fail('agent-start', couldNotStart(launch, reason), { ...defined({ hint }), isPermanent: true });
	const isPath = command.includes('/');
	if (code === 'ENOENT' || code === 'ENOTDIR') {
		// The system gives the same answer for a missing directory and a missing interpreter.
		if (!existsSync(cwd)) return failed(`the directory ${cwd} does not exist`, 'Choose a directory that exists.');
		if (isPath && existsSync(command))
			return failed('the interpreter that its first line names was not found', `Correct the first line of ${command}.`);
		const hint = launch.installedBy === undefined ? installHint(command) : `To install it: ${launch.installedBy}`;
		return failed(`${command} was not found`, hint ?? `Install ${command}, put it on the PATH, or correct its name.`);
	}
	if (code === 'EACCES' || code === 'EPERM') {
		// The system gives the same answer for a directory that cannot be entered.
		if (!canEnter(cwd))
			return failed(
				`no permission to enter the directory ${cwd}`,
				'Choose another directory, or change its permissions.',
			);
		const hint = isPath ? `Make it executable: chmod +x ${command}` : 'Check who may run it.';
		return failed(`no permission to run ${command}`, hint);
	}
	const reason = error instanceof Error ? error.message : 'the system gave no reason';
	return fail('agent-start', couldNotStart(launch, reason));
}

/** Failure of an agent whose name is found only inside the workspace, where a repository can put any program. */
export function repositoryProgram(launch: AgentLaunch, file: string): ReturnType<typeof fail> {
	const path = quoteWords([file]);
	const { command } = launch;
	const reason = `the only ${command} on the PATH is ${path}, inside the workspace, where a repository can put any program; its name alone does not start it`;
	const install = installHint(command);
	const hint = `${install === undefined ? '' : `${install}. `}To start that file, name its path: --agent-command "${path}"`;
	return fail('agent-start', couldNotStart(launch, reason), { hint, isPermanent: true });
}

function canEnter(directory: string): boolean {
	try {
		accessSync(directory, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

function couldNotStart({ command, args }: AgentLaunch, reason: string): string {
	return `Could not start "${quoteWords([command, ...args])}": ${reason}.`;
}
