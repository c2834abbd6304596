import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { type Desk, openDesk, program, RIGS } from '../drive/desk.js';
import { run } from '../drive/run.js';
import { checkedLines } from '../frontends/headless/stream/check-lines.js';

type Line = ReturnType<typeof checkedLines>[number];
const LINES = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json'];

/** Starts the built program, driven by lines. */
function drive(desk: Desk, ...args: readonly string[]) {
	const child = spawn(process.execPath, [program, ...args, ...LINES], {
		cwd: desk.workspace,
		env: { ...desk.env },
		stdio: ['pipe', 'pipe', 'pipe'],
	});
	const lines: Line[] = [];
	const reader = createInterface({ input: child.stdout }).on('line', (line) => lines.push(...checkedLines(line)));
	const ended = Promise.all([once(child, 'close'), once(reader, 'close')]);
	return {
		child,
		lines,
		send: (...sent: readonly (object | string)[]) => {
			for (const line of sent) child.stdin.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
		},
		/** The line of this type with this number, from 0, once it is there. */
		line: async (type: string, number = 0): Promise<Line> => {
			const find = () => lines.filter((line) => line.type === type)[number];
			await expect.poll(find).toBeDefined();
			return find() as Line;
		},
		end: async (): Promise<number> => {
			child.stdin.end();
			const [[code]] = await ended;
			return code as number;
		},
	};
}

test('two prompts, an answer, a cancel, broken JSON, and answers that allow nothing', async () => {
	const desk = openDesk();
	const { send, line, lines, end } = drive(desk, 'demo');
	send({ type: 'prompt', text: '/edit' }, '{"type":"prompt","text":', {
		type: 'answer',
		id: 'nobody',
		optionId: 'allow',
	});
	const { id } = await line('question-asked');
	expect(desk.read('acp-tui-demo.md')).toBeNull();
	send({ type: 'answer', id, optionId: 'allow' });
	expect(await line('result')).toMatchObject({ exitCode: 0, toolCalls: [{ kind: 'edit', status: 'completed' }] });
	expect(desk.read('acp-tui-demo.md')).toContain('demo agent');
	send({ type: 'answer', id, optionId: 'allow' }, { type: 'prompt', text: '/slow 60' });
	await line('tool-started', 1);
	send({ type: 'cancel' });
	expect(await line('result', 1)).toMatchObject({ exitCode: 130, toolCalls: [{ status: 'cancelled' }] });
	expect(await end()).toBe(130);
	const errors = lines.filter(({ type }) => type === 'error').map((each) => [each['line'], each['message']]);
	expect(errors).toEqual([
		[2, 'The line is not JSON.'],
		[3, 'There is no open question "nobody".'],
		[5, `There is no open question ${JSON.stringify(id)}.`],
	]);
});

test('a deny rule holds whatever is answered, as it is not asked', async () => {
	const desk = openDesk();
	const { send, lines, end } = drive(desk, 'demo', '--deny', 'Edit(**)');
	send({ type: 'prompt', text: '/edit' });
	expect(await end()).toBe(7);
	expect(lines.some(({ type }) => type === 'question-asked')).toBe(false);
	expect(desk.read('acp-tui-demo.md')).toBeNull();
});

test('the end of input in the middle of a turn refuses what it asks', async () => {
	const desk = openDesk();
	const { send, end, lines } = drive(desk, 'demo');
	send({ type: 'prompt', text: '/edit' });
	expect(await end()).toBe(7);
	expect(lines.at(-1)).toMatchObject({ type: 'result', stopReason: 'end_turn' });
	expect(desk.read('acp-tui-demo.md')).toBeNull();
});

test('a form and a plan are answered', async () => {
	const desk = openDesk();
	const { send, line, lines, end } = drive(desk, 'demo', '-m', 'plan');
	send({ type: 'prompt', text: '/planmode' });
	const plan = await line('question-asked');
	expect(plan).toMatchObject({ kind: 'plan', plan: expect.stringContaining('1.') });
	send({ type: 'answer', id: plan['id'], optionId: 'review-edits' });
	await expect.poll(() => lines.findLast(({ type }) => type === 'mode-changed')).toMatchObject({ mode: 'default' });
	send({ type: 'cancel' }, { type: 'prompt', text: '/ask' });
	const findForm = () => lines.find(({ kind }) => kind === 'form');
	await expect.poll(findForm).toBeDefined();
	const form: Partial<Line> = findForm() ?? {};
	send({ type: 'answer', id: form['id'], outcome: 'accept', content: { nonsense: 1 } });
	expect(await line('error')).toMatchObject({ message: expect.stringContaining('no field "nonsense"') });
	send({ type: 'answer', id: form['id'], outcome: 'decline' });
	await line('result', 1);
	expect(await end()).toBe(0);
});

test('an agent that crashes ends its prompt with 1, and the next prompt finds it started again', async () => {
	const desk = openDesk();
	const { send, line, end } = drive(desk, ...RIGS);
	send({ type: 'prompt', text: '/crash' });
	expect(await line('result')).toMatchObject({ exitCode: 1, errorClass: 'process' });
	send({ type: 'prompt', text: 'hello' });
	expect(await line('result', 1)).toMatchObject({ exitCode: 0 });
	expect(await end()).toBe(0);
});

test('a signal and the time-out end it', async () => {
	const desk = openDesk();
	const signalled = drive(desk, 'demo');
	signalled.send({ type: 'prompt', text: '/slow 60' });
	await signalled.line('tool-started');
	signalled.child.kill('SIGTERM');
	expect(await signalled.end()).toBe(143);
	const idle = drive(desk, 'demo', '--timeout', '0.5');
	await once(idle.child, 'close');
	expect(idle.child.exitCode).toBe(6);
});

test.each([
	[['demo', ...LINES, 'words'], 'takes no prompt'],
	[['demo', ...LINES, '-'], 'takes no prompt'],
	[['demo', '-p', '--input-format', 'stream-json'], 'needs --output-format stream-json'],
	[['demo', '--input-format', 'stream-json'], '--input-format needs --print'],
	[['demo', '-p', '--input-format', 'json'], 'must be text or stream-json'],
])('what makes no sense ends with 2: %j', async (args, words) => {
	const { code, out, err } = await run(openDesk(), ...args);
	expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringContaining(words) });
});

test('a reader that waits loses nothing', async () => {
	const { child, send, lines, end } = drive(openDesk(), 'demo');
	send({ type: 'prompt', text: '/long 1000' });
	await once(child.stdout, 'data');
	child.stdout.pause();
	await expect.poll(() => child.stdout.readableLength).toBeGreaterThan(0);
	child.stdout.resume();
	expect(await end()).toBe(0);
	expect(lines.at(-1)).toMatchObject({ type: 'result', exitCode: 0 });
});
