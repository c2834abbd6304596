import { expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { busy, effectTypes, endTurn, entries, infoOf, next, opened, type Play, ready, starting } from './play.js';

const added: AppEvent = { type: 'directory-added', directories: ['/lib'], added: '/lib', remark: null };
const taking: AppEvent = { type: 'agent-connected', info: { ...infoOf(), takesAdditionalDirectories: true } };
const open = () => next(starting(), taking, opened);
const lastNote = (from: Play) => {
	const entry = entries(from).at(-1);
	return entry?.kind === 'note' ? entry : null;
};

test('A folder with a path is looked at, and without one the folders are listed.', () => {
	expect(next(ready(), { type: 'add-directory', path: '../lib' }).effects).toEqual([
		{ type: 'add-directory', path: '../lib' },
	]);
	expect(lastNote(next(ready(), { type: 'add-directory', path: '' }))).toMatchObject({
		title: 'The agent works in the workspace alone.',
	});
	const listed = next(next(ready(), added), { type: 'add-directory', path: '' });
	expect(lastNote(listed)).toMatchObject({ title: 'One folder beside the workspace:', detail: '/lib' });
});

test('An agent that takes folders gets a session that knows them, as long as it was sent no prompt.', () => {
	const after = next(open(), added);
	expect(effectTypes(after)).toEqual(['open-session']);
	expect(after.state).toMatchObject({ additionalDirectories: ['/lib'], connection: { phase: 'opening' } });
	expect(lastNote(after)?.hint).toBeUndefined();
});

test.each([
	['while a turn runs', busy('go', open())],
	['after one', endTurn(busy('go', open()))],
])('In a conversation the session stays, %s, and it is said when the agent hears of it.', (_, before) => {
	const after = next(before, added);
	expect(effectTypes(after)).toEqual([]);
	expect(after.state.sessionId).toBe('s1');
	expect(lastNote(after)?.hint).toMatch(/Fake learns of it in its next session \(\/new\)/);
	const isWatchedLater = lastNote(after)?.detail?.includes('from the next prompt on') === true;
	expect(isWatchedLater).toBe(before.state.turn !== null);
});

test('Of an agent that takes no folders it is said that files are named by their full path.', () => {
	const after = next(ready(), added);
	expect(effectTypes(after)).toEqual([]);
	expect(lastNote(after)).toMatchObject({
		title: 'The agent may read and edit files in /lib now.',
		hint: 'Fake cannot learn of it: name files there by their full path',
	});
});
