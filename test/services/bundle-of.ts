import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** One file of a source with all that it imports, for a process of its own. Returns its path. */
export async function bundleOf(source: string, folder: string): Promise<string> {
	const bundle = await rolldown({ input: join(root, source), platform: 'node', logLevel: 'silent' });
	const file = join(folder, 'bundle.mjs');
	await bundle.write({ file, format: 'esm', codeSplitting: false });
	await bundle.close();
	return file;
}
