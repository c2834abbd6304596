import { expect, test } from 'vitest';
import { startInline } from '../../src/frontends/inline/start-inline.js';
import { end, send } from '../app/world.js';
import { open, type Stage, USUAL_UI } from './front-end-stage.js';

const CTRL_O = '\x0f';
const modes = ({ screen }: Stage): readonly boolean[] => {
	const { mouse, alternateScreen, wraps } = screen.emulator.modes();
	return [mouse, alternateScreen, wraps];
};

test.each([true, false])(
	'The mouse and wrapping are the terminal’s but on whole screens; the mouse is wanted there: %s',
	async (mouse) => {
		const stage = await open(startInline, { ui: { ...USUAL_UI, mouse } });
		expect(modes(stage)).toEqual([false, false, true]);
		await stage.type(CTRL_O);
		expect(modes(stage)).toEqual([mouse, true, false]);
		await stage.type(CTRL_O);
		expect(modes(stage)).toEqual([false, false, true]);
	},
);

test.each([
	['elsewhere', {}, '', 150],
	['in tmux', { TMUX: '/tmp/tmux' }, '', 300],
	['in a tmux that says so itself', {}, '\x1b[>84;0;0c', 300],
	['in another terminal that says what it is', {}, '\x1b[>41;390;0c', 150],
])('A window that gets narrower is drawn once its size stands: %s', async (_, more, answer, settlesIn) => {
	const stage = await open(startInline, { env: { TERM: 'xterm-256color', ...more } });
	if (answer !== '') await stage.type(answer);
	const { screen, world } = stage;
	screen.resize(50, 16);
	screen.type('held');
	await screen.settle();
	const before = screen.writes.length;
	const drawn = async (): Promise<boolean> => {
		await screen.settle();
		return screen.writes.slice(before).join('').includes('held');
	};
	world.advance(settlesIn - 1);
	expect(await drawn()).toBe(false);
	world.advance(1);
	expect(await drawn()).toBe(true);
});

test('A window of the same width, or a wider one, is drawn at once', async () => {
	const stage = await open(startInline);
	for (const columns of [60, 70]) {
		stage.screen.resize(columns, 14);
		stage.screen.type(`at ${columns} `);
		await stage.screen.settle();
		stage.world.advance(40);
		await stage.screen.settle();
		expect(stage.text()).toContain(`at ${columns}`);
	}
});

test('Thousands of lines that are finished at once all come into the scrollback, without blanks at their ends', async () => {
	const stage = await open(startInline);
	send(stage.world, 'Go');
	await stage.play();
	const lines = Array.from({ length: 2500 }, (_, index) => `- line ${index}`);
	stage.world.app.dispatch({ type: 'text', role: 'agent', text: `${lines.join('\n')}\n\n` });
	await end(stage.world);
	await stage.play();
	const numbers = [...stage.text().matchAll(/line (\d+)$/gm)].map(([, number]) => Number(number));
	expect(numbers).toEqual(lines.map((_, index) => index));
	expect(stage.screen.writes.join('')).not.toMatch(/ \x1b\[K| {2}\r?\n/);
});
