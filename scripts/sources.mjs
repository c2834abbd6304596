import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root directory, with a slash at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const BUILD = [
	'ascii-output',
	'build',
	'chunking',
	'deferred-modules',
	'lazy-builtins',
	'lazy-packages',
	'lazy-tables',
].map((name) => `scripts/${name}.mjs`);

/** Where a build writes its stamp. */
export const stampFile = join(root, 'dist', 'build.json');

/**
 * A hash over the name, size and time of everything that a build is made from. Equal stamps mean
 * that nothing was added, removed or touched.
 */
export async function sourceStamp() {
	const files = ['package.json', 'package-lock.json', ...BUILD];
	for (const entry of await readdir(join(root, 'src'), { recursive: true, withFileTypes: true })) {
		if (entry.isFile()) files.push(join(entry.parentPath, entry.name).slice(root.length));
	}
	const hash = createHash('sha256');
	for (const file of files.sort()) {
		const facts = await stat(join(root, file));
		hash.update(`${file}\0${facts.size}\0${facts.mtimeMs}\n`);
	}
	return hash.digest('hex');
}

/** True when `dist/` was built from the sources as they are now. */
export async function isBuildCurrent() {
	try {
		const built = JSON.parse(await readFile(stampFile, 'utf8'));
		return built.stamp === (await sourceStamp());
	} catch {
		// No stamp, or half of one: there is no build to trust.
		return false;
	}
}
