import { expect, test } from 'vitest';
import { createStore } from '../../src/app/store.js';
import type { Effect } from '../../src/core/effect.js';
import { prompt, ready } from '../core/session/play.js';

const clock = { now: () => 1, after: () => () => {} };

test('What an effect dispatches is folded after the event that asked for it, in order.', () => {
	const seen: string[] = [];
	const store = createStore(ready().state, clock, (effect: Effect) => {
		if (effect.type !== 'send-prompt') return;
		store.dispatch({ type: 'turn-ended', turnId: effect.turnId, reason: 'end_turn' });
		seen.push(`during the effect: ${store.getState().turn === null ? 'idle' : 'busy'}`);
	});
	store.onEvent((event) => seen.push(event.type));
	store.dispatch(prompt('a'));
	expect(seen).toEqual(['prompt', 'during the effect: busy', 'turn-ended']);
	expect(store.getState().turn).toBeNull();
});

test('Subscribers are notified once a batch, and not after they left.', () => {
	const store = createStore(ready().state, clock, () => {});
	let notified = 0;
	const stop = store.subscribe(() => {
		notified += 1;
	});
	store.dispatch(prompt('a'));
	expect(notified).toBe(1);
	stop();
	store.dispatch({ type: 'cancel' });
	expect(notified).toBe(1);
});
