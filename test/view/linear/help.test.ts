import { expect, test } from 'vitest';
import { keyLabel, keyOf } from '../../../src/terminal/key.js';
import { ACTIONS } from '../../../src/view/actions/actions.js';
import { ACTION_IDS, type ActionId } from '../../../src/view/keys/action-ids.js';
import { linearKey } from '../../../src/view/linear/step.js';
import { commandHelp, localCommands } from '../../../src/view/slash-commands/commands.js';
import { ready } from '../../core/session/play.js';
import { contextOf, createStage, press } from '../stage.js';

function spokenHelp(): readonly string[] {
	const stage = createStage(ready());
	press(stage, '`/help`');
	const times = { since: stage.now, goneAt: 0 };
	return linearKey(contextOf(stage), keyOf('enter'), times).say;
}

/** Questions and lists are answered by numbers here, and what moves over a screen has nothing to move over. */
const here = new Set<string>(['global', 'empty-draft', 'composer', 'completion', 'history-search']);
const usable = ACTION_IDS.map((id) => ACTIONS[id]).filter(
	({ context, needsScreen }) => here.has(context) && needsScreen !== true,
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

test('it has every command, its other names included', () => {
	const said = spokenHelp().join('\n');
	for (const command of localCommands) expect(said).toContain(`/${command.name}`);
	expect(said).toContain('also /exit');
	expect(said).toContain(commandHelp(localCommands[0] ?? { description: '' }));
});
