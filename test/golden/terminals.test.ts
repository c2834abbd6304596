import { env } from 'node:process';
import type { Terminal } from '@xterm/headless';
import { expect, test } from 'vitest';
import type { AppEvent } from '../../src/core/event.js';
import { end } from '../app/world.js';
import { open, type Stage, type Start, starts } from '../frontends/front-end-stage.js';
import { asked, editQuestion } from '../view/scenes.js';
import { runs } from './cells.js';
import { expectGolden, expectNoOthers } from './golden-files.js';
// Cells depend on the languages that are loaded.
import '../setup/languages.js';

env['TZ'] = 'UTC';

const says = (text: string): AppEvent => ({ type: 'text', role: 'agent', text });

/** What a user does at a terminal, and what happens meanwhile: keys as a terminal sends them. */
const STEPS: readonly (readonly [name: string, step: (stage: Stage, enter: string) => Promise<void> | void])[] = [
	['started', () => {}],
	['a command is typed', (stage) => stage.type('/mo')],
	['the list of modes', (stage) => stage.type('de\r')],
	['moved in it', (stage) => stage.type('\x1b[B')],
	['closed', (stage) => stage.type('\x1b')],
	['a prompt is typed', (stage) => stage.type('Make a **table** of 漢字')],
	['sent', (stage) => stage.type('\r')],
	['the answer comes', ({ world }) => world.app.dispatch(says('I look.\n\n```ts\nconst a = 1;\n```\n'))],
	[
		'a tool runs',
		({ world: { app } }) => {
			app.dispatch({ type: 'tool', patch: { id: 'c', title: 'npm test', kind: 'execute', status: 'in_progress' } });
			app.dispatch({
				type: 'terminal-output',
				terminalId: 'c',
				toolCallId: 'c',
				data: '\x1b[31mred\x1b[0m\r\nplain\r\n',
			});
		},
	],
	['a question', ({ world }) => world.app.dispatch(editQuestion)],
	['a while later', (stage) => stage.play(800)],
	['answered', (stage, enter) => stage.type(`1${enter}`)],
	[
		'one more, withdrawn',
		({ world: { app } }) => void [asked({}, 'q2'), withdrawn].map((event) => app.dispatch(event)),
	],
	['the rest of the answer', ({ world }) => world.app.dispatch(says('Done.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'))],
	['the end of the turn', ({ world }) => end(world)],
	['small', ({ screen }) => screen.resize(40, 12)],
	['large', ({ screen }) => screen.resize(120, 36)],
	['help', (stage) => stage.type('/help\r')],
	['closed again', (stage) => stage.type('\x1b')],
	['left', (stage) => stage.type('\x15\x04')],
];
const withdrawn: AppEvent = { type: 'question-withdrawn', questionId: 'q2' };

test.each(starts)('%s: the terminal shows what was recorded', async (name, start: Start) => {
	const stage = await open(start);
	const { emulator } = stage.screen;
	const lines: string[] = [];
	let before: readonly string[] = [];
	for (const [step, does] of STEPS) {
		// Where lines are read out, each is entered.
		await does(stage, name === 'for screen readers' ? '\r' : '');
		await stage.play(300);
		const now = rowsOf(emulator.terminal);
		const changed = now.flatMap((row, at) =>
			row === (before[at] ?? '') ? [] : [`${String(at + 1).padStart(3)}│${row}`],
		);
		const { x, y } = emulator.cursor();
		const modes = Object.entries(emulator.modes()).flatMap(([mode, value]) => (value ? [`${mode} ${value}`] : []));
		lines.push(`── ${step}`, ...changed, `    cursor ${x},${y}; ${modes.join(', ')}`);
		before = now;
	}
	expectGolden('terminals', name, lines);
	expect(await stage.left).toBe(0);
});

test('No other terminals are recorded.', () =>
	expectNoOthers(
		'terminals',
		starts.map(([name]) => name),
	));

/** All rows of the buffer, what was scrolled off included. */
function rowsOf({ buffer: { active }, cols }: Terminal): readonly string[] {
	return Array.from({ length: active.length }, (_, row) => {
		const cells = Array.from({ length: cols }, (_, column) => active.getLine(row)?.getCell(column));
		return runs(
			cells.flatMap((cell) => {
				if (cell === undefined || cell.getWidth() === 0) return [];
				const style = [
					...(cell.isBold() ? ['bold'] : []),
					...(cell.isDim() ? ['dim'] : []),
					...(cell.isItalic() ? ['italic'] : []),
					...(cell.isUnderline() ? ['underline'] : []),
					...(cell.isInverse() ? ['inverse'] : []),
					...(cell.isFgDefault() ? [] : [cell.getFgColor().toString(16)]),
					...(cell.isBgDefault() ? [] : [`on ${cell.getBgColor().toString(16)}`]),
				];
				return [{ text: cell.getChars() || ' ', width: cell.getWidth(), style: style.join(' ') }];
			}),
		);
	});
}
