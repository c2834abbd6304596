import { describe, expect, test } from 'vitest';
import { readDefinitions } from '../../../src/core/mcp/read-definitions.js';
import { fillVariables } from '../../../src/core/mcp/variables.js';

const read = (servers: Record<string, unknown>) => readDefinitions({ mcpServers: servers });

test('the three forms of a server are read, with what other programs write beside them', () => {
	const servers = {
		files: { command: 'files', args: ['-v'], env: { A: 'b' }, timeout: 5, disabled: false },
		web: { type: 'http', url: 'https://x.example/mcp', headers: { Authorization: 'y' } },
		'web 2': { type: 'streamable-http', url: 'https://x.example/mcp' },
		old: { type: 'sse', url: 'https://x.example/sse' },
		plain: { url: 'https://x.example' },
		spoken: { type: 'stdio', command: 'a' },
	};
	expect(read(servers)).toEqual({
		definitions: new Map<string, unknown>([
			['files', { type: 'stdio', command: 'files', args: ['-v'], env: { A: 'b' } }],
			['web', { type: 'http', url: 'https://x.example/mcp', headers: { Authorization: 'y' } }],
			['web 2', { type: 'http', url: 'https://x.example/mcp', headers: {} }],
			['old', { type: 'sse', url: 'https://x.example/sse', headers: {} }],
			['plain', { type: 'http', url: 'https://x.example', headers: {} }],
			['spoken', { type: 'stdio', command: 'a', args: [], env: {} }],
		]),
		mistakes: [],
	});
});

test.each([
	[null, 'it must be an object'],
	[[], 'it must be an object'],
	[{}, 'it needs a command'],
	[{ command: ' ' }, 'it needs a command'],
	[{ command: 3 }, 'it needs a command'],
	[{ command: 'a', args: 'b' }, 'its args must be a list of strings'],
	[{ command: 'a', args: [1] }, 'its args must be a list of strings'],
	[{ command: 'a', env: { A: 1 } }, 'its env must be an object of strings'],
	[{ command: 'a', env: ['A=1'] }, 'its env must be an object of strings'],
	[{ type: 'http' }, 'it needs a url'],
	[{ type: 'http', url: 'x', headers: { A: null } }, 'its headers must be an object of strings'],
	[{ type: 'websocket', url: 'ws://x' }, 'its type "websocket" is not known here'],
	[{ type: 7, url: 'x' }, 'its type must be "stdio", "http" or "sse"'],
])('an entry that is no server is named, and the others count: %j', (entry, why) => {
	const result = read({ bad: entry, good: { command: 'a' } });
	expect(result?.mistakes).toEqual([{ name: 'bad', why }]);
	expect([...(result?.definitions.keys() ?? [])]).toEqual(['good']);
});

test.each(['', ' ', 'a\nb', '\u001b[31mred', 'a\u202eb', '-x', 'x'.repeat(65), 'ünïcode', 'a '])(
	'a name that could deceive is none: %j',
	(name) => {
		const result = read({ [name]: { command: 'a' } });
		expect(result?.definitions.size).toBe(0);
		expect(result?.mistakes[0]?.why).toContain('a name may have');
	},
);

test('__proto__ is a name like any other', () => {
	const data: unknown = JSON.parse('{"mcpServers":{"__proto__":{"command":"a"},"toString":{"command":"b"}}}');
	expect([...(readDefinitions(data)?.definitions.keys() ?? [])]).toEqual(['__proto__', 'toString']);
});

test('what is no list is none, and of an endless list a part counts', () => {
	for (const data of [null, [], 3, {}, { mcpServers: [] }, { mcpServers: 'x' }])
		expect(readDefinitions(data)).toBeNull();
	const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`s${index}`, { command: 'a' }]));
	const result = read(many);
	expect(result?.definitions.size).toBe(200);
	expect(result?.mistakes).toEqual([{ name: '800 more', why: 'at most 200 servers of a file count' }]);
});

describe('variables', () => {
	const env = { A: 'one', EMPTY: '', NESTED: `\${env:A}` };
	test('the variables that were used are named', () => {
		const filled = fillVariables(`\${env:A}\${NOPE:-x}\${EMPTY}`, env, true);
		expect(filled).toEqual({ ok: true, text: 'onex', variables: ['A', 'EMPTY'] });
	});

	test('the first variable that is not set is named', () => {
		expect(fillVariables(`\${env:A}\${env:B}\${env:C}`, env, false)).toEqual({ ok: false, missing: 'B' });
		expect(fillVariables(`\${B}`, env, true)).toEqual({ ok: false, missing: 'B' });
	});
});
