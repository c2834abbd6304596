import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import type { ShadowRequest } from '../../../src/core/shadow/shadow-event.js';
import { keyOf } from '../../../src/terminal/key.js';
import { advance, type ViewInput } from '../../../src/view/advance.js';
import { firstLinearFrame, type LinearFrame, linearView } from '../../../src/view/linear/linear-view.js';
import { PENDING_FOR } from '../../../src/view/panel/guard.js';
import { open } from '../../../src/view/shadow/shadow-panel.js';
import { play, promptOf, ready } from '../../core/session/play.js';
import {
	click,
	contextOf,
	createStage,
	dispatched,
	draft,
	draw,
	happen,
	paste,
	press,
	pressNow,
	put,
	type Stage,
	text,
	wait,
} from '../stage.js';
import { changeOf, review, shadowed } from './stage.js';

function wanted(events: readonly AppEvent[]): readonly ShadowRequest[] {
	return events.flatMap((event) => (event.type === 'shadow' && event.request.do !== 'show' ? [event.request] : []));
}

/** Presses a key after a pause, and returns what is wanted of the changes. */
function key(stage: Stage, id: string): readonly ShadowRequest[] {
	wait(stage, 400);
	return wanted(dispatched(press(stage, id)));
}

describe('The review of changes', () => {
	test('applies one, leaves one, and discards one at the second key.', () => {
		const stage = review();
		key(stage, 'down');
		expect(key(stage, 'a')).toEqual([
			{ do: 'apply', changes: [{ path: 'docs/guide.md', version: 'v-docs/guide.md' }] },
		]);
		const report = { applied: ['docs/guide.md'], skipped: [], kept: [] };
		happen(stage, { type: 'shadow-applied', report });
		const left = stage.session.state.shadow?.changes ?? [];
		happen(stage, { type: 'shadow-seen', changes: left });
		key(stage, 'end');
		expect(text(stage)).toContain('permissions 644 → 755');
		expect(key(stage, 'l')).toEqual([{ do: 'leave', paths: ['tools/run.sh'] }]);
		key(stage, 'end');
		key(stage, 'up');
		expect(key(stage, 'd')).toEqual([]);
		expect(text(stage)).toContain('Press d again to discard the changes of src/old.ts');
		expect(wanted(dispatched(press(stage, 'd')))).toEqual([]);
		expect(key(stage, 'd')).toEqual([{ do: 'discard', paths: ['src/old.ts'] }]);
	});

	test('asks twice for a conflict and for what can run programs; the rest goes at once.', () => {
		const stage = review();
		expect(key(stage, 'a')).toEqual([]);
		expect(text(stage)).toContain('it can make programs run');
		key(stage, ']');
		key(stage, ']');
		expect(text(stage)).toContain('Conflict: you changed it since the agent read it');
		expect(key(stage, 'a')).toEqual([]);
		expect(key(stage, 'a')).toEqual([
			{ do: 'apply', changes: [{ path: 'src/app.ts', version: 'v-src/app.ts', isOverConflict: true }] },
		]);
		const again = review();
		expect(key(again, 'A')).toMatchObject([
			{ do: 'apply', changes: [{ path: 'docs/guide.md' }, { path: 'src/old.ts' }, { path: 'tools/run.sh' }] },
		]);
	});

	test('opens by itself after a turn, and what is typed a moment later is for the draft.', () => {
		const stage = createStage(play(ready()));
		happen(stage, { type: 'shadow-begun', id: 'abc', notices: [] }, { type: 'shadow-seen', changes: [] });
		happen(stage, { type: 'shadow-seen', changes: [changeOf('a.ts')], isTurnOver: true });
		expect(stage.requests).toContainEqual({ type: 'load-panel', name: 'changes' });
		put(stage, { type: 'panel', name: 'changes', open });
		expect(text(stage)).toContain('a.ts');
		press(stage, '`and`');
		expect(stage.ui.composer.draft.text).toBe('and');
		expect(stage.ui.panel.kind).toBe('none');
		expect(text(stage)).toContain('1 change waits in the shadow: /changes');
		expect(wanted(dispatched(stage.requests))).toEqual([]);
	});

	test.each([
		['`/changes`', '/changes'],
		['`please tell`', 'please tell'],
		['`all of it`', 'all of it'],
		['`do`', 'do'],
		['`Also`', 'Also'],
	])('takes %s for the draft where it opened by itself, and waits.', (keys, words) => {
		const stage = review();
		key(stage, 'down');
		expect(key(stage, keys)).toEqual([]);
		expect(stage.ui.composer.draft.text).toBe(words);
		expect(stage.ui.panel.kind).toBe('none');
		wait(stage, 1000);
		expect(wanted(dispatched(stage.requests))).toEqual([]);
	});

	test('lets a letter count only when no other follows it; another key takes it back, enter means it.', () => {
		const stage = review();
		key(stage, 'down');
		wait(stage, 400);
		expect(wanted(dispatched(pressNow(stage, 'l')))).toEqual([]);
		expect(stage.wakeAt).toBe(stage.now + PENDING_FOR);
		stage.now += PENDING_FOR;
		expect(wanted(dispatched(draw(stage)))).toEqual([{ do: 'leave', paths: ['docs/guide.md'] }]);
		key(stage, 'home');
		key(stage, 'down');
		expect(wanted(dispatched(pressNow(stage, 'a up')))).toEqual([]);
		wait(stage, 1000);
		expect(wanted(dispatched(stage.requests))).toHaveLength(1);
		key(stage, 'end');
		expect(wanted(dispatched(pressNow(stage, 'a enter')))).toMatchObject([{ do: 'apply' }]);
		expect(draft(stage)).toBe('');
	});

	test('takes a letter back when another row is clicked before it counts.', () => {
		const stage = review();
		key(stage, 'down');
		pressNow(stage, 'a');
		click(stage, 'tools/run.sh');
		expect(text(stage)).toContain('▸ M tools/run.sh');
		wait(stage, 1000);
		expect(wanted(dispatched(stage.requests))).toEqual([]);
	});

	test('takes no key for the row that came in the place of one that is gone, until it was there to be seen.', () => {
		const stage = review(90, 30, shadowed([changeOf('a.ts'), changeOf('b.ts'), changeOf('c.ts')]));
		key(stage, 'down');
		happen(stage, { type: 'shadow-seen', changes: [changeOf('a.ts'), changeOf('c.ts')] });
		expect(text(stage)).toContain('▸ M c.ts');
		expect(wanted(dispatched(press(stage, 'a')))).toEqual([]);
		expect(key(stage, 'a')).toMatchObject([{ do: 'apply', changes: [{ path: 'c.ts' }] }]);
	});

	test('takes a paste for the draft, after a letter and while its code is loaded too.', () => {
		const stage = review();
		pressNow(stage, 'a');
		paste(stage, 'bc\nd');
		wait(stage, 1000);
		expect(draft(stage)).toBe('abc\nd');
		expect(stage.ui.panel.kind).toBe('none');
		const loading = createStage(shadowed());
		expect(loading.ui.panel.kind).toBe('loading');
		press(loading, '`so`');
		paste(loading, ' it goes');
		put(loading, { type: 'panel', name: 'changes', open });
		expect(draft(loading)).toBe('so it goes');
		expect(wanted(dispatched([...stage.requests, ...loading.requests]))).toEqual([]);
	});

	test('acts at once where /changes opened it, and what is no key does nothing.', () => {
		const stage = review();
		key(stage, 'escape');
		press(stage, '`/changes` enter');
		put(stage, { type: 'panel', name: 'changes', open });
		happen(stage, { type: 'shadow-seen', changes: stage.session.state.shadow?.changes ?? [] });
		wait(stage, 400);
		press(stage, 'down `#z`');
		expect(draft(stage)).toBe('');
		expect(wanted(dispatched(pressNow(stage, 'a')))).toMatchObject([{ do: 'apply' }]);
	});

	test('does not open over a draft, and closes when nothing waits.', () => {
		const stage = createStage(play(ready()));
		press(stage, '`words`');
		stage.session = shadowed([changeOf('a.ts')], stage.session);
		wait(stage, 10);
		expect(stage.ui.panel.kind).toBe('none');
		press(stage, 'ctrl+u');
		wait(stage, 10);
		expect(stage.ui.panel.kind).toBe('none');
		press(stage, '`/changes` enter');
		put(stage, { type: 'panel', name: 'changes', open });
		expect(stage.ui.panel.kind).toBe('loaded');
		happen(stage, { type: 'shadow-seen', changes: [] });
		expect(stage.ui.panel.kind).toBe('none');
	});

	test('says why nothing is applied while a turn runs or in plan mode, and esc, q or ctrl+d decides later.', () => {
		const working = review(90, 30, play(shadowed(), { type: 'prompt', prompt: promptOf('go') }));
		key(working, 'down');
		expect(key(working, 'a')).toEqual([]);
		expect(text(working)).toContain('Changes are applied');
		const planned = review(90, 30, play(shadowed(), { type: 'set-mode', mode: 'plan' }));
		key(planned, 'down');
		expect(key(planned, 'a')).toEqual([]);
		expect(text(planned)).toContain('Nothing is applied in plan mode; shift+tab leaves it.');
		key(planned, 'escape');
		expect(planned.ui.panel.kind).toBe('none');
		for (const way of ['q', 'ctrl+d']) {
			const open = review();
			expect(key(open, way)).toEqual([]);
			expect(open.ui.panel.kind).toBe('none');
		}
		expect(paste(planned, 'words')).toEqual([]);
	});
});

