import { describe, expect, test } from 'vitest';
import type { SandboxChoices } from '../../../src/core/agents/sandbox-choice.js';
import { openedWith, ready } from '../../core/session/play.js';
import { createStage, dispatched, happen, misfits, press, type Stage, text } from '../stage.js';

const none: SandboxChoices = {
	source: { type: 'default' },
	least: null,
	missing: {},
	savedIn: { file: '/c/config.json', name: 'fake' },
};
const missing = { reason: 'This machine makes no user namespaces.', hint: 'Set user.max_user_namespaces.' };

/** The list of sandboxes, with what was looked up. */
const opened = (choices: Partial<SandboxChoices> = {}, stage = createStage(ready())): Stage => {
	expect(dispatched(press(stage, '`/agent sandbox` enter'))).toContainEqual({ type: 'look-up-sandboxes' });
	happen(stage, { type: 'sandboxes-looked-up', choices: { ...none, ...choices } });
	return stage;
};

describe('The sandbox of the agent that runs', () => {
	test('is chosen for this session alone where no config knows the agent, which is said before.', () => {
		expect(text(opened({ savedIn: null }))).toContain('A choice holds for this session: an agent of --agent-command');
		expect(text(opened())).not.toContain('A choice holds for this session');
	});

	test('is chosen for this session or for every one, and the agent is started again.', () => {
		const stage = opened();
		press(stage, 'down enter');
		expect(text(stage)).toContain('Use “fence”: the agent starts again, same conversation');
		expect(text(stage)).toContain('enter chooses, esc closes');
		expect(text(stage)).toContain('writes agents.fake.sandbox to /c/config.json');
		expect(dispatched(press(stage, 'enter'))).toEqual([{ type: 'choose-sandbox', sandbox: 'fence', isKept: false }]);
		expect(dispatched(press(opened(), 'down enter down enter'))).toEqual([
			{ type: 'choose-sandbox', sandbox: 'fence', isKept: true },
		]);
	});

	test('is not to be had where the machine has none, with the reason and what to do.', () => {
		const stage = opened({ missing: { fence: missing, shadow: missing } });
		expect(text(stage)).toContain('not here: This machine makes no user namespaces');
		press(stage, 'down');
		expect(text(stage)).toContain('Set user.max_user_namespaces');
		expect(dispatched(press(stage, 'enter'))).toEqual([]);
		expect(text(stage)).toContain('fence: not here: This machine makes no user namespaces');
		expect(stage.ui.panel).toMatchObject({ panel: { name: 'agent-sandbox' } });
	});

	test('is never looser than the project’s.', () => {
		const stage = opened({ least: { sandbox: 'fence', file: '/w/.acp-tuirc.json' } });
		expect(text(stage)).toContain('The project allows nothing looser than “fence” (/w/.acp-tuirc.json)');
		expect(dispatched(press(stage, 'up enter'))).toEqual([]);
		expect(text(stage)).toContain('off: not possible: the project requires at least fence');
		expect(dispatched(press(stage, 'down down down enter enter'))).toEqual([
			{ type: 'choose-sandbox', sandbox: 'shadow', isKept: false },
		]);
	});

	test('looser than the project’s is marked as not to be had, but for one of the person’s own command line.', () => {
		const play = ready();
		const state = { ...play.state, profile: { ...play.state.profile, sandbox: 'off' as const } };
		const stage = createStage({ ...play, state });
		opened({ source: { type: 'command-line' }, least: { sandbox: 'shadow', file: '/w/.acp-tuirc.json' } }, stage);
		const shown = text(stage);
		expect(shown).toMatch(/● \d off +--sandbox · no sandbox/);
		for (const each of ['watch', 'fence'])
			expect(shown).toMatch(new RegExp(` ${each} +not possible: the project requires at least shadow`));
		// It is for this run: the project's word keeps it from the config.
		expect(dispatched(press(stage, 'enter'))).toEqual([]);
		expect(text(stage)).toContain('It is “off” already');
	});

	test('that holds already can be kept, where the user’s config does not say it.', () => {
		const stage = opened({ source: { type: 'command-line' } });
		press(stage, 'enter');
		expect(text(stage)).toContain('Keep “watch”');
		expect(dispatched(press(stage, 'enter'))).toEqual([{ type: 'choose-sandbox', sandbox: 'watch', isKept: true }]);
		const kept = opened({ source: { type: 'user', file: '/c/config.json' } });
		expect(dispatched(press(kept, 'enter'))).toEqual([]);
		expect(text(kept)).toContain('It is “watch” already');
	});

	test('is named behind the command, and another word is refused.', () => {
		const stage = createStage(ready());
		press(stage, '`/agent sandbox shadow` enter');
		expect(text(stage)).toContain('Use “shadow”');
		press(stage, 'escape escape `/agent sandbox steel` enter');
		expect(text(stage)).toContain('There is no sandbox steel');
	});

	test.each([
		[100, 32],
		[40, 12],
		[200, 60],
		[30, 12],
	])('fits %d by %d cells.', (columns, rows) => {
		const stage = opened(
			{ missing: { fence: missing, shadow: missing }, least: { sandbox: 'watch', file: '/w/.acp-tuirc.json' } },
			createStage(ready(), columns, rows),
		);
		for (const key of ['up', 'down', 'down', 'down', 'pagedown', 'pageup']) {
			press(stage, key);
			expect(misfits(stage)).toEqual([]);
			expect(text(stage)).toContain('▸');
		}
	});

	test('leads on from what an agent that never asks is listed for.', () => {
		const stage = createStage(openedWith({ asking: {} }));
		press(stage, '`/permissions` enter');
		expect(text(stage)).toContain('enter chooses a sandbox');
		expect(dispatched(press(stage, 'enter'))).toEqual([{ type: 'look-up-sandboxes' }]);
	});
});
