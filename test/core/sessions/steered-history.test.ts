import { expect, test } from 'vitest';
import type { AgentEvent } from '../../../src/core/agent-event.js';
import type { AppEvent } from '../../../src/core/event.js';
import { eachEntry } from '../../../src/core/session/entries/entry-list.js';
import { reduce } from '../../../src/core/session/reducers/reduce.js';
import type { SessionState } from '../../../src/core/session/state.js';
import { reconcile } from '../../../src/core/sessions/history/reconcile.js';
import { promptOf, ready } from '../session/play.js';

const fold = (state: SessionState, ...events: readonly AppEvent[]): SessionState =>
	events.reduce((before, event) => reduce(before, event, 1000).state, state);

const says = (text: string): AgentEvent => ({ type: 'text', role: 'agent', text });
const user = (text: string): AgentEvent => ({ type: 'text', role: 'user', text });

/** A turn into which words were sent. */
function steered(): SessionState {
	const sent = fold(
		ready().state,
		{ type: 'prompt', prompt: promptOf('look at the tide table') },
		says('I look at the tide table now.'),
		{ type: 'steer', prompt: promptOf('and at the harbour') },
		{ type: 'steering-answered', promptId: 'p-and at the harbour', answer: 'injected' },
		says('And at the harbour, which is full.'),
	);
	return fold(sent, { type: 'turn-ended', turnId: sent.turn?.id ?? '', reason: 'end_turn' });
}

const shown = ({ entries }: SessionState): string[] =>
	[...eachEntry(entries)].flatMap((entry) => (entry.kind === 'user' || entry.kind === 'message' ? [entry.text] : []));

test.each([
	[
		'where they went in',
		[
			user('look at the tide table'),
			says('I look at the tide table now.'),
			user('and at the harbour'),
			says('And at the harbour, which is full.'),
		],
	],
	[
		'after all that was said',
		[
			user('look at the tide table'),
			says('I look at the tide table now.'),
			says('And at the harbour, which is full.'),
			user('and at the harbour'),
		],
	],
	[
		'not at all',
		[user('look at the tide table'), says('I look at the tide table now.'), says('And at the harbour, which is full.')],
	],
] as const)('An agent that tells steered words %s makes none come twice.', (_, reported) => {
	const before = steered();
	const { additions } = reconcile([...eachEntry(before.entries)], reported);
	const after = additions.reduce((state, addition) => fold(state, { type: 'history', ...addition }), before);
	expect(shown(after)).toEqual(shown(before));
});
