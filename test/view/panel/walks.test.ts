import { expect, test } from 'vitest';
import { open as openPalette } from '../../../src/view/palette/palette-panel.js';
import { ready } from '../../core/session/play.js';
import { openedCommands } from '../commands/commands-stage.js';
import { LIST as COMMIT, openedOn as openedToCommit } from '../commit/commit-stage.js';
import { change, openedHunks } from '../hunks/hunks-stage.js';
import { openedSteps, PLAN } from '../plan-steps/plan-steps-stage.js';
import { act, listOf, noteOf, type Reviewing, reviewing } from '../review/review-stage.js';
import { openedOn as openedSessions } from '../sessions/sessions-stage.js';
import { openedSettings, list as settings, waiting } from '../settings/settings-stage.js';
import { createStage, misfits, press, put, type Stage, wait } from '../stage.js';
import { withTree } from '../subagents/stage.js';

const output = `${'x'.repeat(300)}\n\u001B[31mred\r`.repeat(50);
const run = { phase: 'running', startedAt: 0, output, because: null, hint: null } as const;
const failed = { ...run, phase: 'failed', because: 'no '.repeat(60) } as const;
const notes = [noteOf('src/app.ts', 30, 'Why here? '.repeat(20))];

const SIZES = [
	[40, 12],
	[60, 20],
	[100, 32],
	[200, 60],
] as const;

type Open = (columns: number, rows: number) => Stage;

/** Each panel as it opens on a screen of so many columns and rows, and ways through it by its keys. */
const PANELS: Readonly<Record<string, readonly [Open, ...string[]]>> = {
	sessions: [
		(...size) => openedSessions(...size),
		...['end', '`flaky`', 'down down delete', 'ctrl+r', 'down down down enter', '`nothing of it`'],
	],
	subagents: [
		(...size) => withTree(...size),
		...['end', 'home x', 'down x', 'home enter', 'down enter tab', 'end enter ctrl+o'],
	],
	palette: [
		(...size) => {
			const stage = createStage(ready(), ...size);
			press(stage, 'f1');
			put(stage, { type: 'panel', name: 'palette', open: openPalette });
			return stage;
		},
		...['end', '`the`', 'ctrl+u `nothing has this`'],
	],
	settings: [
		(...size) => openedSettings(...size, { list: { ...settings, waiting } }),
		'down down enter escape down enter `x` escape ctrl+y',
	],
	commit: [
		(...size) => openedToCommit({ hasChanged: true, list: { ...COMMIT, underWay: 'merge', branch: null } }, ...size),
		'down space e `more words` ctrl+j `and more` tab',
	],
	'a commit under way': [(...size) => openedToCommit({ run }, ...size), 'e'],
	'a commit that failed': [(...size) => openedToCommit({ run: failed }, ...size), 'e'],
	review: [
		(...size) => reviewing(...size, { list: listOf({ notes }) }),
		'] n tab down c escape ? escape / `app` escape escape N escape x',
	],
	hunks: [
		(...size) => openedHunks([change(), change({ path: '/w/b.ts', oldText: null, newText: 'new\n' })], ...size),
		'y s',
	],
	'plan-steps': [(...size) => openedSteps(PLAN, ...size), 'n c `a note` enter e `!` enter'],
	commands: [(...size) => openedCommands(...size), 't'],
};

test.each(Object.entries(PANELS))('Whatever is opened in it, a panel fits the screen: %s', (name, [open, ...walks]) => {
	for (const [columns, rows] of SIZES) {
		for (const walk of walks) {
			const stage = open(columns, rows);
			expect(misfits(stage)).toEqual([]);
			for (const [key = ''] of walk.matchAll(/`[^`]*`|\S+/g)) {
				wait(stage, 400);
				if (name === 'review') act(stage as Reviewing, key);
				else press(stage, key);
				expect(misfits(stage), `${key} of ${walk}`).toEqual([]);
			}
		}
	}
});
