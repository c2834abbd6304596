import { describe, expect, test } from 'vitest';
import { textOf } from '../../../src/core/agents/checked-names.js';
import { readRegistry } from '../../../src/core/agents/read-registry.js';
import { kindsOf, type RegistryIndex } from '../../../src/core/agents/registry.js';

const good = {
	id: 'good',
	name: 'Good',
	version: '1.0.0',
	description: 'An agent',
	distribution: { npx: { package: '@good/agent@1.0.0' } },
};
const archive = 'https://example.com/a.tar.gz';
const read = (...agents: readonly unknown[]): RegistryIndex => {
	const index = readRegistry(
		{ version: '1.0.0', agents },
		{ quarantine: { good: 'Does\u001b[2J not start' }, date: null },
	);
	if (index === null) throw new Error('no index');
	return index;
};
const binary = (target: object, name = 'linux-x86_64') => ({ ...good, distribution: { binary: { [name]: target } } });

test('What is no index is none.', () => {
	const about = { quarantine: null, date: null };
	for (const value of [null, 1, 'x', [], {}, { agents: {} }, { agents: null }]) {
		expect(readRegistry(value, about)).toBeNull();
	}
});

test('Every text that is shown is one harmless line, and addresses are http(s) or none.', () => {
	const entry = {
		...good,
		name: 'Good\u001b]0;owned\u0007\nname',
		description: 'x'.repeat(10_000),
		license: 5,
		license_url: 'https://example.com/\u202e',
		repository: 'https://user:secret@example.com/',
		authors: ['One\r\nTwo', 7, ''],
	};
	const { entries, quarantine } = read(entry);
	expect(entries.get('good')).toMatchObject({
		name: 'Good name',
		license: null,
		licenseUrl: 'https://example.com/%E2%80%AE',
		repository: null,
		authors: ['One Two'],
	});
	expect(entries.get('good')?.description.length).toBeLessThanOrEqual(600);
	expect(quarantine.get('good')).toBe('Does not start');
	expect(read({ ...good, repository: 'javascript:alert(1)' }).entries.get('good')?.repository).toBeNull();
});

describe('An entry that cannot be used is skipped and named, the others stay:', () => {
	test.each<[string, unknown, string]>([
		['no object', 7, 'entry 2'],
		['an id with path parts', { ...good, id: '../x' }, '../x'],
		['an id that is an option', { ...good, id: '-x' }, '-x'],
		['an id of every object', { ...good, id: 'constructor' }, 'constructor'],
		['a prototype as id', { ...good, id: '__proto__' }, '__proto__'],
		['a device of Windows', { ...good, id: 'nul' }, 'nul'],
		['the id of the bundled agent', { ...good, id: 'demo' }, 'demo'],
		['an id with control characters', { ...good, id: 'a\u001b[31mb' }, 'ab'],
		['an id twice', { ...good, name: 'Other' }, 'good'],
		['a version with path parts', { ...good, id: 'bad', version: '../1' }, 'bad'],
		['a version that goes up', { ...good, id: 'bad', version: '1..0' }, 'bad'],
		['no version', { ...good, id: 'bad', version: undefined }, 'bad'],
		['no distribution', { ...good, id: 'bad', distribution: {} }, 'bad'],
		['an unknown kind alone', { ...good, id: 'bad', distribution: { docker: {} } }, 'bad'],
		['a package without a version', { ...good, id: 'bad', distribution: { npx: { package: 'x' } } }, 'bad'],
		['a tag', { ...good, id: 'bad', distribution: { npx: { package: 'x@latest' } } }, 'bad'],
		['a range', { ...good, id: 'bad', distribution: { npx: { package: 'x@^1.0.0' } } }, 'bad'],
		['an option as package', { ...good, id: 'bad', distribution: { npx: { package: '--x@1.0.0' } } }, 'bad'],
		['an address as package', { ...good, id: 'bad', distribution: { npx: { package: 'git+ssh://x@1.0.0' } } }, 'bad'],
		['an address for uv', { ...good, id: 'bad', distribution: { uvx: { package: 'x @ https://x' } } }, 'bad'],
		[
			'a command that is a path',
			{ ...good, id: 'bad', distribution: { npx: { package: 'x@1.0.0', cmd: '../x' } } },
			'bad',
		],
		['an archive that is run', { ...binary({ archive: 'ssh://x/a.zip', cmd: './x' }), id: 'bad' }, 'bad'],
		['an archive with a password', { ...binary({ archive: 'https://a:b@x/a.zip', cmd: './x' }), id: 'bad' }, 'bad'],
		['a command outside', { ...binary({ archive, cmd: './a/../../x' }), id: 'bad' }, 'bad'],
		['a command outside for Windows', { ...binary({ archive, cmd: '.\\..\\x' }), id: 'bad' }, 'bad'],
		['an absolute command', { ...binary({ archive, cmd: '/bin/sh' }), id: 'bad' }, 'bad'],
		['a hash that is none', { ...binary({ archive, cmd: './x', sha256: 'abc' }), id: 'bad' }, 'bad'],
		['no platform that exists', { ...binary({ archive, cmd: './x' }, 'plan9-mips'), id: 'bad' }, 'bad'],
		['arguments that are none', { ...binary({ archive, cmd: './x', args: 'acp' }), id: 'bad' }, 'bad'],
		['arguments that steer a terminal', { ...binary({ archive, cmd: './x', args: ['\u001b[2J'] }), id: 'bad' }, 'bad'],
		['a variable that is none', { ...binary({ archive, cmd: './x', env: { 'A=B': 'c' } }), id: 'bad' }, 'bad'],
		['a variable that is no text', { ...binary({ archive, cmd: './x', env: { A: {} } }), id: 'bad' }, 'bad'],
	])('%s', (_, value, name) => {
		const { entries, skipped } = read(good, value, { ...good, id: 'other' });
		expect([...entries.keys()]).toEqual(['good', 'other']);
		expect(entries.get('good')?.name).toBe('Good');
		expect(skipped).toEqual([{ id: name, reason: expect.stringMatching(/^[^\n\u001b]{5,}$/) }]);
	});
});

test('A kind that nobody knows is left out beside the one that is.', () => {
	const { entries } = read({ ...good, distribution: { ...good.distribution, 'docker\u0007': {} } });
	const entry = entries.get('good');
	expect(entry === undefined ? [] : kindsOf(entry)).toEqual(['npx']);
});

test('An endless list is read to a bound.', () => {
	const { entries, skipped } = read(...Array.from({ length: 6000 }, (_, at) => ({ ...good, id: `a${at}` })));
	expect(entries.size).toBe(5000);
	expect(skipped).toHaveLength(1);
});

test('A text has at most so many characters.', () => {
	expect(['abcde', 'abcdef', ' ', 7].map((text) => textOf(text, 5))).toEqual(['abcde', 'abcd…', null, null]);
});
