import type { Setting, SettingsList, SettingsState } from '../../../src/core/settings/setting.js';
import { ready } from '../../core/session/play.js';
import { createStage, happen, press, type Stage } from '../stage.js';

const setting = (key: string, more: Partial<Setting> = {}): Setting => ({
	key,
	group: 'The interface',
	about: `About ${key}.`,
	kind: 'words',
	choices: [],
	value: '',
	source: 'default',
	written: { user: null, project: null },
	isLive: true,
	...more,
});

export const list: SettingsList = {
	settings: [
		setting('ui.mouse', { kind: 'flag', value: 'true' }),
		setting('ui.theme', { kind: 'choice', value: 'nord', source: 'project', choices: ['auto', 'dark', 'nord'] }),
		setting('ui.column', { value: '80', source: 'your config', written: { user: '80', project: null }, isLive: false }),
		setting('mcpServers', { group: 'General' }),
	],
	waiting: [],
	files: { user: '/home/ada/.config/acp-tui/config.json', project: '/w/.acp-tuirc.json' },
};
export const waiting: SettingsList['waiting'] = [
	{
		file: '/w/.acp-tuirc.json',
		effects: 'set the agent',
		content: '{\n  "agent": "evil\u001b[2J"\n}',
		warning: 'Runs as you.',
		hash: 'h1',
	},
];

export const known = (stage: Stage, more: Partial<SettingsState> = {}) =>
	happen(stage, { type: 'settings-known', list, untrusted: [], outcome: null, ...more });

/** The screen of settings, with some of them. */
export function openedSettings(columns = 100, rows = 32, more: Partial<SettingsState> = {}): Stage {
	const stage = createStage(ready(), columns, rows);
	press(stage, '`/config` enter');
	known(stage, more);
	return stage;
}
