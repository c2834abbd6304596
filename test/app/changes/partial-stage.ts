import type { ChosenText, PartialWay } from '../../../src/core/chosen-text.js';
import { editRequest } from '../requests.js';
import { never, settle, type World, working } from '../world.js';

export const OLD = 'one\ntwo\nthree\n';
export const NEW = 'ONE\ntwo\nTHREE\n';
export const PART = 'ONE\ntwo\nthree\n';
export const DIFFERENCE = '@@ -3 +3 @@\n-THREE\n+three\n';

/** The first of two hunks. */
export const part = (more: Partial<ChosenText> = {}): ChosenText => ({
	...{ path: '/w/a.ts', oldText: OLD, newText: NEW, text: PART, taken: 1, total: 2, difference: DIFFERENCE },
	...more,
});

/** Gives an answer that takes a part of the change. */
export async function take(world: World, optionId: string, chosen: readonly ChosenText[] = [part()]): Promise<void> {
	await settle();
	const [question] = world.app.getState().questions;
	if (question === undefined) throw new Error('no question');
	world.app.dispatch({ type: 'answer', questionId: question.id, outcome: { type: 'selected', optionId, chosen } });
	await settle();
}

export async function changing(partialWay?: PartialWay): Promise<World> {
	const world = await working(partialWay === undefined ? {} : { partialWay });
	world.disk.set('/w/a.ts', OLD);
	return world;
}

/** Asks to edit the file. */
export const edit = (world: World, id = 'c1', newText = NEW, oldText = OLD) =>
	world.host.requestPermission(
		editRequest(newText, {
			patch: {
				...{ id, title: 'Edit a.ts', kind: 'edit', status: 'in_progress' },
				content: [{ type: 'diff', path: '/w/a.ts', oldText, newText }],
			},
		}),
		never,
	);

/** The call has ended. */
export const over = (world: World, status: 'completed' | 'failed' = 'completed'): void =>
	world.app.dispatch({ type: 'tool', patch: { id: 'c1', status } });

/** Words that the agent is sent into the turn. */
export async function agentWords(world: World): Promise<string> {
	await settle();
	return world.steered
		.flatMap(({ blocks }) => blocks)
		.map((block) => (block.type === 'text' ? block.text : ''))
		.join('\n');
}
