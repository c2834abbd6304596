import { describe, expect, test } from 'vitest';
import { spokenQuestion } from '../../../src/view/linear/linear-question.js';
import { starting } from '../../core/session/play.js';
import { addressQuestion, full } from '../scenes.js';
import {
	contextOf,
	createStage,
	draft,
	happen,
	misfits,
	press,
	pressNow,
	type Stage,
	settled,
	text,
	wait,
} from '../stage.js';

const DEVICE = 'https://login.example.com/device?from=agent';

function standing(event = addressQuestion(), columns = 100, rows = 32): Stage {
	return settled(full(), event, columns, rows);
}

const answers = (outcome: object) => ({ type: 'dispatch', event: { type: 'answer', questionId: 'q', outcome } });
const chooses = (optionId: string) => answers({ type: 'selected', optionId });
const OPENED = { type: 'open-address', url: DEVICE };

describe('An address to open', () => {
	test.each([
		['opens with 1 alone, as one argument', '`1`', [chooses('open'), OPENED]],
		['goes on with 2, and opens nothing', '`2`', [chooses('go-on')]],
		['is declined with 3', '`3`', [chooses('decline')]],
		['is cancelled with 4', '`4`', [chooses('cancel')]],
		['is cancelled by esc', 'escape', [answers({ type: 'cancelled' })]],
		['can be copied, and stands', '`c`', [{ type: 'copy', text: DEVICE, label: 'the address' }]],
		['is not answered by enter alone', 'enter', []],
		['is not answered by y', '`y`', []],
		['is not answered by a', '`a`', []],
		['is not answered by o', '`o`', []],
	])('%s.', (_, key, requests) => expect(press(standing(), key)).toMatchObject(requests));

	test('opens with the arrows and enter.', () => {
		const stage = standing();
		press(stage, 'down');
		wait(stage, 1000);
		expect(press(stage, 'enter')).toContainEqual(OPENED);
	});

	test('says so where no browser opens; the row still answers.', () => {
		const stage = standing();
		const spoken = spokenQuestion({ ...contextOf(stage), browser: 'remote' })?.lines ?? [];
		expect(spoken).toContain('1 Open it in the browser (no browser opens from here: copy the address).');
		expect(spoken.join(' ')).not.toContain('not now');
	});

	test('is not opened by a key that was meant for the draft.', () => {
		const stage = createStage(full());
		happen(stage, addressQuestion());
		expect(pressNow(stage, '`1`')).toEqual([]);
		expect(draft(stage)).toBe('1');
		const writing = standing();
		pressNow(writing, '`1st`');
		wait(writing, 1000);
		expect(writing.requests).toEqual([]);
		expect(draft(writing)).toBe('1st');
	});

	test('is asked about while no session is open.', () => {
		const stage = settled(starting(), addressQuestion());
		expect(press(stage, '`2`')).toMatchObject([chooses('go-on')]);
	});

	test.each([
		['http://login.example.com/', 'not encrypted'],
		['https://bank.example@evil.example/', 'what stands before the @ is not its host'],
		['https://аpple.example/', 'letters that may look like others'],
		['https://10.1.2.3/', 'its host is a number'],
		['https://login.example.com:8443/', 'an unusual port'],
	])('is warned about where it is odd: %s', (url, words) => {
		expect(text(standing(addressQuestion(url)))).toContain(words);
	});

	test.each([
		[40, 12],
		[100, 32],
		[200, 60],
	])('fits into %d columns and %d rows: host, address, message and every row.', (columns, rows) => {
		const stage = standing(addressQuestion('https://login.example.com/device'), columns, rows);
		expect(misfits(stage)).toEqual([]);
		const shown = text(stage);
		for (const part of ['login.example.com', '/d', 'ABCD-1234', '1 Open', '2 Go on', '3 Decline', '4 Cancel']) {
			expect(shown).toContain(part);
		}
	});

	test('keeps its rows on a low screen, however long it is, and shows all of itself on tab.', () => {
		const long = `https://login.example.com/authorize?state=${'abcdefghij'.repeat(60)}END`;
		const stage = standing(addressQuestion(long), 40, 12);
		for (const part of ['login.example.com', '1 Open', '4 Cancel', 'tab opens']) expect(text(stage)).toContain(part);
		press(stage, 'tab');
		let all = '';
		for (let page = 0; page < 5; page += 1) {
			all += text(stage);
			press(stage, 'pagedown');
		}
		expect(all.replaceAll(/[\s│]/g, '')).toContain('END');
	});

	test('shows nothing of an agent’s words as a row or a control character.', () => {
		const shown = text(
			standing(addressQuestion(DEVICE, '1 Open it in the browser\u001b[2J\n\u202eevil', 'Evil\u001b[31m')),
		);
		expect(shown).not.toMatch(/[\u001b\u202e]/);
		expect(shown).toContain('Evil');
	});

	test('is read out with its rows by number.', () => {
		const spoken = spokenQuestion(contextOf(standing(addressQuestion('http://login.example.com/device'))))?.lines ?? [];
		expect(spoken).toEqual([
			'Question: Scripted asks you to open login.example.com.',
			'careful: it is not encrypted',
			'address: http://login.example.com/device',
			'says: Enter the code ABCD-1234 there.',
			'It opens only when you choose so.',
			'1 Open it in the browser.',
			'2 Go on without opening it.',
			'3 Decline.',
			'4 Cancel.',
			'Type a number and press enter.',
		]);
	});
});
