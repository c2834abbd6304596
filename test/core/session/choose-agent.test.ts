import { expect, test } from 'vitest';
import { busy, entries, next, ready } from './play.js';

const install = { type: 'install-agent', id: 'goose', name: 'Goose', host: 'github.com' } as const;
const progress = { step: 'downloading', bytes: 1_500_000, totalBytes: 80_000_000, count: null } as const;

test('An install is one note that changes, and the agent is used when it is done.', () => {
	const begun = next(ready(), install);
	expect(begun.effects).toEqual([{ type: 'install-agent', id: 'goose' }]);
	const going = next(begun, { type: 'install-progress', id: 'goose', progress });
	expect(entries(going).at(-1)).toMatchObject({
		title: 'Installing Goose from github.com',
		detail: 'Downloading… 1.5 MB of 80.0 MB',
	});
	const done = next(going, { type: 'agent-installed', id: 'goose', remark: null });
	expect(entries(done)).toHaveLength(entries(begun).length);
	expect(entries(done).at(-1)).toMatchObject({ title: 'Goose is installed' });
	expect(entries(done).at(-1)).not.toHaveProperty('progressOf');
	expect(done.effects).toEqual([{ type: 'use-agent', id: 'goose' }]);
	expect(done.state.agentList?.installing).toBeNull();
});

test('An install that failed says why, and the agent stays.', () => {
	const begun = next(ready(), install);
	const failure = { code: 'cancelled', message: 'It was stopped.', hint: 'Try again.' } as const;
	const failed = next(begun, { type: 'install-failed', id: 'goose', failure });
	expect(entries(failed).at(-1)).toMatchObject({ level: 'error', title: 'It was stopped.', hint: 'Try again.' });
	expect(failed.effects).toEqual([]);
	expect(failed.state.profile).toBe(begun.state.profile);
	expect(failed.state.connection.phase).toBe('ready');
});

test('A turn that runs is not cut short by an install that ends, and one install runs at a time.', () => {
	const begun = next(busy(), install);
	expect(next(begun, { ...install, id: 'other' }).effects).toEqual([]);
	const done = next(begun, { type: 'agent-installed', id: 'goose', remark: 'Scripts were not run.' });
	expect(done.effects).toEqual([]);
	expect(entries(done).at(-1)).toMatchObject({
		title: expect.stringContaining('/agent'),
		detail: 'Scripts were not run.',
	});
});

test('Stopping reaches the world only while something is installed.', () => {
	expect(next(ready(), { type: 'stop-install' }).effects).toEqual([]);
	expect(next(next(ready(), install), { type: 'stop-install' }).effects).toEqual([{ type: 'stop-install' }]);
});
