import { expect, test } from 'vitest';
import { keyLabel } from '../../../src/terminal/key.js';
import { ACTIONS } from '../../../src/view/actions/actions.js';
import { ACTION_IDS, type ActionId } from '../../../src/view/keys/action-ids.js';
import { ready } from '../../core/session/play.js';
import { createReader } from './reader.js';

const spokenHelp = (): readonly string[] => createReader(ready()).say('/help');

test('The help is read out once, and nothing of it stays open', () => {
	const reader = createReader(ready());
	const count = (lines: readonly string[]): number => lines.filter((line) => line.startsWith('/quit')).length;
	expect(count(reader.say('/help'))).toBe(1);
	expect(count([...reader.say('hello'), ...reader.happen({ type: 'junk-lines', count: 1 })])).toBe(0);
	expect(reader.sent()).toMatchObject([{ text: 'hello' }]);
	expect(count(reader.say('/help'))).toBe(1);
});

/** Questions and lists are answered by numbers here, and what moves over a screen has nothing to move over. */
const here = new Set<string>(['global', 'empty-draft', 'composer', 'completion', 'history-search']);
const usable = ACTION_IDS.map((id) => ACTIONS[id]).filter(
	({ contexts, needsScreen }) => contexts.some((context) => here.has(context)) && needsScreen !== true,
);

test('The help that is read out has every group of keys that do something here, and every key of them', () => {
	const said = spokenHelp();
	const groups = [...new Set(usable.filter(({ keys }) => keys.length > 0).map(({ group }) => group))];
	expect(groups).toContain('Session');
	for (const group of groups) expect(said).toContain(`Keys, ${group}:`);
	for (const { keys, help } of usable) {
		if (keys.length === 0) continue;
		const label = keys.map(keyLabel).join(', ');
		expect(
			said.some((line) => line.startsWith(`${label}: ${help}`)),
			`${label}: ${help}`,
		).toBe(true);
	}
});

test.each<ActionId>(['interrupt', 'dismiss', 'cycle-mode', 'leave', 'send-now', 'undo-turn'])(
	'it says how to %s',
	(id) => {
		const [key = 'none'] = ACTIONS[id].keys;
		expect(spokenHelp().some((line) => line.startsWith(keyLabel(key)))).toBe(true);
	},
);
