import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Step } from '../../../../src/services/shadow/apply/apply-journal.js';
import { commit } from '../../../../src/services/shadow/apply/apply-journal.js';
import { factsOf } from '../../../../src/services/snapshots/snapshot-entry.js';
import { temporaryFolder } from '../../temporary-folder.js';

let real: string;

beforeEach(() => {
	real = temporaryFolder();
	mkdirSync(join(real, 'src'));
	for (const name of ['a.txt', 'b.txt', 'src/c.txt']) writeFileSync(join(real, name), 'reviewed\n');
	for (const name of ['a.tmp', 'n.tmp', 'src/c.tmp']) writeFileSync(join(real, name), 'of the agent\n');
});

const factsAt = (path: string) => factsOf(lstatSync(join(real, path), { bigint: true }));
const write = (path: string, temporary: string, isNew = false): Step => ({
	type: 'write',
	path,
	temporary,
	expected: isNew ? null : factsAt(path),
	keepAt: null,
});
const textOf = (path: string): string => readFileSync(join(real, path), 'utf8');

test('What changes in the workspace while changes are applied is left as it is by then.', async () => {
	const steps: readonly Step[] = [
		write('a.txt', 'a.tmp'),
		write('new.txt', 'n.tmp', true),
		{ type: 'remove', path: 'b.txt', expected: factsAt('b.txt'), keepAt: null },
		write('src/c.txt', 'src/c.tmp'),
	];
	writeFileSync(join(real, 'a.txt'), 'by the user\n');
	writeFileSync(join(real, 'new.txt'), 'by the user\n');
	renameSync(join(real, 'a.txt'), join(real, 'b.txt'));
	writeFileSync(join(real, 'a.txt'), 'by the user again\n');
	const left = await commit(real, steps);
	expect([...left.keys()].sort()).toEqual(['a.txt', 'b.txt', 'new.txt']);
	expect(new Set(left.values())).toEqual(new Set(['it changed in the workspace while the changes were applied']));
	expect(['a.txt', 'new.txt', 'b.txt', 'src/c.txt'].map(textOf)).toEqual([
		'by the user again\n',
		'by the user\n',
		'by the user\n',
		'of the agent\n',
	]);
});

test('A folder that becomes a link meanwhile leads nothing out of the workspace.', async () => {
	const outside = temporaryFolder();
	writeFileSync(join(outside, 'c.txt'), 'outside\n');
	const steps = [write('src/c.txt', 'src/c.tmp'), write('src/new.txt', 'n.tmp', true)];
	renameSync(join(real, 'src'), join(real, 'before'));
	symlinkSync(outside, join(real, 'src'));
	const left = await commit(real, steps);
	expect([...left.keys()].sort()).toEqual(['src/c.txt', 'src/new.txt']);
	expect(readFileSync(join(outside, 'c.txt'), 'utf8')).toBe('outside\n');
	expect(existsSync(join(outside, 'new.txt'))).toBe(false);
});

test('What was carried out before it was cut short is not done twice.', async () => {
	const steps = [write('a.txt', 'a.tmp'), write('new.txt', 'n.tmp', true)];
	expect((await commit(real, steps)).size).toBe(0);
	writeFileSync(join(real, 'a.txt'), 'by the user since\n');
	expect((await commit(real, steps)).size).toBe(0);
	expect([textOf('a.txt'), textOf('new.txt')]).toEqual(['by the user since\n', 'of the agent\n']);
});

test('A file that could not be renamed stays where it was, also when that is found out twice.', async () => {
	const steps: readonly Step[] = [
		write('new.txt', 'n.tmp', true),
		{ type: 'remove', path: 'b.txt', expected: factsAt('b.txt'), keepAt: null, after: 'new.txt' },
	];
	writeFileSync(join(real, 'new.txt'), 'by the user\n');
	for (const _ of ['applied', 'finished after a crash']) {
		expect([...(await commit(real, steps)).keys()]).toEqual(['new.txt', 'b.txt']);
		expect([textOf('new.txt'), textOf('b.txt')]).toEqual(['by the user\n', 'reviewed\n']);
	}
});
