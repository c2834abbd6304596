import { expect, test } from 'vitest';
import {
	commandOfCall,
	commandTitle,
	titleOfRequest,
	toolOfTitle,
	withoutCodeMarks,
} from '../../src/core/command-title.js';

test.each<[string, string, string]>([
	['ls -1', 'Run a fake command', 'ls -1 (Run a fake command)'],
	['ls -1', 'ls -1', 'ls -1'],
	['ls -1', '`ls -1`', 'ls -1'],
	['ls -1', '`ls -1` (medium)', 'ls -1'],
	['ls -1', 'run_commands: ls -1', 'ls -1'],
	['for i in 1 2 3; do echo $i; done', 'run_commands: for i in 1 2 3; do ec...', 'for i in 1 2 3; do echo $i; done'],
	['ls -1', 'bash', 'ls -1'],
	['ls -1', 'Run command', 'ls -1'],
	['ls -1', '', 'ls -1'],
	['ls\n  -1', 'List', 'ls -1 (List)'],
	["bash -lc 'cat x'", 'cat x', 'cat x'],
	['rm -rf x', 'List the files of x', 'rm -rf x (List the files of x)'],
	['rm -rf x', 'ls', 'rm -rf x (ls)'],
	['', 'Do something', 'Do something'],
])('The command %j with the title %j is called %j.', (command, title, shown) => {
	expect(commandTitle(command, title)).toBe(shown);
});

test('Long words of an agent’s are cut, the command is not.', () => {
	const title = commandTitle('ls', 'word '.repeat(100));
	expect(title.startsWith('ls (word word')).toBe(true);
	expect(title.length).toBeLessThan(140);
});

test.each<[unknown, string]>([
	[{ command: 'ls' }, 'ls'],
	[{ commands: ['ls', 'pwd'] }, 'ls\npwd'],
	[{ command: ['ls', '-1'] }, 'ls -1'],
	[{ cmd: 'ls' }, 'ls'],
	['ls', ''],
	[undefined, ''],
])('The command of the input %j is %j.', (rawInput, command) => {
	expect(commandOfCall({ rawInput, terminals: [] })).toBe(command);
});

test('A title that is a tool’s input gives way to the files that a request names.', () => {
	const path = { given: '/w/a.ts', real: '/w/a.ts', relative: 'a.ts', isInside: true, isPlanFile: false };
	const request = { kind: 'edit', title: 'apply_patch: {"input":"*** Begin', paths: [path] } as const;
	expect(titleOfRequest(request)).toBe('edit a.ts');
	expect(titleOfRequest({ ...request, paths: [] })).toBe('apply_patch');
	expect(titleOfRequest({ ...request, title: 'Edit: it' })).toBe('Edit: it');
	expect(titleOfRequest({ ...request, title: 'edit' })).toBe('edit a.ts');
	expect(titleOfRequest({ ...request, title: 'edit', paths: [] })).toBe('edit');
});

test.each<[string, string | null]>([
	['apply_patch: {"input":"*** Begin', 'apply_patch'],
	['read_files {"files":[{"path":"a"}]}', 'read_files'],
	['edit({ "path": "a" })', 'edit'],
	['tool: ["a", "b"]', 'tool'],
	['{"path":"a"}', ''],
	['Write {x} to a.ts', null],
	['Edit: it', null],
	['const a = {}', null],
])('The tool that %j names is %j.', (title, tool) => {
	expect(toolOfTitle(title)).toBe(tool);
});

test.each<[string, 'read' | 'execute', string]>([
	['Reading `a.ts` and ``b.ts``', 'read', 'Reading a.ts and b.ts'],
	['an odd ` mark', 'read', 'an odd ` mark'],
	['`npm test`', 'execute', 'npm test'],
	['rm `cat list`', 'execute', 'rm `cat list`'],
	['`a` b `c`', 'execute', '`a` b `c`'],
])('%j of the kind %s is shown as %j.', (title, kind, shown) => {
	expect(withoutCodeMarks(title, kind)).toBe(shown);
});
