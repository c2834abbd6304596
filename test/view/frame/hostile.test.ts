import { expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { openPanel } from '../../../src/view/panel/engine.js';
import { copyPanel, targetsIn } from '../../../src/view/pickers/copy-panel.js';
import { modePanel } from '../../../src/view/pickers/mode-panel.js';
import { modelPanel } from '../../../src/view/pickers/model-panel.js';
import { lineText } from '../../../src/view/spans.js';
import { toast } from '../../../src/view/state/ui-step.js';
import { busy, endTurn, infoOf, option, type Play, play, prompt, starting } from '../../core/session/play.js';
import { attacks } from '../../core/text/escape-corpus.js';
import { kindsOf } from '../../setup/whole.js';
import { asked } from '../scenes.js';
import { allLines, contextOf, createStage, draw, misfits, press, type Stage, wait } from '../stage.js';

/** All attacks in one long text, some of them as lines, and some of the worst alone. */
const hostile: readonly string[] = kindsOf(
	[
		attacks.join(' '),
		attacks.filter((_, at) => at % 5 === 0).join('\n'),
		'\u202Egnp.exe',
		'a\r\nb\tc\x00',
		'漢'.repeat(1000),
		'',
	],
	['\x1b[2J\x1b[H', '\x1b]0;owned\x07', '\x1b]52;c;cm0=\x07', 'x'.repeat(2000)],
);

// What moves the cursor, colours, hides or reorders. A zero-width joiner is left where it joins pictures.
const control = /[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069\ufeff]/;

/** A session in which every text that anybody else chooses is `evil`. */
function poisoned(evil: string): Play {
	const path = { given: evil, real: `/w/${evil}`, relative: evil, isInside: false, isPlanFile: false };
	const diff = { type: 'diff', path: evil, oldText: evil, newText: `${evil}x` } as const;
	const image = { type: 'image', mimeType: evil, data: '', bytes: 1, uri: evil } as const;
	const opened: Play = play(
		starting(),
		{ type: 'agent-connected', info: { ...infoOf(), title: evil, name: evil, version: evil } },
		{
			type: 'session-opened',
			sessionId: 's1',
			modes: {
				current: evil,
				available: [
					{ id: evil, name: evil, description: evil },
					{ id: 'plan', name: evil },
				],
			},
			options: [
				option(evil, evil, [evil, 'x'], 'model'),
				{ type: 'boolean', id: 'b', name: evil, description: evil, category: evil, value: true },
			],
		},
		{ type: 'branch', branch: evil },
		{ type: 'session-info', title: evil },
		{ type: 'usage', usage: { used: 1, size: 2, cost: { amount: 1, currency: evil } } },
		{
			type: 'commands',
			commands: [
				{ name: evil, description: evil, hint: evil },
				{ name: 'evil', description: evil, hint: evil },
			],
		},
	);
	return play(
		busy(evil || 'go', { ...opened, state: { ...opened.state, cwd: `/w/${evil}` } }),
		{ type: 'text', role: 'agent', text: evil },
		{ type: 'text', role: 'thought', text: evil },
		{ type: 'block', role: 'agent', block: image },
		{ type: 'block', role: 'agent', block: { type: 'resource_link', uri: evil, name: evil, title: evil } },
		{ type: 'notice', level: 'error', title: evil, detail: evil },
		{ type: 'compaction', compactionId: 'k', status: 'failed', summary: evil, error: evil },
		{ type: 'unknown', label: evil, json: evil },
		{ type: 'plan', steps: [{ text: evil, priority: 'high', status: 'in_progress' }] },
		{
			type: 'tool',
			patch: {
				id: 'c',
				title: evil,
				name: evil,
				kind: 'edit',
				status: 'in_progress',
				content: [diff, { type: 'unknown', label: evil, json: evil }],
				locations: [{ path: evil }],
				rawInput: { [evil]: evil },
				rawOutput: evil,
			},
		},
		{ type: 'terminal-output', terminalId: 'c', toolCallId: 'c', data: evil },
		{
			type: 'decided',
			toolCallId: 'c',
			title: evil,
			verdict: { decision: 'allowed', because: evil },
			source: 'policy',
		},
		prompt(evil),
		asked({
			because: evil,
			request: {
				source: 'permission',
				kind: 'edit',
				title: evil,
				paths: [path],
				diffs: [diff],
				command: { text: evil, line: evil, envNames: [], cwd: path },
			},
			options: [
				{ id: 'a', name: evil, kind: 'allow_once' },
				{ id: 'b', name: evil, kind: 'unknown' },
			],
			offers: [{ text: evil, words: evil }],
		}),
	);
}

const failure = (evil: string) => ({ code: 'agent-error', message: evil, hint: evil, detail: evil }) as const;
const views: Readonly<Record<string, (evil: string) => Stage>> = {
	asked: (evil) => createStage(poisoned(evil)),
	'asked, opened': (evil) => {
		const stage = createStage(poisoned(evil));
		wait(stage, 2000);
		press(stage, 'o');
		return stage;
	},
	'asked for always': (evil) => {
		const stage = createStage(poisoned(evil));
		wait(stage, 2000);
		press(stage, 'a');
		return stage;
	},
	'plan review': (evil) =>
		createStage(
			play(
				poisoned(evil),
				{ type: 'cancel' },
				asked({ kind: 'exit-plan', plan: evil, options: [{ id: 'a', name: evil, kind: 'unknown' }] }),
			),
		),
	working: (evil) => createStage(play(poisoned(evil), { type: 'question-withdrawn', questionId: 'q' })),
	idle: (evil) => createStage(endTurn(poisoned(evil))),
	'turn failed': (evil) => {
		const from = poisoned(evil);
		return createStage(play(from, { type: 'turn-failed', turnId: from.state.turn?.id ?? '', failure: failure(evil) }));
	},
	'agent failed': (evil) => createStage(play(starting(), { type: 'agent-failed', failure: failure(evil) })),
	'agent gone': (evil) =>
		createStage(
			play(poisoned(evil), {
				type: 'agent-exited',
				exit: { code: 1, signal: evil, stderrTail: [evil], junkLines: 0, expected: false },
			}),
		),
	refused: (evil) =>
		createStage(
			play(starting(), {
				type: 'decided',
				title: evil,
				verdict: { decision: 'denied', because: evil },
				source: 'policy',
			} as AppEvent),
		),
	'transcript view': (evil) => over(evil, (stage) => ({ ...stage.ui, isTranscriptView: true })),
	welcome: (evil) =>
		createStage(play(starting(), { type: 'agent-connected', info: { ...infoOf(), title: evil, version: evil } })),
	'mode list': (evil) => over(evil, (stage) => openPanel(contextOf(stage), modePanel, null)),
	'model list': (evil) => over(evil, (stage) => openPanel(contextOf(stage), modelPanel, null)),
	'copy list': (evil) => over(evil, (stage) => openPanel(contextOf(stage), copyPanel, targetsIn(stage.session.state))),
	toast: (evil) => over(evil, (stage) => toast(stage.ui, evil, stage.now)),
	'command list': (evil) => {
		const stage = createStage(endTurn(poisoned(evil)));
		press(stage, '`/e`');
		return stage;
	},
	status: (evil) => {
		const stage = createStage(endTurn(poisoned(evil)));
		press(stage, '`/status` enter');
		return stage;
	},
};

function over(evil: string, change: (stage: Stage) => Stage['ui']): Stage {
	const stage = createStage(endTurn(poisoned(evil)));
	stage.ui = change(stage);
	draw(stage);
	return stage;
}

test.each(Object.keys(views))(
	'%s: hostile text in any field leaves no control character in a frame, and no line too wide.',
	(name) => {
		for (const evil of hostile) {
			const stage = views[name]?.(evil);
			if (stage === undefined) throw new Error('no such view');
			const bad = allLines(stage.frame)
				.map(lineText)
				.filter((line) => control.test(line));
			expect(bad.map((line) => JSON.stringify(line))).toEqual([]);
			expect(misfits(stage)).toEqual([]);
		}
	},
);
