import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findExecutable } from '../../../src/services/programs/executable.js';
import { temporaryFolder } from '../temporary-folder.js';

function setUp(): string {
	const cwd = temporaryFolder();
	for (const folder of ['first/tool', 'second', 'third']) mkdirSync(join(cwd, folder), { recursive: true });
	writeFileSync(join(cwd, 'second/tool'), '', { mode: 0o644 });
	writeFileSync(join(cwd, 'third/tool'), '', { mode: 0o755 });
	writeFileSync(join(cwd, 'tool'), '', { mode: 0o755 });
	return cwd;
}

test.each([
	['tool', 'first:second:third', 'third/tool'],
	['tool', 'first:second', /may not be run/],
	['tool', 'first', /was not found/],
	['tool', 'tool:missing', /was not found/],
	['tool', '', 'tool'],
	['tool', 'first::third', 'tool'],
	['./tool', 'third', 'tool'],
	['third/tool', '', 'third/tool'],
	['third/../tool', '', 'tool'],
	['second/tool', '', /may not be run/],
	['first/tool', '', /is not an executable file/],
	['tool/x', '', /was not found/],
])('%j with PATH %j is looked up as the system does', async (command, path, expected) => {
	const cwd = setUp();
	const result = await findExecutable(command, { cwd, env: { PATH: path } });
	if (typeof expected === 'string') {
		expect(result).toEqual({ ok: true, value: join(cwd, expected) });
	} else {
		expect(result).toMatchObject({ ok: false, failure: { message: expect.stringMatching(expected) } });
	}
});
