import { describe, expect, test } from 'vitest';
import type { ActionRequest } from '../../../src/core/policy/policy-types.js';
import { inside, line, request, run } from '../../core/policy/requests.js';
import { kindsOf } from '../../setup/whole.js';
import { asked, full } from '../scenes.js';
import { dispatched, press, type Stage, settled, text, wait } from '../stage.js';

const LAST = 'rm -rf build-output';

/** Beginnings that push what matters off the screen, and middles that hide it between two harmless ends. */
const COMMANDS: readonly (readonly [string, string])[] = [
	['line breaks', `${'\n'.repeat(200)}${LAST}`],
	['blanks', `${' '.repeat(5000)}${LAST}`],
	['a command and line breaks', `ls${'\n'.repeat(60)}${LAST}`],
	['a command and blanks', `ls;${' '.repeat(4000)}${LAST}`],
	['tabs', `ls;${'\t'.repeat(900)}${LAST}`],
	['braille blanks', `ls;${'\u2800'.repeat(3000)}${LAST}`],
	['lines of braille blanks', `ls\n${'\u2800\n'.repeat(80)}${LAST}`],
	['no-break spaces', `ls;${'\u00a0'.repeat(3000)}${LAST}`],
	['ideographic spaces', `ls;${'\u3000'.repeat(3000)}${LAST}`],
	['Hangul fillers', `ls;${'\u3164'.repeat(3000)}${LAST}`],
	['comment lines', `${'# nothing to see here\n'.repeat(60)}${LAST}`],
	['harmless commands', `${'true\n'.repeat(60)}${LAST}`],
	['harmless commands in one line', `${'true; '.repeat(600)}${LAST}`],
	['continued lines', `ls ${'\\\n'.repeat(60)}; ${LAST}`],
	['a heredoc', `cat <<'EOF' > notes.md\n${'words\n'.repeat(60)}EOF\n${LAST}`],
	['form feeds', `ls;${'\f'.repeat(900)}${LAST}`],
	['carriage returns', `ls;${'\r'.repeat(900)}${LAST}`],
	['zero-width spaces', `ls;${'\u200b'.repeat(900)}${LAST}`],
	['a long quoted word', `echo '${'x'.repeat(6000)}'; ${LAST}`],
	['harmless lines on both sides', `${'true\n'.repeat(40)}${LAST}\n${'true\n'.repeat(40)}`],
	['blank lines with single blanks', `ls\n${' \n\n'.repeat(60)}${LAST}`],
	['variables', `${Array.from({ length: 60 }, (_, index) => `A${index}=1`).join('\n')}\n${LAST}`],
];

const NONE = { fields: [], omitted: 0, urls: [], possibleCommands: [], notUnderstood: [], texts: [] };
const filler = Array.from({ length: 80 }, (_, index) => ({ name: `option${index}`, value: 'no' }));
/** Harmless commands beside which something else says what would run. */
const REQUESTS: readonly (readonly [string, ActionRequest])[] = [
	['standard input', request('execute', { command: line('sh', { stdin: `${'true\n'.repeat(60)}${LAST}` }) })],
	['a long folder', request('execute', { command: line('make', { cwd: inside(`${'a/'.repeat(2500)}${LAST}`) }) })],
	['a long shell', request('execute', { command: line('make', { shell: `${'./a/'.repeat(1200)}${LAST}` }) })],
	[
		'many variables',
		request('execute', {
			command: line('make', { envNames: [...Array.from({ length: 400 }, (_, index) => `NAME_${index}`), LAST] }),
		}),
	],
	['a title that is all there is', request('execute', { title: `Run ${'true; '.repeat(600)}${LAST}` })],
	[
		'fields that nobody understands',
		request('execute', {
			command: line('make'),
			toolInput: { ...NONE, notUnderstood: ['before'], fields: [...filler, { name: 'before', value: LAST }] },
		}),
	],
	[
		'a program in a field',
		request('execute', {
			title: 'Run code',
			toolInput: { ...NONE, fields: [{ name: 'code', value: `${'pass\n'.repeat(80)}${LAST}` }] },
		}),
	],
];

function standing(about: string | ActionRequest, columns: number, rows: number): Stage {
	return settled(full(), asked({ request: typeof about === 'string' ? run(about) : about }), columns, rows);
}

/** What stands on the screen, without the frame and its line breaks. */
const shown = (stage: Stage): string => text(stage).replace(/[│\s]+/g, '');

const SIZES = kindsOf(
	[[40, 12]],
	[
		[100, 32],
		[80, 24],
		[200, 60],
	],
);

describe.each(SIZES)('At %d×%d a command is allowed only once all of it was on the screen', (columns = 0, rows = 0) => {
	test.each([...COMMANDS, ...REQUESTS])('behind %s', (_, about) => {
		for (const key of ['y', '1']) {
			const stage = standing(about, columns, rows);
			let seen = shown(stage);
			let answers: readonly unknown[] = [];
			for (let presses = 0; presses < 300 && answers.length === 0; presses += 1) {
				answers = dispatched(press(stage, `\`${key}\``));
				if (answers.length === 0) seen += shown(stage);
				wait(stage, 700);
			}
			expect(answers).toMatchObject([{ type: 'answer', outcome: { optionId: 'yes' } }]);
			expect(seen.includes(LAST.replaceAll(' ', ''))).toBe(true);
		}
	});
});

describe('A command that goes on below the screen', () => {
	const long = `${'true\n'.repeat(60)}${LAST}`;

	test('is rejected at once.', () => {
		expect(dispatched(press(standing(long, 100, 32), '`n`'))).toMatchObject([{ outcome: { optionId: 'no' } }]);
	});

	test('is not allowed by a jump to its end.', () => {
		const stage = standing(long, 100, 32);
		press(stage, '`o`');
		press(stage, 'end');
		wait(stage, 2000);
		expect(dispatched(press(stage, '`y`'))).toEqual([]);
	});

	test('is allowed when it was scrolled through.', () => {
		const stage = standing(long, 100, 32);
		press(stage, '`o`');
		for (let page = 0; page < 10; page += 1) press(stage, 'pagedown');
		wait(stage, 2000);
		expect(dispatched(press(stage, '`y`'))).toMatchObject([{ outcome: { optionId: 'yes' } }]);
	});

	test('is not allowed by enter on the row that was chosen.', () => {
		const stage = standing(long, 100, 32);
		press(stage, 'down');
		wait(stage, 1000);
		expect(dispatched(press(stage, 'enter'))).toEqual([]);
		expect(text(stage)).toContain('lines 1–');
	});
});
