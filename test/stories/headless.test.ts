import { expect, test } from 'vitest';
import { openDesk, RIGS } from '../drive/desk.js';
import { run } from '../drive/run.js';

test('text is the answer alone', async () => {
	const { code, out, err } = await run(openDesk(), '-p', '/read notes.md');
	expect({ code, err }).toEqual({ code: 0, err: '' });
	expect(out).toContain('3 lines');
	expect(out).not.toContain('\x1b');
});

test('json is one object with the answer and how it ended', async () => {
	const { code, out } = await run(openDesk(), '-p', '/read notes.md', '--output-format', 'json');
	expect(code).toBe(0);
	expect(JSON.parse(out)).toMatchObject({
		type: 'result',
		exitCode: 0,
		stopReason: 'end_turn',
		result: expect.stringContaining('3 lines'),
	});
});

test('stream-json is one event a line, the result last', async () => {
	const { code, out } = await run(openDesk(), '-p', '/read notes.md', '--output-format', 'stream-json');
	expect(code).toBe(0);
	const events: { type: string }[] = out
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line));
	expect(events.length).toBeGreaterThan(2);
	expect(events.at(-1)).toMatchObject({ type: 'result', exitCode: 0 });
	expect(events.filter((event) => event.type === 'result')).toHaveLength(1);
});

test('an edit that nobody allowed is denied: 7, and the file is as it was', async () => {
	const desk = openDesk();
	const before = desk.read('notes.md');
	const { code, err } = await run(desk, '-p', '/edit notes.md');
	expect(code).toBe(7);
	expect(err).toMatch(/Denied: Edit notes\.md/);
	expect(desk.read('notes.md')).toBe(before);
});

test('an edit that a rule allows is written: 0', async () => {
	const desk = openDesk();
	const before = desk.read('notes.md');
	expect(await run(desk, '-p', '/edit notes.md', '--allow', 'Edit')).toMatchObject({ code: 0, err: '' });
	expect(desk.read('notes.md')).toBe(`${before}A line from the demo agent of acp-tui.\n`);
});

test('a deny rule holds against an allow rule', async () => {
	const desk = openDesk();
	const before = desk.read('notes.md');
	const { code } = await run(desk, '-p', '/edit notes.md', '--allow', 'Edit', '--deny', 'Edit(notes.md)');
	expect(code).toBe(7);
	expect(desk.read('notes.md')).toBe(before);
});

test.each([
	['/refuse', 4],
	['/max-tokens', 5],
	['/fail', 1],
	['/crash', 1],
])('%s ends with %i', async (prompt, expected) => {
	expect((await run(openDesk(), ...RIGS, '-p', prompt)).code).toBe(expected);
});

test.each(['/hang', '/ignore-cancel forever', '/run sleep 1000'])(
	'a time-out is 6 and leaves nothing behind: %s',
	async (prompt) => {
		const desk = openDesk();
		const { code, err } = await run(desk, ...RIGS, '-p', prompt, '--timeout', '0.8', '--allow', 'Execute');
		expect({ code, err }).toEqual({ code: 6, err: expect.stringContaining('Timed out after 0.8 s.') });
		expect(await desk.living()).toEqual([]);
	},
);
