import { expect, test } from 'vitest';
import { FULL, never, startDemo } from './harness.js';

test('/read describes a file, read through the client', async () => {
	const demo = await startDemo({ files: { 'a.ts': 'export const a = 1;\n// TODO\nexport function bee() {}\n' } });
	await demo.prompt('/read a.ts');
	expect(demo.tool('Read a.ts')).toMatchObject({ kind: 'read', status: 'completed', rawOutput: { lines: 3 } });
	expect(demo.said).toContain('2 definitions: `a`, `bee`');
	expect(demo.said).toContain('still to do in line 2');
	expect(demo.seen.calls).toEqual(['read']);
});

test.each(['@a.md', '"a.md"', './a.md'])('/read %s finds the same file', async (name) => {
	const demo = await startDemo({ files: { 'a.md': '# A\n' } });
	await demo.prompt(`/read ${name}`);
	expect(demo.tool('Read a.md')).toMatchObject({ status: 'completed' });
});

test('/read without a name takes the README', async () => {
	const demo = await startDemo();
	await demo.prompt('/read');
	expect(demo.tool('Read README.md')).toMatchObject({ status: 'completed' });
});

test.each([
	{ name: 'gone.md', sentence: 'There is no file `gone.md` here.' },
	{ name: 'src', sentence: '`src` is a directory; give me a file in it.' },
	{ name: 'zero.bin', sentence: '`zero.bin` is not a text file.' },
])('/read $name fails with a sentence', async ({ name, sentence }) => {
	const demo = await startDemo({ files: { 'src/a.ts': '', 'zero.bin': 'a\0b' } });
	expect(await demo.prompt(`/read ${name}`)).toBe('end_turn');
	expect(demo.tool(`Read ${name}`)).toMatchObject({ status: 'failed', content: [{ content: { text: sentence } }] });
});

test('/edit shows the change, asks, and writes through the client', async () => {
	const demo = await startDemo();
	await demo.prompt('/edit');
	const tool = demo.tool('Create acp-tui-demo.md');
	expect(tool).toMatchObject({ kind: 'edit', status: 'completed', content: [{ type: 'diff', oldText: null }] });
	expect(demo.seen.asked[0]).toMatchObject({ toolCall: { toolCallId: tool['toolCallId'], kind: 'edit' } });
	expect(demo.seen.asked[0]?.options.map((option) => option.kind)).toEqual([
		'allow_once',
		'allow_always',
		'reject_once',
	]);
	expect(demo.seen.calls).toEqual(['write']);
	expect(await demo.read('acp-tui-demo.md')).toContain('`/edit` was here.');
});

test.each([
	{ name: 'a.ts', before: 'let a', after: 'let a\n// A line from' },
	{ name: 'a.py', before: 'a = 1\n', after: 'a = 1\n# A line from' },
	{ name: 'a.css', before: '', after: '/* A line from' },
	{ name: 'Makefile', before: 'all:\n', after: 'all:\n# A line from' },
	{ name: 'notes.txt', before: 'hi\n', after: 'hi\nA line from' },
])('/edit $name adds a comment as the language writes it', async ({ name, before, after }) => {
	const demo = await startDemo({ files: { [name]: before } });
	await demo.prompt(`/edit ${name}`);
	expect(await demo.read(name)).toContain(after);
	expect(demo.tool(`Edit ${name}`)).toMatchObject({ content: [{ oldText: before }] });
});

test.each(['reject_once', 'cancelled'])('/edit honours %s', async (answer) => {
	const demo = await startDemo({ answer: () => answer });
	expect(await demo.prompt('/edit')).toBe('end_turn');
	expect(demo.tool('Create')).toMatchObject({ status: 'failed' });
	expect(demo.seen.calls).toEqual([]);
	expect(demo.said).toContain('stays as it is');
});

test('"always" holds for the session, for edits and for that command', async () => {
	const demo = await startDemo({ answer: () => 'allow_always' });
	for (const prompt of ['/edit', '/edit', '/run true', '/run true', '/run false']) await demo.prompt(prompt);
	expect(demo.seen.asked.map((each) => each.toolCall.title)).toEqual(['Create acp-tui-demo.md', 'true', 'false']);
});

test('the sentence of a client that refuses a write is in the failed card', async () => {
	const demo = await startDemo({ refuseWrite: () => 'Plan mode: nothing is written.' });
	expect(await demo.prompt('/edit')).toBe('end_turn');
	expect(JSON.stringify(demo.tool('Create'))).toContain('Plan mode: nothing is written.');
	expect(demo.tool('Create')).toMatchObject({ status: 'failed', content: [{ type: 'diff' }, { type: 'content' }] });
});

