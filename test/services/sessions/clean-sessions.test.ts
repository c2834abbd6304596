import { rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanSessions } from '../../../src/services/sessions/index/clean-sessions.js';
import { createSessionIndex } from '../../../src/services/sessions/index/session-index.js';
import { idOf, NOON, openState, saveSession } from './saved-sessions.js';

const DAY = 24 * 3600 * 1000;

/** Cleans up in a state folder at a time, and says which are left. */
async function cleanedAt(state: string, now: number, maxBytes: number | null = null): Promise<readonly string[]> {
	const folder = join(state, 'sessions');
	const index = createSessionIndex({ folder, isPersisted: true });
	await cleanSessions({ folder, index, maxAge: 30 * DAY, maxBytes, now, log: { write: () => {} } });
	return (await index.list()).rows.map(({ id }) => id);
}

const forgetCleaning = (state: string): void => rmSync(join(state, 'sessions', 'index', 'cleaned'));

test('what was not used for too long goes, once in a while', async () => {
	const state = openState();
	for (const day of [0, 10, 40]) saveSession(state, idOf(day), { at: NOON - day * DAY });
	expect(await cleanedAt(state, NOON)).toEqual([idOf(0), idOf(10)]);
	saveSession(state, idOf(50), { at: NOON - 50 * DAY });
	const mark = join(state, 'sessions', 'index', 'cleaned');
	utimesSync(mark, NOON / 1000, NOON / 1000);
	expect(await cleanedAt(state, NOON + DAY / 24)).toHaveLength(3);
	expect(await cleanedAt(state, NOON + DAY)).toHaveLength(2);
});

test('where the clock has jumped, or after a long time, nothing goes by its age', async () => {
	const state = openState();
	for (const day of [0, 10, 40]) saveSession(state, idOf(day), { at: NOON - day * DAY });
	expect(await cleanedAt(state, NOON + 4000 * DAY)).toHaveLength(3);
	forgetCleaning(state);
	expect(await cleanedAt(state, NOON - 4000 * DAY)).toHaveLength(3);
	forgetCleaning(state);
	expect(await cleanedAt(state, NOON + 4000 * DAY, 1)).toEqual([]);
});

test('without sessions no folder is made', async () => {
	expect(await cleanedAt(join(openState(), 'none'), NOON)).toEqual([]);
});
