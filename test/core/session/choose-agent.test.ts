import { expect, test } from 'vitest';
import { plainProfile } from '../../../src/core/agents/profile.js';
import { agentToGoBackTo } from '../../../src/core/session/agents/choose-agent.js';
import { busy, entries, next, play, ready } from './play.js';

const install = { type: 'install-agent', id: 'goose', name: 'Goose', host: 'github.com' } as const;
const progress = { step: 'downloading', bytes: 1_500_000, totalBytes: 80_000_000, count: null } as const;

test('An install is one note that changes, and the agent is used when it is done.', () => {
	const begun = next(ready(), install);
	expect(begun.effects).toEqual([{ type: 'install-agent', id: 'goose' }]);
	const going = next(begun, { type: 'install-progress', id: 'goose', progress });
	expect(entries(going).at(-1)).toMatchObject({
		title: 'Installing Goose from github.com',
		detail: 'Downloading… 1.5 MB of 80 MB',
	});
	const done = next(going, { type: 'agent-installed', id: 'goose', remark: null });
	expect(entries(done)).toHaveLength(entries(begun).length);
	expect(entries(done).at(-1)).toMatchObject({ title: 'Goose is installed' });
	expect(entries(done).at(-1)).not.toHaveProperty('progressOf');
	expect(done.effects).toEqual([{ type: 'use-agent', id: 'goose' }]);
	expect(done.state.agentChange?.installing).toBeNull();
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

test('An install that is being stopped says so until it has ended.', () => {
	const stopping = play(
		next(ready(), install),
		{ type: 'install-progress', id: 'goose', progress },
		{ type: 'stop-install' },
	);
	expect(entries(stopping).at(-1)).toMatchObject({ detail: 'Stopping…' });
	expect(entries(stopping).at(-1)).not.toHaveProperty('hint');
	const late = play(stopping, { type: 'install-progress', id: 'goose', progress });
	expect(entries(late).at(-1)).toMatchObject({ detail: 'Stopping…' });
	expect(next(late, { type: 'stop-install' }).effects).toEqual([]);
	const failure = { code: 'cancelled', message: 'The installation was stopped; nothing was changed.' } as const;
	const ended = next(late, { type: 'install-failed', id: 'goose', failure });
	expect(entries(ended).at(-1)).toMatchObject({ title: failure.message });
	expect(entries(ended).at(-1)).not.toHaveProperty('detail');
	expect(ended.state.agentChange?.installing).toBeNull();
});

const other = plainProfile({ name: 'other', command: 'other', args: [], env: {} });

test('An agent that the user chose meanwhile is not taken away by an install that ends.', () => {
	const switched = play(next(ready(), install), { type: 'switch-agent', profile: other });
	const done = next(switched, { type: 'agent-installed', id: 'goose', remark: null });
	expect(done.effects).toEqual([]);
	expect(entries(done).at(-2)).toMatchObject({ title: 'Goose is installed; /agent starts it' });
});

test('The way back leads to the agent that worked last, and is gone once the new one has a session.', () => {
	const failure = { code: 'agent-start', message: 'It does not start.' } as const;
	const begun = ready();
	const broken = play(begun, { type: 'switch-agent', profile: other }, { type: 'agent-failed', failure });
	expect(agentToGoBackTo(broken.state)).toBe(begun.state.profile);
	const third = plainProfile({ name: 'third', command: 'third', args: [], env: {} });
	const again = play(broken, { type: 'switch-agent', profile: third }, { type: 'agent-failed', failure });
	expect(agentToGoBackTo(again.state)).toBe(begun.state.profile);
	const back = play(again, { type: 'switch-agent', profile: begun.state.profile });
	expect(agentToGoBackTo(back.state)).toBeNull();
});

test('Agreeing is for what is asked now: a late or second answer reaches nobody.', () => {
	const asked = play(ready(), install, {
		type: 'install-asks',
		id: 'goose',
		asked: { about: 'changes', lines: ['npm scope: @one → @other'] },
	});
	const answered = next(asked, { type: 'answer-install', isAgreed: true });
	expect(answered.effects).toEqual([{ type: 'answer-install', isAgreed: true }]);
	expect(next(answered, { type: 'answer-install', isAgreed: true }).effects).toEqual([]);
});