test('in plan mode /edit only shows what it would do', async () => {
	const demo = await startDemo();
	await demo.setMode('plan');
	await demo.prompt('/edit');
	expect(demo.said).toContain('```diff\n+');
	expect(demo.tools).toEqual([]);
});

test('/run runs in a terminal of the client and lets go of it', async () => {
	const demo = await startDemo();
	await demo.prompt('/run git log --oneline "-5"');
	expect(demo.seen.created).toMatchObject([{ command: 'git', args: ['log', '--oneline', '-5'], cwd: demo.cwd }]);
	expect(demo.seen.calls).toEqual(['create', 'wait', 'release']);
	expect(demo.tool('git log')).toMatchObject({
		kind: 'execute',
		status: 'completed',
		rawInput: { command: 'git log --oneline "-5"' },
		content: [{ type: 'terminal', terminalId: 'terminal-1' }],
	});
	expect(demo.said).toContain('ended with exit code 0 after 2 lines of output');
});

test('/run tells a bad ending, and a refusal of the client', async () => {
	const ended = await startDemo({ terminalExit: async () => ({ exitCode: null, signal: 'SIGKILL' }) });
	await ended.prompt('/run sleep 9');
	expect(ended.tool('sleep')).toMatchObject({ status: 'failed', rawOutput: { signal: 'SIGKILL' } });
	expect(ended.said).toContain('was ended by SIGKILL');
	const refused = await startDemo({ refuseTerminal: 'Plan mode: this is not read-only.' });
	await refused.prompt('/run touch x');
	expect(JSON.stringify(refused.tool('touch'))).toContain('Plan mode: this is not read-only.');
	expect(refused.seen.calls).toEqual(['create']);
});

test('a step that the client offers no method for is a failed card', async () => {
	const demo = await startDemo({ capabilities: { ...FULL, fs: {}, terminal: false } });
	for (const prompt of ['/read', '/edit', '/run true']) expect(await demo.prompt(prompt)).toBe('end_turn');
	expect(demo.tools.map((tool) => tool['status'])).toEqual(['failed', 'failed', 'failed']);
	expect(demo.seen.calls).toEqual([]);
	await expect(demo.read('acp-tui-demo.md')).rejects.toThrow('ENOENT');
});

test('cancelling while the user is asked fails the card and ends the turn', async () => {
	const demo = await startDemo({ answer: () => never() });
	const turn = demo.prompt('/edit');
	await demo.seen.until((seen) => seen.asked.length === 1);
	await demo.cancel();
	expect(await turn).toBe('cancelled');
	expect(demo.updates('usage_update')).toHaveLength(1);
	expect(demo.tool('Create')).toMatchObject({ status: 'failed' });
	expect(demo.seen.calls).toEqual([]);
});

test('cancelling a command in a terminal kills and releases it', async () => {
	const demo = await startDemo({ terminalExit: () => never() });
	const turn = demo.prompt('/run sleep 1000');
	await demo.seen.until((seen) => seen.calls.includes('wait'));
	await demo.cancel();
	expect(await turn).toBe('cancelled');
	expect(demo.seen.calls.slice(2)).toEqual(['kill', 'release']);
	expect(demo.tool('sleep')).toMatchObject({ status: 'failed' });
});

test.each([
	{ answer: 'allow_once', note: 'the note is written' },
	{ answer: 'reject_once', note: 'no note was written' },
])('/children tells what its sub-agents report, after $answer', async ({ answer, note }) => {
	const demo = await startDemo({ files: { 'a.ts': '// TODO\n' }, answer: () => answer });
	expect(await demo.prompt('/children 0')).toBe('end_turn');
	expect(demo.said).toContain('of the biggest file my reader says: it has 2 lines');
	expect(demo.said).toContain(`- Writer: ${note}`);
	expect(demo.said).toContain('- Scout: TODO in 1 line');
	const opened = demo.updates('subagent_update').flatMap(({ title }) => title ?? []);
	expect(opened).toEqual(['Scout', 'Writer', 'Watcher', 'Reader']);
});

test('a sub-agent of /children is stopped by its own session, and reports nothing', async () => {
	const demo = await startDemo();
	await demo.prompt('/children 600');
	const { sessionId } = demo.updates('subagent_update').find(({ title }) => title === 'Watcher') ?? {};
	await demo.connection.agent.notify('session/cancel', { sessionId: String(sessionId) });
	const isStopped = ({ updates }: typeof demo.seen) =>
		updates.some((one) => one['sessionId'] === sessionId && JSON.stringify(one).includes('"stopReason":"cancelled"'));
	await demo.seen.until(isStopped);
	expect(demo.said).not.toContain('nothing happened');
});
