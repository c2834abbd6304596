import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';

const script = new URL('../../scripts/unresolved-imports.mjs', import.meta.url).href;

test.each(["import x from 'acp-not-installed'; x();", "module.exports = require('acp-not-installed');"])(
	'A build ends at a package that is not installed: %s',
	async (code) => {
		const { failOnUnresolvedImports } = await import(script);
		const folder = await mkdtemp(join(tmpdir(), 'acp-build-'));
		try {
			const input = join(folder, 'main.js');
			await writeFile(input, code);
			const build = await rolldown({ input, cwd: folder, platform: 'node', onLog: failOnUnresolvedImports });
			await expect(build.generate()).rejects.toThrow('acp-not-installed');
			await build.close();
		} finally {
			await rm(folder, { recursive: true });
		}
	},
);
