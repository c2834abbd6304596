import { fail } from '../../core/failure.js';

export const PROGRAMS = {
	noName: () => fail('could-not-start', 'The command has no usable name.', { hint: 'Name an executable file.' }),
	notExecutableFile: (command: string) =>
		fail('could-not-start', `${command} is not an executable file.`, { hint: 'Name an executable file.' }),
	notExecutable: (command: string, path: string) =>
		fail('could-not-start', `${command} may not be run: permission denied.`, {
			hint: `Make ${path} executable (chmod +x), or start it with its interpreter.`,
		}),
	unreachable: (command: string) =>
		fail('could-not-start', `${command} cannot be reached: permission denied.`, {
			hint: 'Check the permissions of the folders above it.',
		}),
	missing: (command: string) =>
		fail('could-not-start', `${command} was not found.`, {
			hint: 'Check the spelling, and that it is installed and on PATH.',
		}),
	inWorkspace: (command: string) =>
		fail('could-not-start', `${command} is not started from the workspace: anybody could have put it there.`, {
			hint: 'Name it by its absolute path if you mean it.',
		}),
};
