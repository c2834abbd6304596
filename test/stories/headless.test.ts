import { expect, test } from 'vitest';
import { openDesk, RIGS } from '../drive/desk.js';
import { run } from '../drive/run.js';
import { launch } from '../drive/screen.js';

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

test.each([
	[[], true],
	[['--agent', 'demo'], false],
])('in a terminal it says that the demo answers where no agent is named: %j', async (named, isSaid) => {
	const screen = await launch({ args: ['-p', 'hello', ...named], until: null });
	expect((await screen.exit()).code).toBe(0);
	expect(screen.text().includes('the demo agent answers')).toBe(isSaid);
});
