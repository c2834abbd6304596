import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { CATALOGUE, findAgent } from '../../src/agent/catalogue.js';
import { quirksOf } from '../../src/agent/quirks.js';
import { quoteWords } from '../../src/core/policy/shell/quote-word.js';
import { splitCommand } from '../../src/core/split-command.js';

test.each([
	['gemini --acp', ['gemini', '--acp']],
	['  a\t\'b c\'\n"d e" ', ['a', 'b c', 'd e']],
	[`a"b 'c"'d "e'`, [`ab 'cd "e`]],
	[String.raw`a\ b "\"\$\x" '\n'`, ['a b', '"$\\x', '\\n']],
	['a\\\nb', ['ab']],
	['a \'\' ""', ['a', '', '']],
	['echo $HOME *.ts | wc #x', ['echo', '$HOME', '*.ts', '|', 'wc', '#x']],
])('%j is split as a shell splits words', (text, words) => {
	expect(splitCommand(text)).toEqual({ ok: true, value: words });
});

test.each(['', '   ', "a 'b", 'a "b', 'a\\', "''"])('%j is refused', (text) => {
	expect(splitCommand(text)).toMatchObject({ ok: false, failure: { code: 'usage' } });
});

test('A line made of words is split into the same words again.', () => {
	const words = ['a b', "it's", '', '$x', '\\', '"', 'ü', '--flag=1'];
	expect(splitCommand(quoteWords(['cmd', ...words]))).toEqual({ ok: true, value: ['cmd', ...words] });
});

test('Known agents are found by name, and no two share one.', () => {
	expect(findAgent('gemini')).toMatchObject({ command: 'gemini', args: ['--acp'] });
	expect(findAgent('nobody')).toBeUndefined();
	expect(new Set(CATALOGUE.map(({ name }) => name)).size).toBe(CATALOGUE.length);
});

test('A name decides about conveniences alone, and nobody else has them.', () => {
	expect(quirksOf('@agentclientprotocol/claude-agent-acp')).toMatchObject({ takesModelInTurn: true });
	for (const name of ['constructor', 'some-conductor', '']) expect(quirksOf(name)).toEqual({});
	const names = ['acp-tui-demo', 'claude-agent-acp', 'codex-acp', 'gemini', 'qwen', 'opencode', 'pi'];
	const known = new Set(names.flatMap((name) => Object.keys(quirksOf(name))));
	expect([...known].toSorted()).toEqual([
		'ignoresMcpServers',
		'isApiKeyPlain',
		'memoryFiles',
		'ownMemory',
		'sharesFolders',
		'takesModelInTurn',
	]);
});

test('Nothing here loads the protocol library before an agent is started.', () => {
	const folder = fileURLToPath(new URL('../../src/agent', import.meta.url));
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
	const loading = files.flatMap((name) =>
		[
			...readFileSync(`${folder}/${name}`, 'utf8').matchAll(
				/^(?:import|export)(?! type)[^;]*from '(?:@agentclientprotocol|zod)[^']*'/gm,
			),
		].map(() => name),
	);
	expect(loading).toEqual([]);
});
