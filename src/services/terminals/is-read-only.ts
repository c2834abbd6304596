import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Whether an absolute path, existing or not, is on a read-only file system. */
export async function isReadOnly(path: string): Promise<boolean> {
	for (let at = path; ; at = dirname(at)) {
		const code = await access(at, constants.W_OK).then(
			() => null,
			(error: NodeJS.ErrnoException) => error.code,
		);
		if ((code !== 'ENOENT' && code !== 'ENOTDIR') || at === dirname(at)) return code === 'EROFS';
	}
}
