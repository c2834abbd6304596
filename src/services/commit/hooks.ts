import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Git } from '../git/open-git.js';
import type { Repository } from '../git/repository.js';

const HOOKS = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit'];

/** Names of the hooks that a commit runs: files, and programs of git's settings. */
export async function hooksOf({ git, top, commonDir }: Repository): Promise<readonly string[]> {
	const [folders, events] = await Promise.all([
		settings(git, '^core\\.hookspath$'),
		settings(git, '^hook\\..*\\.event$'),
	]);
	const folder = folders.at(-1);
	const at = folder === undefined ? join(commonDir, 'hooks') : resolve(top, folder);
	const inFolder = await Promise.all(
		HOOKS.map((name) =>
			access(join(at, name), constants.X_OK).then(
				() => true,
				() => false,
			),
		),
	);
	return HOOKS.filter((name, index) => inFolder[index] === true || events.includes(name));
}

/** Values of settings whose names match, those that git itself was started with left out; paths of the home are whole. */
async function settings(git: Git, names: string): Promise<readonly string[]> {
	const printed = await git.run(['config', '--show-scope', '--null', '--type=path', '--get-regexp', names]);
	if (!printed.ok || printed.value.code !== 0) return [];
	const fields = printed.value.bytes.toString('utf8').split('\0');
	return fields.flatMap((field, at) => {
		const isValue = at % 2 === 1 && fields[at - 1] !== 'command';
		return isValue && field.includes('\n') ? [field.slice(field.indexOf('\n') + 1)] : [];
	});
}
