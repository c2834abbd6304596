import { extname, join, resolve } from 'node:path';
import { defined } from '../../core/defined.js';
import type { ExportsPort } from '../../core/desktop-ports.js';
import { fail, type Result, succeed } from '../../core/failure.js';
import { errnoOf, isMissing, systemError } from '../errno.js';
import { writeNewFile } from '../files/replace-file.js';
import { isFolder } from '../files/what-is-there.js';

const MOST_NUMBERS = 1000;

export function openExports(options: { readonly workspace: string; readonly home: string }): ExportsPort {
	return {
		async write({ file, name }, content) {
			const wanted = await pathOf(file, name, options);
			for (let number = 1; number <= MOST_NUMBERS; number += 1) {
				const path = numbered(wanted, number);
				try {
					// `x` also refuses a link that leads elsewhere.
					await writeNewFile(path, content);
					return succeed(path);
				} catch (error) {
					if (errnoOf(error) !== 'EEXIST') return failureOf(error, path);
				}
			}
			return fail('invalid', `There are too many files like ${wanted}.`, { hint: 'Choose another name.' });
		},
	};
}

async function pathOf(
	file: string | null,
	name: string,
	{ workspace, home }: { readonly workspace: string; readonly home: string },
): Promise<string> {
	if (file === null) return join(workspace, name);
	const path = file === '~' || file.startsWith('~/') ? join(home, file.slice(1)) : resolve(workspace, file);
	return (await isFolder(path)) ? join(path, name) : path;
}

function numbered(path: string, number: number): string {
	if (number === 1) return path;
	const extension = extname(path);
	return `${path.slice(0, path.length - extension.length)}-${number}${extension}`;
}

function failureOf(error: unknown, path: string): Result<string> {
	if (isMissing(error)) return EXPORTS.noFolder(path);
	const { code, why } = systemError(error);
	const hint = code === 'no-permission' ? 'Name a file in a folder of yours.' : undefined;
	return fail(code, `${path} cannot be written: ${why}.`, defined({ hint }));
}

const EXPORTS = {
	noFolder: (file: string) =>
		fail('not-found', `There is no folder for ${file}.`, { hint: 'Make it first, or name another.' }),
};
