import { expect, test } from 'vitest';
import type { PermissionRequest } from '../../../src/core/permission-request.js';
import { editRequest } from '../requests.js';
import { answer, asks, asksNow, EXIT, end, never, settle, type World, working, write } from '../world.js';

/** A turn with a sub-agent that is at work. */
async function withChild(): Promise<World> {
	const world = await working();
	const patch = { title: 'Look around', canCancel: true, state: { state: 'running' } } as const;
	world.host.onEvents('s1', [{ type: 'subagent', sessionId: 'child', patch }]);
	await settle();
	return world;
}

const questions = (world: World) => world.app.getState().questions;
const CANCELLED = { type: 'cancelled' };

/** A question in a permission request, of an agent of which nobody knows how it takes answers. */
function asked(): PermissionRequest {
	const items = [{ text: 'Which colour?', choices: [{ label: 'Red' }, { label: 'Blue' }], isMultiple: false }];
	return {
		...editRequest('x', { patch: { id: 'c', kind: 'other', title: 'Ask' } }),
		sessionId: 'child',
		paths: [],
		questions: { items, isAlone: true, takesAnswers: false },
	};
}

test('what a sub-agent asks in a permission request is its own: it names it, and goes when that one is stopped', async () => {
	const world = await withChild();
	const outcome = world.host.requestPermission(asked(), never);
	await settle();
	const [id = ''] = world.app.getState().subagents?.keys() ?? [];
	expect(questions(world)).toMatchObject([
		{ kind: 'agent-question', subagentId: id, request: { otherSession: 'Look around' } },
	]);
	expect(world.app.getState().subagents?.get(id)?.status).toBe('waiting');
	await end(world);
	expect(asks(world)).toBe(1);
	world.app.dispatch({ type: 'cancel-subagent', id });
	expect(await outcome).toEqual(CANCELLED);
	expect(asks(world)).toBe(0);
});

const ends: readonly (readonly [string, (world: World) => void])[] = [
	['ends', (world) => world.exit.resolve({ ...EXIT, code: 1 })],
	['is started anew', ({ app }) => app.dispatch({ type: 'restart-agent' })],
	['gets another session', ({ app }) => app.dispatch({ type: 'new-session' })],
];

test.each(ends)(
	'when the agent %s in a turn nothing that it asked is left open, whoever asked it',
	async (_, leave) => {
		const world = await withChild();
		const outcome = world.host.requestPermission({ ...editRequest(), sessionId: 'child' }, never);
		const scope = { type: 'session', sessionId: 's1' } as const;
		const input = { mode: 'form', form: { fields: [] }, isNonblocking: true } as const;
		const elicited = world.host.elicit({ scope, message: 'Which?', input }, never);
		expect(await asksNow(world)).toBe(2);
		leave(world);
		await settle();
		// What the program asks on its own account, a briefing for the new session, is another thing.
		expect(questions(world).filter(({ kind }) => kind !== 'confirm')).toEqual([]);
		expect(await outcome).toEqual(CANCELLED);
		expect(await elicited).toEqual({ action: 'cancel' });
	},
);

test('a rule that is written after the turn lets nothing of a sub-agent through that was not asked for', async () => {
	const world = await withChild();
	const first = write(world, 'one', '/w/src/a.ts', 'child');
	await settle();
	const second = write(world, 'two', '/w/src/b.ts', 'child');
	await settle();
	await end(world);
	const [front] = questions(world);
	if (front?.kind !== 'permission') throw new Error('nothing is asked');
	const remember = { text: 'Edit(src/**)', scope: 'session' } as const;
	const outcome = { type: 'selected', optionId: 'allow' } as const;
	world.app.dispatch({ type: 'answer', questionId: front.id, outcome, remember });
	expect(await first).toMatchObject({ ok: true });
	expect(await asksNow(world)).toBe(1);
	await answer(world, 'reject');
	expect(await second).toMatchObject({ ok: false });
});
