import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bzip2Sample } from './bzip2-sample.js';
import { snapshot, unpacks } from './unpack-fixture.js';
import { tarGz } from './write-tar.js';
import { zip } from './write-zip.js';

const PROGRAM = '#!/bin/sh\nexit 0\n';

test('A tar.gz archive becomes folders, files, links and a program.', async () => {
	const { folder, files, value } = await unpacks(
		tarGz([
			{ name: './', type: '5' },
			{ name: './bin/', type: '5', mode: 0o777 },
			{ name: './bin/agent', content: PROGRAM, mode: 0o6777 },
			{ name: 'lib/data.txt', content: 'data', mode: 0o666 },
			{ name: 'current', type: '2', target: 'bin/../lib' },
			{ name: 'lib/link', type: '2', target: '../current/data.txt' },
			{ name: 'lib/hard', type: '1', target: 'lib/data.txt' },
		]),
		'tar.gz',
		'./bin/agent',
	);
	expect(files).toEqual({
		'/': 'folder 755',
		'bin/': 'folder 755',
		'bin/agent': `file 755 ${PROGRAM}`,
		'lib/': 'folder 755',
		'lib/data.txt': 'file 644 data',
		'lib/hard': 'file 644 data',
		current: 'link lib',
		'lib/link': 'link data.txt',
	});
	expect(value).toEqual({
		entries: 7,
		bytes: PROGRAM.length + 4,
		executable: { type: 'file', path: join(realpathSync(folder), 'bin/agent') },
	});
});

test('Long names come in ustar, pax and GNU form.', async () => {
	const long = `${'deep/'.repeat(30)}name`;
	const { files } = await unpacks(
		tarGz([
			{ name: 'agent', content: PROGRAM, mode: 0o755 },
			{ name: 'short', content: 'pax', pax: { path: `pax/${long}` } },
			{ name: 'short', content: 'gnu', longName: `gnu/${long}` },
			{ name: 'link', type: '2', target: 'x', longTarget: `./gnu/${long}` },
		]),
		'tar.gz',
	);
	expect(files[`pax/${long}`]).toBe('file 644 pax');
	expect(files[`gnu/${long}`]).toBe('file 644 gnu');
	expect(files['link']).toBe(`link gnu/${long}`);
});

test('A link to nowhere inside is left out.', async () => {
	const { files } = await unpacks(
		tarGz([
			{ name: 'agent', content: PROGRAM },
			{ name: 'dangling', type: '2', target: 'missing/../../..' },
		]),
		'tar.gz',
	);
	expect(Object.keys(files)).toEqual(['/', 'agent']);
});

test('A zip archive becomes the same, deflated or stored, with separators of Windows, and as zip64.', async () => {
	const { files } = await unpacks(
		zip([
			{ name: 'bin\\agent', content: PROGRAM, mode: 0o100755 },
			{ name: 'lib/', mode: 0o040777 },
			{ name: 'lib/stored', content: 'stored', isStored: true },
			{ name: 'lib/big', content: 'x'.repeat(500), isZip64: true },
			{ name: 'plain', content: 'no mode', mode: 0 },
			{ name: 'link', content: 'lib/big', mode: 0o120777 },
		]),
		'zip',
		'.\\bin\\agent',
	);
	expect(files).toEqual({
		'/': 'folder 755',
		'bin/': 'folder 755',
		'bin/agent': `file 755 ${PROGRAM}`,
		'lib/': 'folder 755',
		'lib/big': `file 644 ${'x'.repeat(500)}`,
		'lib/stored': 'file 644 stored',
		plain: 'file 644 no mode',
		link: 'link lib/big',
	});
});

test('A tar.bz2 archive needs no program of the system.', async () => {
	const { place, files } = await unpacks(bzip2Sample, 'tar.bz2');
	expect(files['agent']).toBe(`file 755 ${PROGRAM}`);
	// The decompressed archive is gone.
	expect(Object.keys(snapshot(place))).not.toContain('staging/archive.tar');
});

test('A download that is the program itself goes where its command says.', async () => {
	const { files } = await unpacks(Buffer.from(PROGRAM), 'executable', './bin/my-agent');
	expect(files['bin/my-agent']).toBe(`file 755 ${PROGRAM}`);
});

test('What an interpreter of the machine runs keeps the name of its download.', async () => {
	const { files, value } = await unpacks(Buffer.from('print()'), 'executable', 'python3');
	expect(value.executable).toEqual({ type: 'system', command: 'python3' });
	expect(files['agent']).toBe('file 644 print()');
});
