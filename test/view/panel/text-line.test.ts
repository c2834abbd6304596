import { describe, expect, it, test } from 'vitest';
import { focusedLine } from '../../../src/view/actions/focused-line.js';
import { clearLine, eraseCharacter, eraseWord } from '../../../src/view/composer/line-edits.js';
import { play, ready, starting } from '../../core/session/play.js';
import { full, refusedSession } from '../scenes.js';
import { openedOn as sessionsPanel } from '../sessions/sessions-stage.js';
import { openedOn as sidePanel } from '../side-question/stage.js';
import { contextOf, createStage, paste, press, type Stage, wait } from '../stage.js';

/** A screen after these keys. */
function pressed(stage: Stage, keys: string): Stage {
	press(stage, keys);
	return stage;
}

/** Every line of text in a panel, with nothing typed. */
const LINES: readonly (readonly [string, () => Stage])[] = [
	['the help', () => pressed(createStage(ready()), '?')],
	['the list of agents', () => pressed(createStage(ready()), '`/agent` enter')],
	['the search of sessions', () => sessionsPanel(100, 30)],
	['a new title of a session', () => pressed(sessionsPanel(100, 30), 'ctrl+r ctrl+u')],
	['more of a side question', () => pressed(sidePanel(), 'enter')],
	['the search in the transcript', () => pressed(createStage(full()), 'ctrl+o /')],
	[
		'a field of a sign-in',
		() => {
			const stage = createStage(play(starting(), ...refusedSession));
			wait(stage, 2000);
			press(stage, '4');
			wait(stage, 2000);
			return stage;
		},
	],
];

describe.each(LINES)('%s', (_, open) => {
	const typed = (stage: Stage): string | undefined => focusedLine(contextOf(stage))?.text;

	it('takes what is typed and pasted', () => {
		const stage = open();
		press(stage, '`two words`');
		expect(typed(stage)).toBe('two words');
		paste(stage, ' more\u0007');
		expect(typed(stage)).toBe('two words more');
	});

	it.each([
		['backspace', 'two word'],
		['ctrl+h', 'two word'],
		['ctrl+w', 'two '],
		['alt+backspace', 'two '],
		['ctrl+u', ''],
	])('%s leaves “%s”', (key, left) => {
		const stage = open();
		press(stage, `\`two words\` ${key}`);
		expect(typed(stage)).toBe(left);
	});
});

test.each([
	[eraseCharacter, 'a👩‍👩‍👧', 'a'],
	[eraseCharacter, '', ''],
	[eraseWord, 'one  two  ', 'one  '],
	[eraseWord, 'one', ''],
	[clearLine, 'one two', ''],
])('%s: “%s” becomes “%s”', (edit, text, left) => {
	expect(edit(text)).toBe(left);
});
