import { existsSync } from 'node:fs';
import type { AgentLaunch } from '../../core/agent-info.js';
import { fail } from '../../core/failure.js';
import { quoteWords } from '../../core/policy/shell/quote.js';
import { installHint } from '../catalogue.js';
import { objectOf } from '../json.js';

/** Says why an agent could not be started, and what the user can do. */
export function startFailure(launch: AgentLaunch, cwd: string, error: unknown): ReturnType<typeof fail> {
	const code = String(objectOf(error)['code'] ?? '');
	const line = quoteWords([launch.command, ...launch.args]);
	const isPath = launch.command.includes('/');
	if (code === 'ENOENT' || code === 'ENOTDIR') {
		// The system gives the same answer for a missing directory and a missing interpreter.
		if (!existsSync(cwd))
			return fail('agent-start', `Could not start "${line}": the directory ${cwd} does not exist.`, {
				hint: 'Choose a directory that exists.',
			});
		if (isPath && existsSync(launch.command))
			return fail(
				'agent-start',
				`Could not start "${line}": the interpreter that its first line names was not found.`,
				{
					hint: `Correct the first line of ${launch.command}.`,
				},
			);
		return fail('agent-start', `Could not start "${line}": ${launch.command} was not found.`, {
			hint: installHint(launch.command) ?? `Install ${launch.command}, put it on the PATH, or correct its name.`,
		});
	}
	if (code === 'EACCES' || code === 'EPERM')
		return fail('agent-start', `Could not start "${line}": no permission to run ${launch.command}.`, {
			hint: isPath ? `Make it executable: chmod +x ${launch.command}` : 'Check who may run it.',
		});
	const reason = error instanceof Error ? error.message : 'the system gave no reason';
	return fail('agent-start', `Could not start "${line}": ${reason}.`);
}

/** Says that the agent's name is only that of a file which a repository may have brought. */
export function repositoryProgram(launch: AgentLaunch, file: string): ReturnType<typeof fail> {
	const line = quoteWords([launch.command, ...launch.args]);
	const path = quoteWords([file]);
	const install = installHint(launch.command);
	return fail(
		'agent-start',
		`Could not start "${line}": the only ${launch.command} on the PATH is ${path}, inside the workspace, where a repository can put any program; its name alone does not start it.`,
		{
			hint: `${install === undefined ? '' : `${install}. `}To start that file, name its path: --agent-command "${path}"`,
		},
	);
}
