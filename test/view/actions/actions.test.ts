import { expect, test } from 'vitest';
import { ACTIONS, runAction } from '../../../src/view/actions/actions.js';
import { focusOf } from '../../../src/view/actions/focus.js';
import { createVim } from '../../../src/view/composer/vim/vim.js';
import { ACTION_IDS, type ActionId } from '../../../src/view/keys/action-ids.js';
import { openPanel } from '../../../src/view/panel/engine.js';
import type { PanelKind } from '../../../src/view/panel/panel.js';
import { copyPanel, targetsIn } from '../../../src/view/pickers/copy-panel.js';
import { modePanel } from '../../../src/view/pickers/mode-panel.js';
import { openSessionsPanel } from '../../../src/view/pickers/open-sessions-panel.js';
import { play, ready, starting } from '../../core/session/play.js';
import { openedCommands } from '../commands/commands-stage.js';
import { openedOn as openedToCommit } from '../commit/commit-stage.js';
import { FORMS, formQuestion } from '../elicitation/forms.js';
import { openedHunks } from '../hunks/hunks-stage.js';
import { openedSteps } from '../plan-steps/plan-steps-stage.js';
import { listOf, noteOf, reviewing } from '../review/review-stage.js';
import { addressQuestion, asked, editQuestion, full, planQuestion, refusedSession, scenes } from '../scenes.js';
import { openedOn } from '../sessions/sessions-stage.js';
import { openedSettings } from '../settings/settings-stage.js';
import { review } from '../shadow/stage.js';
import { openedOn as openedOnSideQuestion } from '../side-question/stage.js';
import { contextOf, createStage, draw, happen, misfits, press, type Stage, text, wait } from '../stage.js';
import { withTree } from '../subagents/stage.js';

const working = (): Stage => createStage(full());

function withPanel<State>(stage: Stage, kind: PanelKind<State>, own: State): Stage {
	stage.ui = openPanel(contextOf(stage), kind, own);
	draw(stage);
	return stage;
}

function asking(event: Parameters<typeof happen>[1]): Stage {
	const stage = working();
	if (event !== undefined) happen(stage, event);
	wait(stage, 5000);
	return stage;
}

function signingIn(): Stage {
	const stage = createStage(play(starting(), ...refusedSession));
	wait(stage, 2000);
	return stage;
}

function ownCommand(): Stage {
	const stage = createStage(play(ready(), { type: 'run-command', line: 'serve', isPrivate: false, isWhole: false }));
	happen(stage, { type: 'command-started', commandId: 'you-1', cwd: '/w' });
	return stage;
}

function pressed(stage: Stage, keys: string): Stage {
	press(stage, keys);
	return stage;
}

