import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isThere } from '../files/what-is-there.js';

export async function findTop(folder: string): Promise<string | null> {
	const start = await realpath(folder).catch(() => folder);
	for (let at = start; ; at = dirname(at)) {
		if (await isThere(join(at, '.git'))) return at;
		if (at === dirname(at)) return null;
	}
}
