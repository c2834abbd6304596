import { expect, test } from 'vitest';
import {
	createPictureProbe,
	hasPlaceholders,
	mayShowPictures,
} from '../../../../src/frontends/interactive/pictures/probe-pictures.js';
import type { TerminalReport } from '../../../../src/terminal/input/reports.js';
import type { PixelSize } from '../../../../src/view/pictures/picture-lines.js';

const kitty: TerminalReport = { type: 'name', name: 'kitty(0.39.1)' };
const taken: TerminalReport = { type: 'graphics', id: 31, message: 'OK' };
const cell: TerminalReport = { type: 'cell', width: 9, height: 18 };
const end: TerminalReport = { type: 'attributes' };

function probe(...answers: readonly TerminalReport[]) {
	const asked: string[] = [];
	const found: PixelSize[] = [];
	let missed = 0;
	const one = createPictureProbe({
		ask: (question) => asked.push(question),
		found: (size) => found.push(size),
		missed: () => {
			missed += 1;
		},
	});
	one.start();
	for (const answer of answers) one.take(answer);
	return { asked, found, missed };
}

test('A terminal that says its name, takes a picture and tells its cells shows pictures in them.', () => {
	expect(probe(kitty, end, taken, cell, end)).toEqual({
		asked: ['name', 'graphics'],
		found: [{ width: 9, height: 18 }],
		missed: 0,
	});
});

test.each([
	['says nothing at all', [], 1],
	['does not say its name', [end], 1],
	['has no placeholders', [{ type: 'name', name: 'WezTerm 20240203' }, end], 1],
	['is said to take pictures before it was asked', [taken, end], 1],
	['does not answer the question for pictures', [kitty, end, cell, end], 2],
	['refuses the picture', [kitty, end, { ...taken, message: 'ENOTSUPPORTED' }, end], 2],
	['answers another program’s question', [kitty, end, { ...taken, id: 5 }, end], 2],
	['answers half', [kitty, end, taken], 2],
] as const)('A terminal that %s shows none.', (_, answers, questions) => {
	const result = probe(...answers);
	expect(result.asked).toHaveLength(questions);
	expect(result.found).toEqual([]);
	// One that says nothing may still be about to.
	expect(result.missed).toBe(answers.length > 0 && answers.at(-1) === end ? 1 : 0);
});

test.each([
	['no word', []],
	['nonsense', [{ type: 'cell', width: 0, height: 99_999 }]],
	['cells that are far too flat', [{ type: 'cell', width: 100, height: 4 }]],
] as const)('With %s of its cells they count as twice as high as wide.', (_, cells) => {
	expect(probe(kitty, end, taken, ...cells, end).found).toEqual([{ width: 10, height: 20 }]);
});

test.each([
	['kitty(0.28.0)', true],
	['kitty(0.39.1)', true],
	['kitty(1.0.0)', true],
	['kitty(0.27.1)', false],
	['ghostty 1.0.1', true],
	['ghostty', true],
	['WezTerm 20240203-110809-5046fc22', false],
	['Konsole 24.02', false],
	['iTerm2 3.5.0', false],
	['tmux 3.4', false],
	['XTerm(390)', false],
	['not kitty(0.39.1)', false],
	['', false],
])('%j knows placeholders: %s.', (name, expected) => {
	expect(hasPlaceholders(name)).toBe(expected);
});

test.each([
	[{ TERM: 'xterm-kitty' }, true],
	[{ TERM: 'xterm-256color', NO_COLOR: '1' }, true],
	[{ TERM: 'dumb' }, false],
	[{}, false],
	[{ TERM: 'xterm-kitty', TMUX: '/tmp/tmux-0/default,1,0' }, false],
	[{ TERM: 'xterm-kitty', STY: '12.pts-0' }, false],
	[{ TERM: 'xterm-kitty', ZELLIJ: '0' }, false],
	[{ TERM: 'screen-256color' }, false],
	[{ TERM: 'tmux-256color' }, false],
])('With %j it may be asked: %s.', (env, expected) => {
	expect(mayShowPictures(env)).toBe(expected);
});
