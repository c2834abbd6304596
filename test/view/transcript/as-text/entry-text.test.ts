import { expect, test } from 'vitest';
import { copyTargets } from '../../../../src/view/transcript/as-text/copy-targets.js';
import { entryText } from '../../../../src/view/transcript/as-text/entry-text.js';
import { listOf, message, terminal, tool, user } from '../samples.js';

const change = { type: 'diff', path: 'src/a.ts', oldText: 'one\ntwo\n', newText: 'one\n2\n' } as const;

test('a message is copied as the Markdown that it was, tabs and all', () => {
	expect(entryText(message('# Hi\n\n- **a**\n\n```make\nall:\n\techo hi\n```\n'))).toBe(
		'# Hi\n\n- **a**\n\n```make\nall:\n\techo hi\n```',
	);
});

test('what is copied can do no harm where it is pasted', () => {
	expect(entryText(message('ls\x1b[201~\rrm -rf x\u202e'))).toBe('ls\nrm -rf x⟨U+202E⟩');
});

test('a command is copied with what it showed, without colours and progress', () => {
	const entry = tool({
		title: 'Run tests',
		kind: 'execute',
		content: [{ type: 'terminal', terminalId: 'term1' }],
		terminals: [terminal('10%\r\x1b[32m100%\x1b[0m\r\nok\r\n', { command: 'npm test' })],
	});
	expect(entryText(entry)).toBe('Run tests\n$ npm test\n100%\nok');
});

test('what can be copied is listed with the last answer and its code first', () => {
	const list = listOf([
		user('go'),
		message('an older answer', 'm0'),
		tool({
			content: [change, { type: 'terminal', terminalId: 'term1' }],
			terminals: [terminal('ok\n', { command: 'npm test' })],
		}),
		message('Here:\n\n- a list\n\n  ```ts\n  const a = 1;\n  ```\n', 'm1'),
	]);
	const plan = [{ text: 'Read it', status: 'completed', priority: 'low' } as const];
	const targets = copyTargets(list, 20, plan);
	expect(targets.map((target) => target.label)).toEqual([
		'Last message: Here: - a list ```ts const a = 1; ```',
		'Code (ts): const a = 1;',
		'Plan',
		'Command: npm test',
		'Output: ok',
		'Diff: src/a.ts',
		'Message: an older answer',
		'Prompt: go',
	]);
	expect(targets[1]?.text).toBe('const a = 1;');
	expect(targets[2]?.text).toBe('- [x] Read it');
	expect(copyTargets(list, 2)).toHaveLength(2);
	expect(copyTargets(listOf([]), 5)).toEqual([]);
});

test('a diff is copied with the paths that patch takes in the workspace', () => {
	const entry = tool({ title: 'Edit', content: [{ ...change, path: '/home/ada/shop/src/a.ts' }] });
	const [target] = copyTargets(listOf([entry]), 5, null, '/home/ada/shop');
	expect(target?.label).toBe('Diff: src/a.ts');
	expect(target?.text).toContain('--- a/src/a.ts\n+++ b/src/a.ts\n');
	expect(entryText(entry, '/home/ada/shop')).toContain('+++ b/src/a.ts');
});

test('looking for targets does not walk a long transcript', () => {
	const list = listOf(Array.from({ length: 2000 }, (_, index) => tool({}, `t${index}`)));
	expect(copyTargets(list, 5)).toEqual([]);
});

test('a list of tasks that a call sets is copied as a checklist', () => {
	const todos = [
		{ text: 'Read', status: 'completed', priority: 'medium' },
		{ text: 'Write', status: 'pending', priority: 'medium' },
	] as const;
	expect(entryText(tool({ title: 'T', kind: 'other', result: { todos } }))).toBe('T\n- [x] Read\n- [ ] Write');
});

test('the last answer can be copied first, whatever came after it, and no change twice', () => {
	const edit = () => tool({ title: 'Edit', kind: 'edit', status: 'completed', content: [change] });
	const list = listOf([user('go'), message('The answer.'), edit(), edit()]);
	expect(copyTargets(list, 10).map(({ kind }) => kind)).toEqual(['Last message', 'Diff', 'Prompt']);
});
