import { isUtf8 } from 'node:buffer';
import { mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail, succeed } from '../../core/failure.js';
import type { OwnMemoryPort } from '../../core/memory.js';
import { errnoOf } from '../errno.js';
import { fileFailure } from './file-failure.js';
import { readBounded } from './read-bounded.js';
import { replaceFile } from './replace-file.js';

const MOST_BYTES = 1024 * 1024;

/** Folders of the home, and the variables that move them. */
const MOVED = { '.claude': 'CLAUDE_CONFIG_DIR', '.codex': 'CODEX_HOME', '.config': 'XDG_CONFIG_HOME' } as const;

/** Memory files in the user's home; a link leads to the file that is changed. */
export function createOwnMemory({
	home,
	env,
}: {
	readonly home: string;
	readonly env: NodeJS.ProcessEnv;
}): OwnMemoryPort {
	const placeOf = (file: string): string => {
		const [folder = '', ...rest] = file.replace(/^~\//, '').split('/');
		const moved = Object.hasOwn(MOVED, folder) ? env[MOVED[folder as keyof typeof MOVED]] : undefined;
		return join(moved || join(home, folder), ...rest);
	};
	return {
		async read(file) {
			const path = placeOf(file);
			try {
				const bytes = await readBounded(path, MOST_BYTES);
				if (typeof bytes === 'string')
					return fail(
						bytes,
						`${file} is ${bytes === 'too-large' ? 'larger than 1 MB' : 'no file'}, so no line is added.`,
					);
				if (!isUtf8(bytes)) return fail('not-text', `${file} is not UTF-8, so no line is added.`);
				return succeed({ path, text: bytes.toString('utf8') });
			} catch (error) {
				return errnoOf(error) === 'ENOENT' ? succeed({ path, text: null }) : fileFailure(error, file, 'read');
			}
		},
		async write(file, text) {
			try {
				const path = placeOf(file);
				await mkdir(dirname(path), { recursive: true, mode: 0o700 });
				const real = await realpath(path).catch(() => path);
				const mode = await stat(real).then(
					(facts) => facts.mode & 0o777,
					() => 0o600,
				);
				await replaceFile(real, text, { mode });
				return succeed(undefined);
			} catch (error) {
				return fileFailure(error, file, 'write');
			}
		},
	};
}