type Lines = { readonly stage: Stage; frame: LinearFrame; said: string[]; events: AppEvent[] };

function putLine(lines: Lines, input: ViewInput): void {
	const { stage } = lines;
	const step = advance(linearView, contextOf(stage), lines.frame, input);
	stage.ui = step.ui;
	lines.frame = step.frame;
	lines.said.push(...step.frame.lines);
	for (const event of dispatched(step.requests)) {
		lines.events.push(event);
		stage.session = play(stage.session, event);
	}
}

function enter(lines: Lines, words: string): readonly ShadowRequest[] {
	lines.said = [];
	lines.events = [];
	lines.stage.now += 5000;
	for (const character of words) putLine(lines, { type: 'key', key: keyOf('char', character) });
	putLine(lines, { type: 'key', key: keyOf('enter') });
	putLine(lines, { type: 'tick' });
	return wanted(lines.events);
}

describe('Where there is no screen', () => {
	test('the changes are read out, chosen by number and decided about.', () => {
		const stage = createStage(shadowed([changeOf('a.ts'), changeOf('b.ts', { status: 'added', removed: 0 })]));
		const lines: Lines = { stage, frame: firstLinearFrame(stage.now), said: [], events: [] };
		putLine(lines, { type: 'tick' });
		putLine(lines, { type: 'panel', name: 'changes', open });
		expect(lines.said.join('\n')).toContain('1 a.ts, modified, 2 added, 1 removed.');
		enter(lines, '1');
		stage.session = play(stage.session, {
			type: 'shadow-shown',
			shown: { path: 'a.ts', version: 'v-a.ts', texts: { before: 'old\n', after: 'new\n' } },
		});
		lines.said = [];
		putLine(lines, { type: 'tick' });
		expect(lines.said.join('\n')).toMatch(/- ?old[\s\S]*\+ ?new/);
		expect(enter(lines, 'a')).toEqual([{ do: 'apply', changes: [{ path: 'a.ts', version: 'v-a.ts' }] }]);
		enter(lines, '');
		enter(lines, '2');
		expect(enter(lines, 'l')).toEqual([{ do: 'leave', paths: ['b.ts'] }]);
		enter(lines, '');
		enter(lines, '');
		expect(stage.ui.panel.kind).toBe('none');
	});
});
