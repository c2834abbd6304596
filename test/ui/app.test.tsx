import { stripVTControlCharacters } from 'node:util';
import { cleanup, render } from 'ink-testing-library';
import { type FunctionComponent, Profiler } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import {
	Completion,
	Composer,
	Footer,
	Form,
	Header,
	Panel,
	PermissionPrompt,
	PlanApproval,
	PlanChecklist,
	Queue,
	SidePanel,
	Status,
	Transcript,
} from '../../src/ui/app.js';
import { type Screen, screenOf } from '../../src/ui/screen.js';
import { ScreenProvider, ScreenStore } from '../../src/ui/screen-store.js';
import type { Line } from '../../src/view/line.js';
import { lineText } from '../../src/view/spans.js';
import { busy, play, ready } from '../core/session/play.js';
import { FORMS, formQuestion } from '../view/elicitation/forms.js';
import { editQuestion, full, planQuestion } from '../view/scenes.js';
import { createStage, happen, press, type Stage, wait } from '../view/stage.js';
import { colored } from './colored.js';

afterEach(cleanup);

function screenOn({ frame, ui }: Stage, before: Screen | null = null, painter = colored): Screen {
	const { columns, sideColumns = 0 } = ui;
	const side = sideColumns > 0 ? { mainColumns: columns } : {};
	return screenOf(frame, { columns: columns + sideColumns, painter, ...side }, before);
}

function pressed(stage: Stage, keys: string): Stage {
	press(stage, keys);
	return stage;
}

/** A stage with the side panel. */
function wideStage(): Stage {
	const stage = createStage(full(), 150, 34);
	stage.ui = { ...stage.ui, appearance: { ...stage.ui.appearance, sidePanel: 'auto' } };
	wait(stage, 0);
	return stage;
}

function formStage(): Stage {
	const stage = createStage(busy());
	happen(stage, formQuestion(FORMS.confirm));
	return stage;
}

const cases: readonly (readonly [FunctionComponent, stage: () => Stage, words: RegExp])[] = [
	[Header, () => createStage(full()), /acp-tui +\/w.+ctx 12%/],
	[Transcript, () => createStage(full()), /^ › Add a rate limiter[\s\S]+^ .+ Run npm test/m],
	[PlanChecklist, () => createStage(full()), /Read[\s\S]+Write/],
	[Status, () => createStage(full()), /^ . Run npm test · .+ · esc stops/],
	[Queue, () => createStage(full()), /1: and then this[\s\S]+2: and this/],
	[Composer, () => pressed(createStage(ready()), '`hello`'), /^╭─+╮\n│ > hello +│\n╰─+╯$/],
	[Completion, () => pressed(createStage(ready()), '`/he`'), /^▸ \/help/],
	[Footer, () => createStage(ready()), /^ . default .+\? keys/],
	[PermissionPrompt, () => createStage(play(busy(), editQuestion)), /src\/a\.ts[\s\S]+1 [\s\S]+2 /],
	[
		PlanApproval,
		() => createStage(play(busy(), planQuestion)),
		/The plan[\s\S]+1 Approve, review.+\n.+2 Approve, accept edits.+\n.+3 Reject/,
	],
	[Form, () => formStage(), /╭─ Claude Code asks[\s\S]+1 ○ Yes/],
	[Panel, () => pressed(createStage(ready()), '`?`'), /^╭─ Keys/],
	[SidePanel, () => wideStage(), /^│ Tasks +1\/2[\s\S]+│ Queue +2[\s\S]+│ Context/],
];

describe('Each component shows its part of the screen', () => {
	test.each(cases.map((each) => [each[0].name, ...each] as const))('%s', (_, Part, stage, words) => {
		const { lastFrame } = render(
			<ScreenProvider store={new ScreenStore(screenOn(stage()))}>
				<Part />
			</ScreenProvider>,
		);
		expect(stripVTControlCharacters(lastFrame() ?? '')).toMatch(words);
	});
});

/** The components that are drawn when a stage changes, by how often, and the lines that are painted for it. */
function drawn(stage: Stage, change: (stage: Stage) => void) {
	const counts: Record<string, number> = {};
	const painted: string[] = [];
	const painter = {
		paintLine(line: Line, column?: number) {
			painted.push(lineText(line));
			return colored.paintLine(line, column);
		},
	};
	const first = screenOn(stage, null, painter);
	const store = new ScreenStore(first);
	const count = (name: string): void => {
		counts[name] = (counts[name] ?? 0) + 1;
	};
	const tree = (
		<ScreenProvider store={store}>
			{cases.map(([Part]) => (
				<Profiler key={Part.name} id={Part.name} onRender={count}>
					<Part />
				</Profiler>
			))}
		</ScreenProvider>
	);
	const { rerender } = render(tree);
	expect(Object.values(counts)).toEqual(cases.map(() => 1));
	for (const name of Object.keys(counts)) delete counts[name];
	painted.length = 0;
	change(stage);
	store.set(screenOn(stage, first, painter));
	rerender(tree);
	return { counts, painted };
}

describe('What is drawn again is what changed', () => {
	test('Nothing, when nothing changed', () => {
		expect(drawn(createStage(full()), (stage) => wait(stage, 0))).toEqual({ counts: {}, painted: [] });
	});

	test('The composer alone, when a letter is typed', () => {
		const stage = pressed(createStage(ready()), '`a`');
		const { counts, painted } = drawn(stage, () => press(stage, '`b`'));
		expect(counts).toEqual({ Composer: 1 });
		expect(painted).toHaveLength(3);
	});

	test('The transcript and the status, when text streams in; and of the transcript only the card that grows', () => {
		const stage = createStage(full());
		happen(stage, { type: 'text', role: 'agent', text: 'A new answer' });
		const { counts, painted } = drawn(stage, () => {
			happen(stage, { type: 'text', role: 'agent', text: ' grows' });
			wait(stage, 1000);
		});
		expect(counts).toEqual({ Transcript: 1, Status: 1 });
		expect(painted.filter((text) => text.includes('Add a rate limiter'))).toEqual([]);
		expect(painted.filter((text) => text.includes('A new answer grows'))).toHaveLength(1);
	});

	test('The same beside the side panel, which stays as it is', () => {
		const stage = wideStage();
		happen(stage, { type: 'text', role: 'agent', text: 'A new answer' });
		const { counts } = drawn(stage, () => {
			happen(stage, { type: 'text', role: 'agent', text: ' grows' });
			wait(stage, 1000);
		});
		expect(counts).toEqual({ Transcript: 1, Status: 1 });
	});

	test('The prompt alone, when another answer is chosen', () => {
		const stage = createStage(play(busy(), editQuestion));
		wait(stage, 2000);
		expect(drawn(stage, () => press(stage, 'down')).counts).toEqual({ PermissionPrompt: 1 });
	});

	test('The completion and the composer, when a command is typed; the list and what enter does, when one moves in it', () => {
		const stage = pressed(createStage(ready()), '`/h`');
		expect(drawn(stage, () => press(stage, '`e`')).counts).toMatchObject({ Composer: 1, Completion: 1 });
		// The footer says what enter does with the row.
		expect(drawn(stage, () => press(stage, 'down')).counts).toEqual({ Completion: 1, Footer: 1 });
	});
});
