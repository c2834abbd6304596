import { expect, test } from 'vitest';
import { shownTheme } from '../../../src/view/state/ui-state.js';
import { ready } from '../../core/session/play.js';
import { createStage, press, type Stage, text } from '../stage.js';
import { known, list, openedSettings as opened, waiting } from './settings-stage.js';

const wanted = (stage: Stage) => stage.requests.flatMap((each) => (each.type === 'settings' ? [each.request] : []));

test('the settings are looked for, and each says its value, where that comes from and when a change counts', () => {
	const stage = createStage(ready(), 100, 32);
	press(stage, '`/settings theme` enter');
	expect(text(stage)).toContain('Reading the settings…');
	expect(wanted(stage)).toEqual([{ type: 'list' }]);
	known(stage);
	expect(text(stage)).toContain('Now: nord (project)');
	expect(text(stage)).not.toContain('ui.mouse');
	press(stage, 'escape `column`');
	expect(text(stage)).toContain('Your config: 80');
	expect(text(stage)).toContain('A change counts from the next start.');
});

test.each([
	['set ui.theme nord', 'ui.theme', 'nord', false],
	['set ui.column 90 --project', 'ui.column', '90', true],
	['set --project ui.statusLine mode, model', 'ui.statusLine', 'mode, model', true],
	['unset ui.column', 'ui.column', null, false],
	['unset --project ui.column', 'ui.column', null, true],
])('/config %s does so, and shows what came of it', (words, key, typed, isProject) => {
	const stage = createStage(ready(), 100, 32);
	press(stage, `\`/config ${words}\` enter`);
	expect(wanted(stage)).toEqual([{ type: 'list' }, { type: 'set', key, typed, isProject }]);
	known(stage, { outcome: { id: 1, words: `${key} set in config.json`, isFailure: false } });
	expect(text(stage)).toContain(`${key} set in config.json`);
	expect(text(stage)).toContain(isProject ? 'the project’s /w' : 'your config ~');
});

test.each([
	['get ui.column', 'ui.column'],
	['set ui.column', 'ui.column'],
	['set', 'set'],
])('/config %s changes nothing, and finds %s', (words, found) => {
	const stage = createStage(ready(), 100, 32);
	press(stage, `\`/config ${words}\` enter`);
	known(stage);
	expect(wanted(stage)).toEqual([{ type: 'list' }]);
	expect(text(stage)).toContain(`Find: ${found}`);
});

test('enter throws a switch, and tab says into which file', () => {
	const stage = opened();
	press(stage, 'enter');
	expect(text(stage)).toContain('your config ~/.config/acp-tui/config.json');
	press(stage, 'tab enter');
	expect(text(stage)).toContain('the project’s /w/.acp-tuirc.json');
	expect(wanted(stage).slice(1)).toEqual([
		{ type: 'set', key: 'ui.mouse', typed: 'false', isProject: false },
		{ type: 'set', key: 'ui.mouse', typed: 'false', isProject: true },
	]);
});

test('a choice has its own list, in which a theme is tried, and esc goes back', () => {
	const stage = opened();
	press(stage, 'down enter');
	press(stage, 'up');
	expect(shownTheme(stage.ui)).toBe('dark');
	press(stage, 'escape');
	expect(text(stage)).toContain('Settings');
	press(stage, 'enter 2');
	expect(wanted(stage).at(-1)).toEqual({ type: 'set', key: 'ui.theme', typed: 'dark', isProject: false });
	expect(text(stage)).toContain('Settings');
});

test('words are typed from what the file says, and stay with the reason until they are right', () => {
	const stage = opened();
	press(stage, 'down down enter');
	expect(text(stage)).toContain('ui.column: 80');
	press(stage, '`00` enter');
	expect(wanted(stage).at(-1)).toEqual({ type: 'set', key: 'ui.column', typed: '8000', isProject: false });
	known(stage, { outcome: { id: 1, words: 'ui.column must be at most 1000', isFailure: true } });
	expect(text(stage)).toContain('ui.column must be at most 1000');
	expect(text(stage)).toContain('ui.column: 8000');
	press(stage, 'backspace enter');
	known(stage, { outcome: { id: 2, words: 'ui.column set in config.json', isFailure: false } });
	expect(text(stage)).toContain('Settings');
	expect(text(stage)).toContain('ui.column set in config.json');
});

test('what is called just so stands first, then what begins so, then what has the words', () => {
	const [one] = list.settings;
	if (one === undefined) throw new Error('no setting');
	const keys = ['agents', 'extheme', 'themes', 'ui.theme', 'ui.themed'];
	const stage = opened(100, 32, {
		list: { ...list, settings: keys.map((key) => ({ ...one, key, about: key === 'agents' ? 'Not the theme.' : '' })) },
	});
	const listed = (typed: string) => {
		press(stage, `ctrl+u ${typed}`);
		return text(stage).match(/(?<=│ (?:▸| ) )[a-z.]+(?= +\S)/gm);
	};
	expect(listed('`theme`')).toEqual(['ui.theme', 'themes', 'ui.themed', 'extheme', 'agents']);
	expect(listed('`ui the`')).toEqual(['ui.theme', 'ui.themed']);
	expect(listed('`themes`')).toEqual(['themes']);
});

test('a value is taken out only where the file has it', () => {
	const stage = opened();
	press(stage, 'ctrl+d');
	expect(text(stage)).toContain('Your config does not set it');
	press(stage, 'down down ctrl+d');
	expect(wanted(stage).at(-1)).toEqual({ type: 'set', key: 'ui.column', typed: null, isProject: false });
});

test('what waits stands first, is shown whole and harmless, and trust is for exactly that', () => {
	const stage = opened(100, 32, { list: { ...list, waiting } });
	expect(text(stage)).toContain('Waits for your trust');
	press(stage, 'ctrl+y');
	expect(text(stage)).toContain('It would set the agent.');
	expect(text(stage)).toContain('"agent": "evil');
	expect(text(stage)).not.toContain('\u001b');
	press(stage, 'enter');
	expect(wanted(stage)).toHaveLength(1);
	press(stage, 'ctrl+y up enter');
	expect(wanted(stage).at(-1)).toEqual({ type: 'trust', file: '/w/.acp-tuirc.json', hash: 'h1' });
	expect(press(stage, 'ctrl+y')).toEqual([]);
});

test('the status names what waits, and leads to it', () => {
	const stage = createStage(ready());
	known(stage, { list: null, untrusted: ['.acp-tuirc.json would set the agent'] });
	press(stage, '`/status` enter');
	expect(text(stage)).toContain('waits for your trust: .acp-tuirc.json would set the agent');
});
