import { describe, expect, test } from 'vitest';
import { refuses } from './unpack-fixture.js';
import { type ZipEntry, zip } from './write-zip.js';

const LIMITS = { bytes: 10_000, entries: 20 };
const AGENT: ZipEntry = { name: 'agent', content: 'program', mode: 0o100755 };
const LINK = 0o120777;

async function refusal(...entries: readonly ZipEntry[]): Promise<string> {
	return (await refuses(zip([...entries, AGENT]), 'zip', { limits: LIMITS })).message;
}

describe('A zip archive is refused, and nothing is written, for', () => {
	test.each<readonly [what: string, entry: ZipEntry, expected: RegExp]>([
		['a path upwards', { name: '../victim', content: 'x' }, /leads out of the folder/],
		['a path upwards with separators of Windows', { name: '..\\..\\victim', content: 'x' }, /leads out/],
		['an absolute path', { name: '/tmp/acp-tui-escaped', content: 'x' }, /is an absolute path/],
		['an absolute path of Windows', { name: '\\tmp\\acp-tui-escaped', content: 'x' }, /is an absolute path/],
		['a drive letter', { name: 'c:\\victim', content: 'x' }, /drive letter/],
		['a NUL', { name: 'agent\0.txt', content: 'x' }, /cannot be seen/],
		['a name that is no UTF-8', { name: Buffer.from([0x61, 0xff, 0xfe]), content: 'x' }, /cannot be seen/],
		['an empty name', { name: '', content: 'x' }, /is empty/],
		['a link upwards', { name: 'link', content: '../victim', mode: LINK }, /the link "link" leads out/],
		['an absolute link', { name: 'link', content: '/etc/passwd', mode: LINK }, /has an absolute target/],
		['a link with an endless target', { name: 'link', content: 'a/'.repeat(3000), mode: LINK }, /leads out/],
		['a pipe', { name: 'pipe', mode: 0o010644 }, /is a device, pipe or socket/],
		['a socket', { name: 'socket', mode: 0o140644 }, /is a device/],
		['a block device', { name: 'device', mode: 0o060644 }, /is a device/],
		['a character device', { name: 'device', mode: 0o020644 }, /is a device/],
		['a folder with content', { name: 'folder/', content: 'x', mode: 0o040755 }, /says different things/],
		['a folder that is a link', { name: 'folder/', content: '..', mode: LINK }, /says different things/],
		['another name in the local header', { name: 'fine', localName: '../x', content: 'x' }, /says different things/],
		['another size in the local header', { name: 'fine', localSize: 9999, content: 'x' }, /says different things/],
		['a smaller size than it has', { name: 'lie', content: 'x'.repeat(100), size: 10 }, /damaged/],
		['a larger size than it has', { name: 'lie', content: 'x', size: 100 }, /damaged/],
		['a wrong checksum', { name: 'lie', content: 'x', sum: 12345 }, /damaged/],
		['a size beyond the limit', { name: 'lie', content: 'x', size: 50_000 }, /larger than/],
		['a zip64 size beyond the limit', { name: 'lie', content: 'x', size: 4_000_000_000, isZip64: true }, /larger than/],
		['encryption', { name: 'secret', content: 'x', flags: 0x801 }, /"secret" is encrypted/],
		['strong encryption', { name: 'secret', content: 'x', flags: 0x841 }, /encrypted|damaged/],
		['an unknown compression', { name: 'lzma', content: 'x', method: 14 }, /the unknown method 14/],
		['content of another entry', { name: 'overlap', content: 'x', offset: 38 }, /damaged|overlaps/],
	])('%s.', async (_, entry, expected) => {
		expect(await refusal(entry)).toMatch(expected);
	});

	test.each<readonly [what: string, entries: readonly ZipEntry[], expected: RegExp]>([
		['the same file twice', [AGENT], /"agent" is in it twice/],
		[
			'the same content in many files',
			Array.from({ length: 9 }, (_, at) => ({ name: `${at}`, offset: 0 })),
			/overlaps/,
		],
		['names that differ in case', [{ name: 'AGENT' }], /are the same on many file systems/],
		[
			'a file below a link',
			[
				{ name: 'link', content: '..', mode: LINK },
				{ name: 'link/victim', content: 'x' },
			],
			/is below "link", which is not a folder/,
		],
		['too many entries', Array.from({ length: 20 }, (_, at) => ({ name: `${at}` })), /more than 20 files/],
		['more bytes than allowed', [{ name: 'bomb', content: Buffer.alloc(20_000) }], /larger than/],
	])('%s.', async (_, entries, expected) => {
		expect(await refusal(...entries)).toMatch(expected);
	});

	test('a number of entries that is not there.', async () => {
		expect((await refuses(zip([AGENT], 15), 'zip')).message).toMatch(/damaged/);
		expect((await refuses(zip([AGENT], 5_000_000), 'zip')).message).toMatch(/more than 100,000 files/);
	});

	test('being cut off anywhere.', async () => {
		const whole = zip([{ name: 'data', content: 'x'.repeat(50) }, AGENT]);
		for (let length = 0; length < whole.length; length += 7) {
			expect((await refuses(whole.subarray(0, length), 'zip')).message).toMatch(/damaged or incomplete/);
		}
	});

	test('something behind its end.', async () => {
		expect((await refuses(Buffer.concat([zip([AGENT]), Buffer.from('more')]), 'zip')).message).toMatch(/damaged/);
	});
});
