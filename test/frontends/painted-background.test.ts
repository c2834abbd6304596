import { expect, test } from 'vitest';
import { succeed } from '../../src/core/failure.js';
import { open, type Stage, starts, USUAL_UI } from './front-end-stage.js';

const ui = { ...USUAL_UI, theme: 'nord', paintBackground: true };
const ANSWER = '\x1b]11;rgb:1010/1010/1010\x1b\\';

/** The backgrounds that the terminal has had, `null` for the user's own. */
function watch(stage: Stage): (string | null)[] {
	const seen: (string | null)[] = [];
	const { parser } = stage.screen.emulator.terminal;
	parser.registerOscHandler(11, (data) => {
		if (data !== '?') seen.push(data);
		return false;
	});
	parser.registerOscHandler(111, () => {
		seen.push(null);
		return true;
	});
	return seen;
}

const onScreen = starts.filter(([name]) => name !== 'for screen readers');

test.each(onScreen)(
	'%s: the background is the theme’s from the terminal’s answer on, and the user’s own at the end',
	async (_, start) => {
		const editing = Promise.withResolvers<void>();
		const editText = async () => {
			await editing.promise;
			return succeed('edited');
		};
		const stage = await open(start, { ui, editor: { editText, openFile: async () => succeed(undefined) } });
		const seen = watch(stage);
		await stage.type('a');
		expect(seen).toEqual([]);
		await stage.type(ANSWER);
		expect(seen).toEqual(['#2e3440']);
		// A terminal may answer as often as it likes.
		for (let times = 0; times < 5; times += 1) await stage.type('\x1b]11;rgb:ffff/ffff/ffff\x1b\\');
		expect(seen).toHaveLength(1);
		await stage.type('\x07');
		expect(seen).toEqual(['#2e3440', null]);
		editing.resolve();
		await stage.play();
		expect(seen).toEqual(['#2e3440', null, '#2e3440']);
		stage.stop.abort(143);
		await stage.left;
		await stage.screen.settle();
		expect(seen).toEqual(['#2e3440', null, '#2e3440', null]);
	},
);

test.each(onScreen)(
	'%s: another theme sets its background, and one that is for any keeps the user’s own',
	async (_, start) => {
		const stage = await open(start, { ui });
		const seen = watch(stage);
		await stage.type(ANSWER);
		await stage.type('/theme dracula\r');
		await stage.type('/theme dark\r');
		expect(seen).toEqual(['#2e3440', '#282a36', null]);
		stage.stop.abort(143);
		await stage.left;
		await stage.screen.settle();
		expect(seen).toHaveLength(3);
	},
);

test.each([
	['where the terminal does not answer', {}, ''],
	['where its answer is no colour', {}, '\x1b]11;rgb:zz\x1b\\'],
	['without colours', { env: { TERM: 'xterm-256color', NO_COLOR: '1' } }, ANSWER],
	['with sixteen colours', { env: { TERM: 'xterm' } }, ANSWER],
	['unless it is configured', { ui: { ...ui, paintBackground: false } }, ANSWER],
] as const)('no background is painted %s', async (_, options, answer) => {
	for (const [, start] of starts) {
		const stage = await open(start, { ui, ...options });
		const seen = watch(stage);
		if (answer !== '') await stage.type(answer);
		await stage.type('a');
		stage.stop.abort(143);
		await stage.left;
		await stage.screen.settle();
		expect(seen).toEqual([]);
	}
});
