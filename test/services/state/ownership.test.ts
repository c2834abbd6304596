import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { foreignAccess } from '../../../src/services/state/ownership.js';
import { temporaryFolder } from '../temporary-folder.js';

function kept(): string {
	const file = join(temporaryFolder(), 'home', 'state', 'rules.json');
	mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
	writeFileSync(file, '', { mode: 0o600 });
	return file;
}

test('What only the user and root can write is theirs, also when it is not there yet.', async () => {
	expect(await foreignAccess(kept())).toBeNull();
	expect(await foreignAccess(join(kept(), '..', 'later.json'))).toBeNull();
	expect(await foreignAccess('/etc/passwd')).toBeNull();
});

test.each([
	['a file that all may write', (file: string) => chmodSync(file, 0o666), /rules\.json can be written/],
	['a file that a group may write', (file: string) => chmodSync(file, 0o660), /rules\.json can be written/],
	['a folder that all may write', (file: string) => chmodSync(dirname(file), 0o777), /state can be written/],
	['a folder that a group may write', (file: string) => chmodSync(dirname(file), 0o770), /state can be written/],
	['a folder further up', (file: string) => chmodSync(join(file, '../..'), 0o777), /home can be written/],
])('%s could be of another user', async (_, open, words) => {
	const file = kept();
	open(file);
	expect(await foreignAccess(file)).toMatch(words);
	expect(await foreignAccess(file)).not.toBeNull();
});

test('The group of a folder further up is the usual one of the user.', async () => {
	const file = kept();
	chmodSync(join(file, '../..'), 0o775);
	expect(await foreignAccess(file)).toBeNull();
});

test('A link counts as the place that it leads to.', async () => {
	const file = kept();
	chmodSync(file, 0o666);
	const link = join(dirname(kept()), 'link.json');
	symlinkSync(file, link);
	expect(await foreignAccess(link)).toMatch(/rules\.json can be written/);
});

test.runIf(process.getuid?.() === 0)('What belongs to another user is theirs.', async () => {
	const file = kept();
	chownSync(file, 12_345, 12_345);
	expect(await foreignAccess(file)).toMatch(/belongs to another user/);
	chownSync(file, 0, 0);
	chownSync(dirname(file), 12_345, 12_345);
	expect(await foreignAccess(file)).toMatch(/belongs to another user/);
});
