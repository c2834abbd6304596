import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { refuses } from './unpack-fixture.js';
import { type TarEntry, tar, tarGz } from './write-tar.js';

const LIMITS = { bytes: 10_000, entries: 20 };
const AGENT: TarEntry = { name: 'agent', content: 'program', mode: 0o755 };

/** Hostile entries, after which the program would come; the failure's message. */
async function refusal(...entries: readonly TarEntry[]): Promise<string> {
	return (await refuses(tarGz([...entries, AGENT]), 'tar.gz', { limits: LIMITS })).message;
}

describe('A tar archive is refused, and nothing is written, for', () => {
	test.each<readonly [what: string, entry: TarEntry, expected: RegExp]>([
		['a path upwards', { name: '../victim', content: 'x' }, /"\.\.\/victim" leads out of the folder/],
		['a path upwards in its middle', { name: 'a/../../victim', content: 'x' }, /leads out/],
		['a path upwards at its end', { name: 'a/..', type: '5' }, /leads out/],
		['an absolute path', { name: '/tmp/acp-tui-escaped', content: 'x' }, /is an absolute path/],
		['an absolute path behind two slashes', { name: '//tmp/acp-tui-escaped', content: 'x' }, /absolute/],
		['a backslash', { name: '..\\victim', content: 'x' }, /has a backslash/],
		['a drive letter', { name: 'C:/victim', content: 'x' }, /drive letter/],
		['a drive letter without a slash', { name: 'a/c:victim', content: 'x' }, /drive letter/],
		['a line break', { name: 'a\nb', content: 'x' }, /cannot be seen/],
		['an escape sequence', { name: 'a\x1B[2Jb', content: 'x' }, /cannot be seen/],
		['text that runs backwards', { name: 'a\u202Etxt.exe', content: 'x' }, /cannot be seen/],
		['a character without width', { name: 'agent\u200B', content: 'x' }, /cannot be seen/],
		['a slash of another width', { name: '..\uFF0Fvictim', content: 'x' }, /leads out|stand for others/],
		['dots that are one character', { name: '\u2025/victim', content: 'x' }, /leads out/],
		['a name that is no UTF-8', { name: 'a\uFFFDb', content: 'x' }, /cannot be seen/],
		['a name that is too long', { name: 'x', longName: 'n'.repeat(256), content: 'x' }, /is too long/],
		['a path that is too long', { name: 'x', longName: `${'n'.repeat(99)}/`.repeat(20), content: 'x' }, /too long/],
		['folders that are too deep', { name: 'a/'.repeat(65), pax: { path: 'a/'.repeat(65) }, type: '5' }, /too long/],
		['a file without a name', { name: './', content: 'x' }, /is not a file name/],
		['a path in an extended header', { name: 'fine', pax: { path: '../victim' }, content: 'x' }, /leads out/],
		['a NUL in an extended header', { name: 'fine', pax: { path: 'a\0b' }, content: 'x' }, /cannot be seen/],
		['a path in a long name', { name: 'fine', longName: '../../victim', content: 'x' }, /leads out/],
		['a link upwards', { name: 'link', type: '2', target: '..' }, /the link "link" leads out/],
		['a link upwards and back', { name: 'link', type: '2', target: '../content/agent' }, /leads out/],
		['an absolute link', { name: 'link', type: '2', target: '/etc/passwd' }, /has an absolute target/],
		['a link with a backslash', { name: 'link', type: '2', target: '..\\..\\victim' }, /has a backslash/],
		['a link with a drive letter', { name: 'link', type: '2', target: 'c:victim' }, /absolute target/],
		['a long link upwards', { name: 'link', type: '2', longTarget: `${'./'.repeat(60)}../..` }, /leads out/],
		['a link upwards in an extended header', { name: 'l', type: '2', pax: { linkpath: '../victim' } }, /leads out/],
		['a link to itself', { name: 'link', type: '2', target: 'link' }, /leads to itself/],
		['a hard link upwards', { name: 'hard', type: '1', target: '../victim' }, /leads out/],
		['an absolute hard link', { name: 'hard', type: '1', target: '/etc/passwd' }, /absolute path/],
		['a hard link to nothing', { name: 'hard', type: '1', target: 'missing' }, /leads to no file/],
		['a hard link to itself', { name: 'hard', type: '1', target: 'hard' }, /leads to no file/],
		['a character device', { name: 'device', type: '3' }, /is a device, pipe or socket/],
		['a block device', { name: 'device', type: '4' }, /is a device/],
		['a pipe', { name: 'pipe', type: '6' }, /is a device/],
		['a sparse file', { name: 'sparse', type: 'S' }, /unknown kind/],
		['a newer sparse file', { name: 'x', pax: { 'GNU.sparse.major': '1' }, content: 'x' }, /is a sparse file/],
		['a volume of several', { name: 'rest', type: 'M' }, /unknown kind/],
	])('%s.', async (_, entry, expected) => {
		expect(await refusal(entry)).toMatch(expected);
	});

	test.each<readonly [what: string, entries: readonly TarEntry[], expected: RegExp]>([
		['the same file twice', [AGENT], /"agent" is in it twice/],
		['names that differ in case', [{ name: 'Agent', content: 'x' }], /the names "agent" and "Agent" are the same/],
		[
			'folders that differ in case',
			[{ name: 'LIB/one' }, { name: 'lib/two' }],
			/the names "lib" and "LIB" are the same/,
		],
		['names that differ in composition', [{ name: 'e\u0301' }, { name: '\u00e9' }], /are the same/],
		['names that fold to the same', [{ name: 'stra\u00dfe' }, { name: 'STRASSE' }], /are the same/],
		[
			'a file below a file',
			[
				{ name: 'a', content: 'x' },
				{ name: 'a/b', content: 'x' },
			],
			/is below "a"/,
		],
		['a file in the place of a folder', [{ name: 'a/b' }, { name: 'a' }], /"a" is in it twice/],
		[
			'a file below a link',
			[
				{ name: 'out', type: '2', target: '.' },
				{ name: 'out/victim', content: 'x' },
			],
			/is below "out", which is not a folder/,
		],
		[
			'a file in the place of a link',
			[
				{ name: 'link', type: '2', target: 'agent' },
				{ name: 'link', content: 'x' },
			],
			/"link" is in it twice/,
		],
		[
			'a hard link to a link',
			[
				{ name: 'link', type: '2', target: 'agent' },
				{ name: 'hard', type: '1', target: 'link' },
			],
			/leads to no file/,
		],
		[
			'links that lead out together',
			[
				{ name: 'a/b/', type: '5' },
				{ name: 'a/up', type: '2', target: 'b/../..' },
				{ name: 'out', type: '2', target: 'a/up/..' },
			],
			/leads out/,
		],
		[
			'links in a circle',
			[
				{ name: 'one', type: '2', target: 'two' },
				{ name: 'two', type: '2', target: 'one' },
			],
			/leads to itself/,
		],
		['too many files', Array.from({ length: 20 }, (_, index) => ({ name: `${index}` })), /more than 20 files/],
		['too many folders in one path', [{ name: 'a/'.repeat(30), type: '5' }], /more than 20 files/],
		[
			'more bytes than allowed',
			[
				{ name: 'one', content: 'x'.repeat(6000) },
				{ name: 'two', content: 'x'.repeat(6000) },
			],
			/larger than/,
		],
	])('%s.', async (_, entries, expected) => {
		expect(await refusal(...entries)).toMatch(expected);
	});

	test('a file that ends in its middle.', async () => {
		const whole = tar([AGENT, { name: 'big', content: 'x'.repeat(5000) }]);
		for (const length of [100, 700, whole.length - 4000]) {
			const { message } = await refuses(gzipSync(whole.subarray(0, length)), 'tar.gz');
			expect(message).toBe('The archive is damaged or incomplete.');
		}
		expect((await refuses(gzipSync(whole).subarray(0, -20), 'tar.gz')).message).toMatch(/damaged/);
	});

	test('a size in its header that is not there.', async () => {
		const { message } = await refuses(tarGz([AGENT, { name: 'lie', content: 'x', size: 0o77777777777 }]), 'tar.gz');
		expect(message).toMatch(/damaged or incomplete/);
	});

	test('an extended header with a negative or no size.', async () => {
		for (const size of ['-1', 'x']) {
			expect((await refuses(tarGz([{ ...AGENT, pax: { size } }]), 'tar.gz')).message).toMatch(/^The archive/);
		}
	});

	test('a stream that goes on and on behind its headers.', async () => {
		const bomb = gzipSync(Buffer.concat([tar([AGENT], false), Buffer.alloc(200_000)]));
		expect((await refuses(bomb, 'tar.gz', { limits: { bytes: 100, entries: 2 } })).message).toMatch(/larger than/);
	});

	test('being no archive.', async () => {
		for (const content of ['', 'plain text', '\x1f\x8b']) {
			expect((await refuses(Buffer.from(content, 'latin1'), 'tar.gz')).message).toMatch(/damaged|not in its archive/);
		}
		expect((await refuses(gzipSync(Buffer.alloc(2000, 1)), 'tar.gz')).message).toMatch(/damaged/);
	});
});
