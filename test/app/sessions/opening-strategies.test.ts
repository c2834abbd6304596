import { expect, test } from 'vitest';
import { eachEntry } from '../../../src/core/session/entries/entry-list.js';
import { send } from '../world.js';
import {
	answerBriefing,
	begin,
	conversation,
	isReady,
	methods,
	notes,
	report,
	said,
	taken,
	until,
} from './resumed-world.js';

test('An agent that resumes is asked for that alone, and the transcript stays.', async () => {
	const world = await taken(['resume=ok', 'load=ok']);
	expect(world.app.getState()).toMatchObject({ sessionId: 'old-1', resumed: 'resume' });
	expect(said(world)).toEqual(conversation(1, 3));
	expect(methods(await report(world))).toEqual(['session/resume', 'session/prompt']);
});

test('Without our transcript the session is loaded, since only that tells it.', async () => {
	const world = await taken(['resume=ok', 'load=ok'], { turns: null });
	expect(world.app.getState().resumed).toBe('load');
	expect(said(world)).toEqual(conversation(1, 3));
	expect(world.events.filter(({ type }) => type === 'text')).toEqual([]);
});

test.each(['-32002', '-32603', '-32602', '-32601', 'absent'])(
	'After resuming fails (%s) the session is loaded; its history brings no doubles.',
	async (code) => {
		const world = await taken([`resume=${code}`, 'load=ok']);
		expect(world.app.getState().resumed).toBe('load');
		expect(said(world)).toEqual(conversation(1, 3));
		expect(world.app.getState().turn).toBeNull();
	},
);

test.each(['-32002', '-32603', '-32602', '-32601', 'absent'])(
	'Where neither works (%s) a new session is below the transcript, and why is reported.',
	async (code) => {
		const world = await taken([`resume=${code}`, `load=${code}`]);
		expect(world.app.getState()).toMatchObject({ sessionId: 'new-1', resumed: 'new' });
		expect(said(world)).toEqual(conversation(1, 3));
		expect(notes(world).at(-1)).toContain('could not resume this session');
	},
);

test('An agent that never answers is given up, way after way.', async () => {
	const world = await taken(['resume=never', 'load=never'], { patience: 150 });
	expect(world.app.getState().resumed).toBe('new');
	const entry = [...eachEntry(world.app.getState().entries)].at(-1);
	expect(entry).toMatchObject({
		kind: 'note',
		detail: expect.stringMatching(/session\/resume and said nothing[\s\S]*session\/load and said nothing/),
	});
});

test('The user can stop it: a new session follows at once.', async () => {
	const world = begin(['resume=never', 'load=never'], { patience: 60_000 });
	await until(world, () => world.app.getState().resuming?.strategy === 'resume');
	world.app.dispatch({ type: 'stop-resuming' });
	await until(world, () => world.app.getState().questions.length > 0);
	answerBriefing(world, 'reject');
	await until(world, isReady(world));
	expect(world.app.getState().resumed).toBe('new');
});

test('A process that dies of it twice is started again for the next way, and then for a new session.', async () => {
	const once = await taken(['resume=dies', 'load=ok']);
	expect(once.app.getState().resumed).toBe('load');
	expect(said(once)).toEqual(conversation(1, 3));
	const twice = await taken(['resume=dies', 'load=dies']);
	expect(twice.app.getState()).toMatchObject({ resumed: 'new', sessionId: 'new-1' });
	// It may have been by chance: the session is asked for again the next time.
	expect(twice.app.getState().unreached).toMatchObject({ sessionId: 'old-1' });
	expect(said(twice)).toEqual(conversation(1, 3));
});

test('What the agent had elsewhere is added; a shorter or empty history takes nothing away.', async () => {
	expect(said(await taken(['load=more']))).toEqual(conversation(1, 5));
	expect(said(await taken(['load=short']))).toEqual(conversation(1, 3));
	expect(said(await taken(['load=empty']))).toEqual(conversation(1, 3));
});

test('A history that is reported twice, or after the answer, is in the transcript once.', async () => {
	expect(said(await taken(['load=twice']))).toEqual(conversation(1, 3));
	expect(said(await taken(['load=late']))).toEqual(conversation(1, 3));
	expect(said(await taken(['load=late'], { turns: null }))).toEqual(conversation(1, 3));
	expect(said(await taken(['load=twice'], { turns: null }))).toEqual(conversation(1, 3));
});

test('Another conversation is reported as such; both can be read.', async () => {
	const world = await taken(['load=other']);
	expect(said(world)).toEqual([...conversation(1, 3), ...conversation(1, 2, 'other ')]);
	expect(notes(world)).toContainEqual(expect.stringContaining('another conversation'));
});

test('What is asked in a history is answered without anybody, and nothing is done.', async () => {
	const world = await taken(['load=asks']);
	expect(world.events.filter(({ type }) => type === 'question-asked')).toEqual([]);
	const { asked } = await report(world);
	expect(asked[0]?.result).toEqual({ outcome: { outcome: 'cancelled' } });
	expect(asked.slice(1).map(({ error }) => typeof error?.code)).toEqual(['number', 'number']);
	expect(world.events.some(({ type }) => type === 'unasked' || type === 'turn-changes')).toBe(false);
});

test('An old mode and plan in a history are not taken for what is now.', async () => {
	const world = await taken(['load=stale']);
	const { agentModes, plan, planHalt } = world.app.getState();
	expect(agentModes?.current).toBe('ask');
	expect(plan?.length).toBe(1);
	expect(planHalt).toBe('ended');
});

test('What the session was left with is set again; what is gone is reported and set to nothing.', async () => {
	const settings = { mode: 'default', agentMode: 'careful', options: { model: 'large' } } as const;
	const world = await taken(['resume=ok'], { resuming: { settings } });
	const asked = (await report(world)).seen.map(({ method, params }) => [method, params['value'] ?? params['modeId']]);
	expect(asked).toContainEqual(['session/set_config_option', 'large']);
	expect(asked).toContainEqual(['session/set_mode', 'careful']);
	const fewer = await taken(['resume=ok', 'models=fewer'], { resuming: { settings } });
	expect(notes(fewer)).toContainEqual(expect.stringContaining('no longer offers large'));
	expect((await report(fewer)).seen.map(({ method }) => method)).not.toContain('session/set_config_option');
});

test('A prompt that waits is sent once, to the session that was resumed.', async () => {
	const world = begin(['load=late']);
	send(world, 'prompt 9');
	await until(world, () => world.events.some(({ type }) => type === 'turn-ended'));
	expect(said(world)).toEqual([...conversation(1, 3), 'prompt 9', 'answer 9']);
});

test('A briefing goes with the first prompt of the new session where the user wants it, once.', async () => {
	const world = begin(['resume=-32002']);
	send(world, 'what waited');
	await until(world, () => world.app.getState().questions.length > 0);
	expect(world.app.getState().questions[0]).toMatchObject({ kind: 'confirm' });
	expect(world.app.getState().turn).toBeNull();
	answerBriefing(world, 'allow');
	await until(world, () => world.events.some(({ type }) => type === 'turn-ended'));
	const { asked: _, seen } = await report(world);
	const prompts = seen.filter(({ method }) => method === 'session/prompt').map(({ params }) => JSON.stringify(params));
	expect(prompts).toHaveLength(2);
	expect(prompts[0]).toMatch(/briefing of the client.*prompt 1.*answer 3.*what waited/);
	expect(prompts[1]).not.toContain('briefing');
});
