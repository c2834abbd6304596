import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../src/core/event.js';
import type { MouseEvent } from '../../src/terminal/input/mouse.js';
import { type Key, keyOf, type Modifiers } from '../../src/terminal/key.js';
import { defaultKeymap } from '../../src/view/actions/actions.js';
import { advance, type View, type ViewInput } from '../../src/view/advance.js';
import { emptyFrame } from '../../src/view/frame/frame.js';
import { firstLinearFrame, linearView } from '../../src/view/linear/linear-view.js';
import { screenView } from '../../src/view/screen-view.js';
import { initialUi, type UiState } from '../../src/view/state/ui-state.js';
import type { UiRequest } from '../../src/view/state/ui-step.js';
import { createRenderCache } from '../../src/view/transcript/line-cache.js';
import { type Play, play } from '../core/session/play.js';
import { isWhole } from '../setup/whole.js';
import { asked, editQuestion, planQuestion, scenes } from './scenes.js';

/** Something that happens, `after` ms after what was before it. */
type Happening = {
	readonly after: number;
	readonly input: ViewInput | { readonly type: 'event'; readonly event: AppEvent };
};

type Trace = { readonly ui: UiState; readonly frame: unknown; readonly requests: readonly UiRequest[] };

type Options = { readonly isCacheKept: boolean; readonly isDoubled: boolean };

/** Puts everything to a view, and the session's answers with it. */
function run<F>(view: View<F>, first: F, session: Play, happenings: readonly Happening[], options: Options): Trace[] {
	let current = session;
	let now = session.at + 100_000;
	let ui = initialUi(80, 24, true);
	let frame = first;
	let cache = createRenderCache();
	const traces: Trace[] = [];
	const put = (input: ViewInput): void => {
		if (!options.isCacheKept) cache = createRenderCache();
		const { state, lookups } = current;
		const context = { session: state, lookups, ui, table: defaultKeymap, now, home: '/home/ada', cache };
		const step = advance(view, context, frame, input);
		if (options.isDoubled) {
			const again = advance(view, context, frame, input);
			expect(again.ui).toEqual(step.ui);
			expect(again.requests).toEqual(step.requests);
			expect(again.frame).toEqual(step.frame);
		}
		({ ui, frame } = step);
		traces.push({ ui, frame, requests: step.requests });
		for (const request of step.requests) if (request.type === 'dispatch') current = play(current, request.event);
		if (step.requests.length > 0) put({ type: 'tick' });
	};
	put({ type: 'tick' });
	for (const { after, input } of happenings) {
		now += after;
		if (input.type === 'event') current = play(current, input.event);
		put(input.type === 'event' ? { type: 'tick' } : input);
	}
	return traces;
}

const NAMES = ['enter', 'escape', 'tab', 'up', 'down', 'pageup', 'pagedown', 'home', 'end', 'backspace'] as const;
const modifiers: fc.Arbitrary<Partial<Modifiers>> = fc.constantFrom(
	{},
	{},
	{ ctrl: true },
	{ alt: true },
	{ shift: true },
);
const key: fc.Arbitrary<Key> = fc.oneof(
	fc.tuple(fc.constantFrom(...NAMES), modifiers).map(([name, held]) => keyOf(name, '', held)),
	fc.tuple(fc.constantFrom(...'yan1239oq/?@!x \u00e9'), modifiers).map(([text, held]) => keyOf('char', text, held)),
	fc.constantFrom(...'torecdg').map((text) => keyOf('char', text, { ctrl: true })),
);
const mouse: fc.Arbitrary<MouseEvent> = fc.record({
	kind: fc.constantFrom('press', 'drag', 'release', 'move', 'wheel-up', 'wheel-down'),
	button: fc.constant('left'),
	// Some terminals report cells outside of the screen.
	x: fc.oneof(fc.integer({ min: 1, max: 80 }), fc.constant(99_999)),
	y: fc.oneof(fc.integer({ min: 1, max: 24 }), fc.constant(99_999)),
	ctrl: fc.constant(false),
	alt: fc.constant(false),
	shift: fc.constant(false),
});
const input: fc.Arbitrary<Happening['input']> = fc.oneof(
	{ weight: 6, arbitrary: key.map((pressed) => ({ type: 'key' as const, key: pressed })) },
	{ weight: 2, arbitrary: mouse.map((event) => ({ type: 'mouse' as const, event })) },
	{ weight: 2, arbitrary: fc.constant({ type: 'tick' as const }) },
	fc.constantFrom('words', 'two\nlines', '').map((text) => ({ type: 'paste' as const, text })),
	fc
		.constantFrom([80, 24], [40, 12], [120, 40], [10, 3])
		.map(([columns = 0, rows = 0]) => ({ type: 'resize' as const, columns, rows })),
	fc.constant({ type: 'notice' as const, text: 'A word.' }),
	fc
		.constantFrom<AppEvent>(
			{ type: 'text', role: 'agent', text: 'And **more** words.\n\n' },
			{ type: 'tool', patch: { id: 'c2', status: 'completed' } },
			{ type: 'tool', patch: { id: 'late', title: 'A step', kind: 'read', status: 'completed', parentId: 'c2' } },
			editQuestion,
			asked({}, 'q2'),
			planQuestion,
		)
		.map((event) => ({ type: 'event' as const, event })),
);
const happenings = fc.array(fc.record({ after: fc.constantFrom(0, 1, 30, 250, 700, 2500), input }), {
	minLength: 1,
	maxLength: 25,
});
const started = fc.constantFrom('empty', 'busy', 'held', 'asked about an edit', 'reviewing a plan');

const views: Readonly<Record<string, (session: Play, given: readonly Happening[], options: Options) => Trace[]>> = {
	'The screen': (session, given, options) => run(screenView(), emptyFrame, session, given, options),
	'The view for screen readers': (session, given, options) =>
		run(linearView, firstLinearFrame(session.at), session, given, options),
};

describe.each(Object.entries(views))('%s', (_, runView) => {
	const scene = (name: string): Play => scenes[name]?.() ?? scenes['empty']?.() ?? expect.unreachable();

	test('takes the same inputs to the same states, frames and requests, whatever is cached', () => {
		fc.assert(
			fc.property(started, happenings, (name, given) => {
				const first = runView(scene(name), given, { isCacheKept: true, isDoubled: false });
				expect(runView(scene(name), given, { isCacheKept: true, isDoubled: false })).toEqual(first);
				expect(runView(scene(name), given, { isCacheKept: false, isDoubled: false })).toEqual(first);
			}),
			{ numRuns: isWhole ? 60 : 20 },
		);
	});

	test('changes nothing that it is given: the same step can be taken again', () => {
		fc.assert(
			fc.property(started, happenings, (name, given) => {
				runView(scene(name), given, { isCacheKept: true, isDoubled: true });
			}),
			{ numRuns: isWhole ? 40 : 15 },
		);
	});

	test('requests a thing once: a second tick at the same time requests nothing', () => {
		fc.assert(
			fc.property(started, happenings, (name, given) => {
				const ticks = given.flatMap((one) => [one, { after: 0, input: { type: 'tick' as const } }]);
				const requests = (inputs: readonly Happening[]): readonly UiRequest[] =>
					runView(scene(name), inputs, { isCacheKept: true, isDoubled: false }).flatMap((trace) => trace.requests);
				expect(requests(ticks)).toEqual(requests(given));
			}),
			{ numRuns: isWhole ? 60 : 20 },
		);
	});
});