/** A screen for every context that keys can be in. */
const screens: Readonly<Record<string, () => Stage>> = {
	...Object.fromEntries(Object.entries(scenes).map(([name, scene]) => [`scene: ${name}`, () => createStage(scene())])),
	'the first screen': () => {
		const stage = createStage(ready());
		const recents = [{ id: 'aaa', title: 'An earlier one', age: '2 h ago' }];
		happen(stage, { type: 'start-offers', offers: { recents, agents: null, at: 0 } });
		return stage;
	},
	'a draft': () => pressed(working(), '`some words`'),
	'a draft with vim’s keys': () => pressed(withVim(working()), '`some words`'),
	'a draft outside of insert mode': () => pressed(withVim(working()), '`some words` escape `0v`'),
	'a command begun': () => pressed(working(), '`/mo`'),
	'the history searched': () => pressed(working(), '`first` enter ctrl+r `f`'),
	'an edit asked about': () => asking(editQuestion),
	'a plan to review': () => asking(planQuestion),
	'words below a plan': () => pressed(asking(planQuestion), '`use tabs`'),
	'an address to open': () => asking(addressQuestion()),
	'a question of the agent': () => asking(asked({ kind: 'agent-question' })),
	'the rule of an always': () => {
		const stage = pressed(asking(asked({ offers: [{ text: 'Edit(a.ts)', words: 'edits of a.ts' }] })), '`a`');
		wait(stage, 5000);
		return stage;
	},
	'the transcript view': () => pressed(working(), 'ctrl+o tab'),
	'a search in it': () => pressed(working(), 'ctrl+o `/` `a`'),
	'matches of a search': () => pressed(working(), 'ctrl+o `/` `a` enter'),
	'the help': () => {
		return pressed(working(), '?');
	},
	'a list': () => withPanel(working(), modePanel, null),
	'what can be copied': () => {
		const stage = working();
		return withPanel(stage, copyPanel, targetsIn(stage.session.state));
	},
	'the list of sessions': () => openedOn(100, 30),
	'a side question': () => openedOnSideQuestion(),
	'more asked in a side question': () => pressed(openedOnSideQuestion(), 'enter `more`'),
	'the tree of sub-agents': () => withTree(),
	'the review of changes': () => review(),
	'the list of agents': () => pressed(createStage(ready()), '`/agent` enter'),
	'the open sessions': () => {
		const stage = working();
		const rows = (['idle', 'waiting'] as const).map((activity, index) => ({
			...{ id: String(index + 1), number: index + 1, name: 'fix the tests', detail: activity, activity },
			isInFront: index === 0,
		}));
		stage.ui = { ...stage.ui, sessions: rows };
		return withPanel(stage, openSessionsPanel, null);
	},
	'a command of one’s own': ownCommand,
	'the list of one’s own commands': () => pressed(ownCommand(), '`/bashes` enter'),
	'the ways to sign in': signingIn,
	'a sign-in beside a draft': () => pressed(signingIn(), '`words`'),
	'a key for a sign-in': () => pressed(signingIn(), 'down enter'),
	'a text in a form of an agent': () => asksWith('clarify'),
	'a choice in a form of an agent': () => asksWith('claude'),
	'the review of a form': () => {
		const stage = pressed(asksWith('claude'), 'tab tab tab tab');
		wait(stage, 2000);
		return stage;
	},
	'the hunks of a change': () => openedHunks(),
	'the steps of a plan': () => openedSteps(),
	'what is to be committed': () => openedToCommit(),
	'its message': () => pressed(openedToCommit(), 'e'),
	'a review': () => reviewing(),
	'a note in a review': () => pressed(reviewing(), 'c'),
	'the notes of a review': () => {
		const stage = reviewing(100, 32, { list: listOf({ notes: [noteOf('app.ts', 3, 'Why?')] }) });
		wait(stage, 400);
		return pressed(stage, 'N');
	},
	'the settings': () => openedSettings(),
	'the user’s slash commands': () => openedCommands(),
	'the queue': () => {
		return pressed(working(), '`one` enter `two` enter `/queue` enter');
	},
};

function withVim(stage: Stage): Stage {
	const appearance = { ...stage.ui.appearance, editor: 'vim', vim: createVim() } as const;
	return { ...stage, ui: { ...stage.ui, appearance } };
}

function asksWith(name: keyof typeof FORMS): Stage {
	const stage = working();
	happen(stage, formQuestion(FORMS[name]));
	wait(stage, 2000);
	return stage;
}

/** The same screen anew: what it holds is never changed in place but for what was requested and, as in a run, cached. */
const again = (stage: Stage): Stage => ({ ...stage, requests: [...stage.requests] });

const reached = new Set<ActionId>();

test.each(Object.entries(screens))('every action with the focus leaves a screen that fits: %s', (_, make) => {
	const made = make();
	const focus = focusOf(contextOf(made));
	for (const id of ACTION_IDS) {
		if (!ACTIONS[id].contexts.some((context) => focus.includes(context))) continue;
		reached.add(id);
		const stage = again(made);
		const { ui, requests } = runAction(contextOf(stage), stage.frame, id);
		stage.ui = ui;
		for (const request of requests) if (request.type === 'dispatch') happen(stage, request.event);
		draw(stage);
		expect(misfits(stage), id).toEqual([]);
	}
});

test('every action has words for the help, and one that does not apply says why', () => {
	for (const id of ACTION_IDS) expect(ACTIONS[id].help, id).not.toBe('');
	const stage = createStage(ready());
	for (const id of ['toggle-plan', 'end-command', 'attach-command', 'share-command', 'edit-queued'] as const) {
		const { ui } = runAction(contextOf(stage), stage.frame, id);
		const { whyNot } = ACTIONS[id];
		expect(ui.toast?.text).toBe(typeof whyNot === 'function' ? whyNot(contextOf(stage)) : whyNot);
	}
});

test('The word about a command that is stopped goes when it has ended.', () => {
	const stage = pressed(ownCommand(), '`/bashes` enter');
	wait(stage, 2000);
	press(stage, 'x');
	expect(text(stage)).toContain('Stopping: serve');
	happen(stage, { type: 'command-ended', commandId: 'you-1', exit: { code: null, signal: 'SIGTERM' } });
	expect(text(stage)).not.toContain('Stopping');
});
