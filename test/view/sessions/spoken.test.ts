import { expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { keyOf } from '../../../src/terminal/key.js';
import { defaultKeymap } from '../../../src/view/actions/actions.js';
import { advance, type ViewInput } from '../../../src/view/advance.js';
import { reduceComposer } from '../../../src/view/composer/composer.js';
import { firstLinearFrame, linearView } from '../../../src/view/linear/linear-view.js';
import { open } from '../../../src/view/sessions/panel.js';
import type { UiRequest } from '../../../src/view/state/step.js';
import { initialUi } from '../../../src/view/state/ui-state.js';
import { createRenderCache } from '../../../src/view/transcript/line-cache.js';
import { play, ready } from '../../core/session/play.js';
import { LIST, listed } from './sessions-stage.js';

/** The lines for screen readers, on the real reducer. */
function createReader() {
	let session = ready();
	let ui = initialUi(80, 24, false);
	let frame = firstLinearFrame(0);
	let said: string[] = [];
	const requests: UiRequest[] = [];
	const cache = createRenderCache();
	function put(input: ViewInput): void {
		const context = { session: session.state, ui, table: defaultKeymap, now: 110_000_000, home: '/home/ada', cache };
		const step = advance(linearView, context, frame, input);
		({ ui, frame } = step);
		said.push(...frame.lines);
		for (const request of step.requests) {
			requests.push(request);
			if (request.type === 'dispatch') session = play(session, request.event);
		}
		if (step.requests.length > 0) put({ type: 'tick' });
	}
	const heard = (): readonly string[] => {
		const lines = said;
		said = [];
		return lines;
	};
	return {
		put,
		events: (): readonly AppEvent[] => requests.flatMap((each) => (each.type === 'dispatch' ? [each.event] : [])),
		happen(event: AppEvent): readonly string[] {
			session = play(session, event);
			put({ type: 'tick' });
			return heard();
		},
		/** Types the words and enter, and returns what is read out. */
		say(words: string): readonly string[] {
			ui = { ...ui, composer: reduceComposer(ui.composer, { type: 'set-text', text: words }) };
			put({ type: 'key', key: keyOf('enter') });
			return heard();
		},
	};
}

function opened(list = LIST) {
	const reader = createReader();
	reader.say('/resume');
	reader.put({ type: 'panel', name: 'sessions', open });
	return { reader, first: reader.happen({ type: 'session-list-changed', list }) };
}

test('Without a screen the sessions are a numbered list, and a number says what can be done with one.', () => {
	const { reader, first } = opened();
	expect(first[0]).toBe('Looking for sessions…');
	expect(first).toContain(
		'1 Fix the flaky login test, 5 min ago, fake, branch main, 12 prompts, $0.42, not in fake’s list.',
	);
	expect(first.join('\n')).toContain('4 Runs over there, running elsewhere');
	expect(first.at(-1)).toContain('Type a number');
	const actions = reader.say('1');
	expect(actions).toContain('1 Resume it.');
	expect(actions).toContain('6 Delete it.');
	reader.say('1');
	expect(reader.events().at(-1)).toEqual({ type: 'resume-session', target: { recordId: 'aaa' }, isFork: false });
});

test('Without a screen words search, “more” reads on, “all” lists all folders, and enter alone closes.', () => {
	const sessions = Array.from({ length: 20 }, (_, index) => listed(`s${index}`, index));
	const { reader, first } = opened({ ...LIST, sessions });
	expect(first).toContain('11 more: type “more”.');
	const more = reader.say('more');
	expect(more[0]).toMatch(/^10 Session s9/);
	expect(more).toContain('2 more: type “more”.');
	reader.say('tides');
	expect(reader.events()).toContainEqual({ type: 'session-list', request: { type: 'search', text: 'tides' } });
	const list = { ...LIST, sessions, isSearching: true };
	reader.happen({ type: 'session-list-changed', list });
	const hits = [{ ...listed('s3', 3), excerpt: 'knows the tides', marks: [] }];
	const found = { ...list, isSearching: false, found: { text: 'tides', hits } };
	const heard = reader.happen({ type: 'session-list-changed', list: found });
	expect(heard).toContain('1 session with “tides”:');
	expect(heard.join('\n')).toContain('said: knows the tides.');
	reader.say('all');
	expect(reader.events().at(-1)).toEqual({ type: 'session-list', request: { type: 'open', scope: 'all' } });
	expect(reader.say('')).toContain('The list is closed.');
	expect(reader.events().at(-1)).toEqual({ type: 'session-list', request: { type: 'close' } });
});

test('Without a screen a session is renamed, read and deleted by the same numbers.', () => {
	const { reader } = opened();
	reader.say('1');
	expect(reader.say('3')).toContain('Type the new title. Enter alone keeps the one it has.');
	reader.say('Login');
	expect(reader.events().at(-1)).toMatchObject({ request: { type: 'rename', key: 'fake/aaa', title: 'Login' } });
	const outcome = { id: 1, text: 'The title is “Login” now.', isFailure: false };
	expect(reader.happen({ type: 'session-list-changed', list: { ...LIST, outcome } })).toContain(outcome.text);
	reader.say('1');
	const end = reader.say('2');
	expect(end).toContain('You: Fix it');
	expect(end).toContain('All 14 tests pass now.');
	reader.say('');
	reader.say('3');
	const asked = reader.say('6');
	expect(asked.join('\n')).toContain('3 Delete it here and at fake');
	reader.say('4');
	expect(reader.events().filter((event) => JSON.stringify(event).includes('"delete"'))).toEqual([]);
	expect(reader.say('99')).toContain('There is no 99 in the list.');
});
