import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nameProblem } from '../../core/commands/command-names.js';
import { COMMAND_PLACES, type OwnCommand, type OwnCommandsPort } from '../../core/commands/own-command.js';
import { SHIPPED_COMMANDS } from '../../core/commands/shipped-commands.js';
import { fail, succeed } from '../../core/failure.js';
import { CommandFiles, type CommandFolder } from '../../services/commands/read-commands.js';
import { errnoOf, systemError } from '../../services/errno.js';
import { makePrivateFolder } from '../../services/state/private-folder.js';
import { unwritable } from '../config/config-messages.js';
import { trust, trustCheck } from '../config/config-trust.js';
import { findCommandFolder } from '../config/find-config.js';
import { UsageError } from '../errors.js';
import { quote } from '../quote-value.js';
import type { World } from '../world.js';

type Where = { readonly cwd: string; readonly world: Pick<World, 'home' | 'paths'> };

/** Command files of the user, of the project around a folder, and of Claude Code and gemini-cli. */
export function createOwnCommands({ cwd, world: { home, paths } }: Where): OwnCommandsPort {
	const files = new CommandFiles();
	const own = join(paths.configDir, 'commands');
	let last: readonly OwnCommand[] = [];

	async function read(): Promise<readonly OwnCommand[]> {
		const folders = commandFolders(cwd, own, home);
		const [isTrusted, ...found] = await Promise.all([
			trustCheck(paths),
			...folders.map((folder) => files.read(folder)),
		]);
		const commands = await Promise.all(
			found.flatMap((part, index) =>
				part.map(async (command) => {
					const isProjects = folders[index]?.within !== undefined;
					const isKnown = !isProjects || 'problem' in command.definition;
					const project = { file: command.file ?? '', hash: command.hash, programs: [] };
					return { ...command, waits: !(isKnown || (await isTrusted(project))) };
				}),
			),
		);
		return [...commands, ...SHIPPED_COMMANDS];
	}

	return {
		async list() {
			const commands = await read();
			// The same array while nothing changes: caches are keyed by it.
			if (!isSame(last, commands)) last = commands;
			return last;
		},
		async trust(commands) {
			try {
				for (const { file, hash } of commands)
					if (file !== null) await trust({ file, hash, programs: [] }, paths.trustFile, hash);
				return succeed(undefined);
			} catch (error) {
				if (error instanceof UsageError) return fail('internal', error.message);
				throw error;
			}
		},
		async create(name) {
			const problem = nameProblem(name);
			if (problem !== null) return fail('usage', noCommandName(name, problem));
			const file = `${join(own, ...name.split(':'))}.md`;
			try {
				await makePrivateFolder(dirname(file));
				await writeFile(file, commandTemplate(name), { flag: 'wx', mode: 0o600 });
			} catch (error) {
				// An existing file is opened unchanged.
				if (errnoOf(error) !== 'EEXIST') return fail('internal', unwritable(file, systemError(error).why));
			}
			return succeed(file);
		},
	};
}

/** Files that did not change are the same objects. */
function isSame(one: readonly OwnCommand[], other: readonly OwnCommand[]): boolean {
	const isEqual = (command: OwnCommand, index: number): boolean => {
		const before = one[index];
		return before?.file === command.file && before.definition === command.definition && before.waits === command.waits;
	};
	return one.length === other.length && other.every(isEqual);
}

function commandFolders(cwd: string, own: string, home: string): readonly CommandFolder[] {
	const inProject = (place: CommandFolder['place'], name: string): readonly CommandFolder[] => {
		const folder = findCommandFolder(cwd, name);
		return folder === null ? [] : [{ folder, place, within: folder.slice(0, -name.length - 1) }];
	};
	const folders: readonly CommandFolder[] = [
		...inProject('project', '.acp-tui/commands'),
		{ folder: own, place: 'user' },
		...inProject('claude-project', '.claude/commands'),
		{ folder: join(home, '.claude/commands'), place: 'claude-user' },
		...inProject('gemini-project', '.gemini/commands'),
		{ folder: join(home, '.gemini/commands'), place: 'gemini-user' },
	];
	// In the home folder the user's own are those of the project.
	const isUsers = (folder: string): boolean => folders.some((one) => one.within === undefined && one.folder === folder);
	return folders
		.filter(({ folder, within }) => within === undefined || !isUsers(folder))
		.toSorted((one, other) => COMMAND_PLACES.indexOf(one.place) - COMMAND_PLACES.indexOf(other.place));
}

const noCommandName = (name: string, problem: string): string => `/${quote(name)} cannot be made: ${problem}.`;

const commandTemplate = (name: string): string => `---
description: what /${name} does
argument-hint: "[words]"
---

Write here what the agent is to do. $ARGUMENTS stands for the words behind the command, $1 for the first of them.
`;
