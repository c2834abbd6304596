import { describe, expect, test } from 'vitest';
import { play, prompt, ready } from '../../core/session/play.js';
import { createStage, dispatched, happen, press, type Stage, text } from '../stage.js';

/** A fenced agent that was refused to write into this folder. */
function refused(folder = '/home/me/.any', columns = 100, rows = 32, name: string | null = 'fake'): Stage {
	const from = ready();
	const stage = createStage(
		{ ...from, state: { ...from.state, profile: { ...from.state.profile, sandbox: 'fence' } } },
		columns,
		rows,
	);
	const savedIn = name === null ? null : { file: '/c/config.json', name };
	const { launch } = from.state.profile;
	happen(stage, { type: 'folder-looked-up', found: { path: `${folder}/log`, folder, savedIn, launch } });
	return stage;
}

const opening = { sandbox: 'fence', opens: '/home/me/.any', isNamedByAgent: true };

describe('A folder that the agent was refused', () => {
	test('is asked about before it is opened, with no as the first row.', () => {
		const stage = refused();
		expect(text(stage)).toContain('alt+e open folder');
		press(stage, 'alt+e');
		const shown = text(stage).replace(/[│\n]/g, ' ').replace(/\s+/g, ' ');
		expect(shown).toContain('Let Fake write to this folder?');
		expect(shown).not.toContain('alt+e');
		expect(shown).toContain('/home/me/.any: Fake may then change and delete everything in it');
		expect(shown).toContain('Fake named it: the sandbox kept it from writing /home/me/.any/log');
		expect(shown).toMatch(/▸ 1 Not now .*2 In this session .*3 Always for Fake/);
		expect(dispatched(press(stage, 'enter'))).toEqual([]);
		expect(text(stage)).not.toContain('Not now');
	});

	test.each([
		['2', false],
		['3', true],
	])('is opened by its digit: %s', (digit, isKept) => {
		const stage = refused();
		press(stage, 'alt+e');
		expect(dispatched(press(stage, `\`${digit}\``))).toEqual([{ type: 'choose-sandbox', ...opening, isKept }]);
	});

	test('shows no control characters that the agent put into the path.', () => {
		const stage = refused('/home/me/a\u001b[31m\u202eb');
		press(stage, 'alt+e');
		expect(text(stage)).not.toMatch(/[\u001b\u202e]/);
	});

	test('is not there without a refusal, nor after the next prompt or for another agent.', () => {
		const other = play(ready(), prompt('on'));
		for (const stage of [createStage(ready()), createStage(other)]) {
			expect(text(stage)).not.toContain('open folder');
			press(stage, 'alt+e');
			expect(text(stage)).toContain('There is no refused folder');
		}
		const asked = refused();
		happen(asked, prompt('on'));
		expect(text(asked)).not.toContain('open folder');
	});
});
