import { expect, test } from 'vitest';
import { type CompletionSources, commandCandidates } from '../../../src/view/composer/completion.js';
import { reduceComposer } from '../../../src/view/composer/composer.js';
import type { ComposerState } from '../../../src/view/composer/composer-state.js';
import { renderCompletion } from '../../../src/view/composer/render-completion.js';
import { parseSlash } from '../../../src/view/composer/slash.js';
import { lineText } from '../../../src/view/spans.js';
import { composerWith, marked, press } from './press.js';

const sources: CompletionSources = {
	local: [
		{ name: 'help', description: 'all keys and commands' },
		{ name: 'mode', description: 'switch the mode', hint: 'default | acceptEdits | plan', isReserved: true },
		{ name: 'quit', description: 'leave', isReserved: true },
	],
	agent: [
		{ name: 'compact', description: 'shorten the context', hint: 'what to keep' },
		{ name: 'help', description: 'help of the agent' },
		{ name: 'quit', description: 'a trap' },
		{ name: 'memory show', description: 'what is remembered' },
		{ name: 'memory', description: 'all of it' },
		{ name: '$review', description: 'a skill' },
		{ name: 'bad\x1b[2Jname', description: 'cannot be typed' },
		{ name: '', description: 'no name' },
	],
	arguments: new Map([
		[
			'mode',
			[
				{ value: 'default', description: 'asks' },
				{ value: 'acceptEdits', description: 'edits pass' },
				{ value: 'plan', description: 'nothing changes' },
			],
		],
	]),
};

function ready(before: string): ComposerState {
	return reduceComposer(composerWith(before, ['old']), { type: 'sources', sources });
}

test('what was sent most often comes first in its group, and nothing that ends something', () => {
	const sent = ['/mode plan', 'words', '/quit', '/quit', '/$review', '/$review', '/mode', '/memory show'];
	expect(commandCandidates('', sources, sent).map((candidate) => `${candidate.source} ${candidate.name}`)).toEqual([
		'acp-tui mode',
		'acp-tui acp:help',
		'acp-tui quit',
		'agent $review',
		'agent memory',
		'agent compact',
		'agent help',
		'agent agent:quit',
		'agent memory show',
	]);
	expect(commandCandidates('qui', sources, sent)[0]?.name).toBe('quit');
});

test('only the marked command says what may follow it', () => {
	const lines = renderCompletion(press(ready('|'), '`/` down'), { width: 60, maxRows: 8 }).map(lineText);
	expect(lines.filter((line) => line.includes('default | acceptEdits')).length).toBe(1);
	expect(lines.some((line) => line.includes('what to keep'))).toBe(false);
});

test.each([
	['qui', ['quit', 'agent:quit']],
	['HELP', ['help', 'acp:help']],
	['mem', ['memory', 'memory show']],
	['memory ', ['memory show']],
	['memory s', ['memory show']],
	['$', ['$review']],
	['rvw', ['$review']],
	['zzz', []],
	['help me', []],
])('after /%s come %j', (typed, names) => {
	expect(commandCandidates(typed, sources).map((candidate) => candidate.name)).toEqual(names);
});

const table: readonly (readonly [before: string, keys: string, after: string, sent: string | null])[] = [
	['|', '`/mo` tab', '/mode |', null],
	['|', '`/mo` enter', '/mode |', null],
	['|', '`/mo` enter `pl` enter', '|', '/mode pl'],
	['|', '`/mode pl` tab', '/mode plan|', null],
	['|', '`/mode ` down down enter', '|', '/mode plan'],
	['|', '`/mode ` up tab', '/mode plan|', null],
	['|', '`/qui` enter', '/quit|', null],
	['|', '`/qui` enter enter', '|', '/quit'],
	['|', '`/quit` enter', '|', '/quit'],
	['|', '`/comp` enter', '/compact |', null],
	['|', '`/comp` enter enter', '|', '/compact'],
	// A name typed in full is meant; what could follow it may be left out.
	['|', '`/compact` enter', '|', '/compact'],
	['|', '`/mode` enter', '|', '/mode'],
	['|', '`/comp` enter `the tests` enter', '|', '/compact the tests'],
	['|', '`/memory s` tab', '/memory show|', null],
	['|', '`/help` enter', '|', '/help'],
	['|', '`/help` down enter', '|', '/acp:help'],
	// What only resembles the typed text is sent as it is, for whoever says that there is no such command.
	['|', '`/rvw` enter', '|', '/rvw'],
	['|', '`/qt` enter', '|', '/qt'],
	['|', '`/rvw` down up enter', '|', '/$review'],
	['|', '`/QUIT` enter', '/quit|', null],
	['|', '`/qui` escape enter', '|', '/qui'],
	['|', '`/qui` escape `t` up', 'old|', null],
	['|', '`/zzz` enter', '|', '/zzz'],
	['|', '`/` up up enter', '|', '/memory'],
	['say |', '`/mo` tab', 'say /mo|', null],
	['|', '` /mo` tab', ' /mo|', null],
	['/mo| rest', 'tab tab', '/mode| rest', null],
	['|', '`/qui` escape tab tab', '/quit|', null],
	['|', '`/qui` escape ctrl+u `/qui` tab', '/quit|', null],
];

test.each(table)('%j, then %s, is %j and sends %j', (before, keys, after, sent) => {
	const state = press(ready(before), keys);
	expect(marked(state)).toBe(after);
	expect(state.outcome?.text ?? null).toBe(sent);
});

test('commands that arrive while a slash is typed join the open menu', () => {
	const typed = press(composerWith('|'), '`/comp`');
	expect(typed.completion).toBeNull();
	expect(reduceComposer(typed, { type: 'sources', sources }).completion?.candidates).toHaveLength(1);
});

test.each([
	['/mode plan', { kind: 'local', name: 'mode', args: 'plan' }],
	['/help', { kind: 'agent', name: 'help', args: '' }],
	['/acp:help', { kind: 'local', name: 'help', args: '' }],
	['/quit', { kind: 'local', name: 'quit', args: '' }],
	['/agent:quit now', { kind: 'agent', name: 'quit', args: 'now', text: '/quit now' }],
	['/memory show all', { kind: 'agent', name: 'memory show', args: 'all' }],
	['/memory showing', { kind: 'agent', name: 'memory', args: 'showing' }],
	['/$review src\nand more', { kind: 'agent', name: '$review', args: 'src\nand more' }],
	['/nope x', { kind: 'unknown', name: 'nope', args: 'x' }],
	['/acp:nope', { kind: 'unknown', name: 'acp:nope', args: '' }],
	['/modes', { kind: 'unknown', name: 'modes' }],
])('the draft %j is the command %j', (text, command) => {
	expect(parseSlash(text, sources.local, sources.agent)).toMatchObject(command);
});

test.each(['', 'mode', ' /mode', '/', '/usr/bin/env fails', '// comment'])('the draft %j is no command', (text) => {
	expect(parseSlash(text, sources.local, sources.agent)).toBeNull();
});
