import { expect, test } from 'vitest';
import type { UiRequest } from '../../../src/view/state/ui-step.js';
import { dispatched, happen, press, type Stage, wait } from '../stage.js';
import { changeOf, review, shadowed } from './stage.js';

/** What is wanted of the changes. */
function wanted(requests: readonly UiRequest[]) {
	const events = dispatched(requests);
	return events.flatMap((event) => (event.type === 'shadow' && event.request.do !== 'show' ? [event.request] : []));
}

function key(stage: Stage, id: string) {
	wait(stage, 400);
	return wanted(press(stage, id));
}

test('The review takes no key for a change that became another under it, until that was there to be seen.', () => {
	const first = [changeOf('a.ts'), changeOf('.envrc', { isProtected: true })];
	const stage = review(90, 30, shadowed(first));
	const other = (path: string) => first.map((each) => (each.path === path ? { ...each, version: 'other' } : each));
	happen(stage, { type: 'shadow-seen', changes: other('a.ts') });
	expect(wanted(press(stage, 'a'))).toEqual([]);
	expect(key(stage, 'a')).toMatchObject([{ do: 'apply', changes: [{ path: 'a.ts', version: 'other' }] }]);
	const asked = review(90, 30, shadowed(first));
	key(asked, 'down');
	expect(key(asked, 'a')).toEqual([]);
	happen(asked, { type: 'shadow-seen', changes: other('.envrc') });
	expect(key(asked, 'a')).toEqual([]);
	expect(key(asked, 'a')).toMatchObject([{ do: 'apply', changes: [{ path: '.envrc', version: 'other' }] }]);
});

test('A key that was pressed once for one thing is asked again where it would do another.', () => {
	const stage = review(90, 30, shadowed([changeOf('.envrc')]));
	expect(key(stage, 'a')).toEqual([]);
	happen(stage, { type: 'shadow-seen', changes: [changeOf('.envrc', { conflict: { reason: 'you changed it' } })] });
	expect(key(stage, 'a')).toEqual([]);
	expect(key(stage, 'a')).toMatchObject([{ do: 'apply', changes: [{ path: '.envrc', isOverConflict: true }] }]);
});
