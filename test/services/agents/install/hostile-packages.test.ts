import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findInstallScripts } from '../../../../src/services/agents/install/npm/install-package.js';
import { findPackageExecutable } from '../../../../src/services/agents/install/npm/package-executable.js';
import { checkedTree } from '../../../../src/services/agents/install/npm/package-tree.js';
import { temporaryFolder } from '../../temporary-folder.js';

const HASH = `sha512-${'A'.repeat(86)}==`;
const pin = { name: '@acme/agent', version: '1.0.0' };
const own = { version: '1.0.0', integrity: HASH };

/** Writes what npm would have left: a lock and packages by their place. */
function tree(packages: Readonly<Record<string, unknown>>, files: Readonly<Record<string, string>> = {}): string {
	const folder = temporaryFolder();
	const manifest = { 'node_modules/@acme/agent/package.json': JSON.stringify(pin) };
	const all = { 'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages }), ...manifest, ...files };
	for (const [path, text] of Object.entries(all)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), text);
	}
	return folder;
}

describe('npm’s lock', () => {
	it('is taken when each package has a hash, or is in one that has', async () => {
		const folder = tree({
			'': {},
			'node_modules/@acme/agent': own,
			'node_modules/a': { version: '2.0.0', resolved: 'https://registry.example/a.tgz', integrity: HASH },
			'node_modules/a/node_modules/b': { version: '1.0.0', inBundle: true },
		});
		expect(await checkedTree(folder, pin)).toEqual({ ok: true, value: { integrity: HASH } });
	});

	it.each([
		['a package from git', { 'node_modules/x': { resolved: 'git+ssh://git@github.com/x/x.git#abc', integrity: HASH } }],
		['a linked folder', { 'node_modules/x': { resolved: '../x', link: true } }],
		['a linked folder with a hash', { 'node_modules/x': { link: true, integrity: HASH } }],
		['a file', { 'node_modules/x': { resolved: 'file:../x.tgz', integrity: HASH } }],
		['a package without a hash', { 'node_modules/x': { resolved: 'https://registry.example/x.tgz' } }],
		['a weak hash', { 'node_modules/x': { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' } }],
		['a place that leads out', { 'node_modules/../../x': own }],
		['an absolute place', { '/etc/x': own }],
		['a place beside', { 'x/y': own }],
		['an entry that is no object', { 'node_modules/x': 'x' }],
		['another version of the agent', { 'node_modules/@acme/agent': { ...own, version: '1.0.1' } }],
		['no agent', { 'node_modules/@acme/agent': undefined }],
	])('is refused with %s', async (_, packages) => {
		const folder = tree({ '': {}, 'node_modules/@acme/agent': own, ...packages });
		expect(await checkedTree(folder, pin)).toMatchObject({ ok: false });
	});

	it.each([
		['another name', { name: '@evil/agent', version: '1.0.0' }],
		['another version', { name: '@acme/agent', version: '6.6.6' }],
		['no name', {}],
		['a name of another type', { name: ['@acme/agent'], version: '1.0.0' }],
	])('is refused where the package itself says %s', async (_, manifest) => {
		const files = { 'node_modules/@acme/agent/package.json': JSON.stringify(manifest) };
		expect(await checkedTree(tree({ 'node_modules/@acme/agent': own }, files), pin)).toMatchObject({ ok: false });
	});

	it('is refused when it is none', async () => {
		const folder = tree({});
		for (const text of ['', '[]', '{"packages":[]}', '{"packages":null}']) {
			writeFileSync(join(folder, 'package-lock.json'), text);
			expect(await checkedTree(folder, pin)).toMatchObject({ ok: false });
		}
	});
});

describe('the program of a package', () => {
	const withBin = (bin: unknown, files: Readonly<Record<string, string>> = { 'bin.js': '' }): string => {
		const inside = Object.entries(files).map(([path, text]) => [`node_modules/@acme/agent/${path}`, text]);
		const manifest = { 'node_modules/@acme/agent/package.json': JSON.stringify({ ...pin, bin }) };
		return tree({}, { ...manifest, ...Object.fromEntries(inside) });
	};
	const find = (folder: string, wanted: string | null = null) => findPackageExecutable(folder, '@acme/agent', wanted);

	it.each([
		['the only one', { tool: 'bin.js' }, null],
		['the one called like the package', { tool: 'other.js', agent: 'bin.js' }, null],
		['the one that the plan names', { tool: 'bin.js', agent: 'other.js' }, 'tool'],
		['one under several names', { tool: './bin.js', t: './bin.js' }, null],
		['one without a name', 'bin.js', null],
	])('is %s', async (_, bin, wanted) => {
		expect(await find(withBin(bin), wanted)).toEqual({
			ok: true,
			value: { command: 'node_modules/@acme/agent/bin.js', isNodeScript: true },
		});
	});

	it.each([
		['none', undefined],
		['several, none called like it', { a: 'bin.js', b: 'other.js' }],
		['a path that leads out', { agent: '../../../../../../../bin/sh' }],
		['a file of another package', { agent: '../../x/bin.js' }],
		['an absolute path', { agent: '/bin/sh' }],
		['the folder itself', { agent: '.' }],
		['a file that is missing', { agent: 'missing.js' }],
		['a number', { agent: 1 }],
		['a name that every object has', { __proto__: null, constructor: 'a.js', toString: 'b.js' }],
	])('is refused when there is %s', async (_, bin) => {
		const folder = withBin(bin);
		mkdirSync(join(folder, 'node_modules/x'), { recursive: true });
		writeFileSync(join(folder, 'node_modules/x/bin.js'), '');
		expect(await find(folder)).toMatchObject({ ok: false });
	});

	it('is refused when it is a link out of the package', async () => {
		const folder = withBin('sh', {});
		symlinkSync('/bin/sh', join(folder, 'node_modules/@acme/agent/sh'));
		expect(await find(folder)).toMatchObject({ ok: false });
	});

	it('is started by itself where it is not a program for Node.js', async () => {
		for (const [text, isNodeScript] of [
			['#!/bin/sh\n', false],
			['\u007FELF', false],
			['#!/usr/bin/env -S node --x\n', false],
			['#!/usr/bin/env node\n', true],
			['#!/usr/bin/env -S node\n', true],
		] as const) {
			expect(await find(withBin('bin', { bin: text }))).toMatchObject({ ok: true, value: { isNodeScript } });
		}
	});
});

it('finds install scripts by what is on the disk: of every package, also those that npm implies', async () => {
	const folder = tree(
		{},
		{
			'node_modules/a/package.json': '{"scripts":{"postinstall":"x","test":"y"}}',
			'node_modules/a/node_modules/b/package.json': '{"scripts":{"preinstall":"x","install":"y"}}',
			'node_modules/@s/c/package.json': '{}',
			'node_modules/@s/c/binding.gyp': '{}',
			'node_modules/d/package.json': '{"gypfile":false}',
			'node_modules/d/binding.gyp': '{}',
			'node_modules/e/package.json': 'no JSON',
			'node_modules/f/package.json': '{"scripts":["postinstall"]}',
			'node_modules/.bin/g/package.json': '{"scripts":{"postinstall":"x"}}',
		},
	);
	expect(await findInstallScripts(folder)).toEqual([
		{ package: '@s/c', spec: '@s/c', scripts: ['install (node-gyp rebuild)'] },
		{ package: 'a', spec: 'a', scripts: ['postinstall'] },
		{ package: 'b', spec: 'b', scripts: ['preinstall', 'install'] },
	]);
});
