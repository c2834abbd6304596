import { expect, test, vi } from 'vitest';
import { open, starts } from './front-end-stage.js';

test.each(starts)('%s: a review alone starts no agent, and closing it leaves', async (_, start) => {
	const onPrompt = vi.fn();
	const { world, left, text, type, play } = await open(start, { review: { range: 'main', onPrompt } });
	await play();
	const asked = world.events.flatMap((event) => (event.type === 'review' ? [event.request] : []));
	expect(asked).toContainEqual({ do: 'list', range: 'main' });
	expect(text()).toMatch(/review/i);
	expect(world.launched).toEqual([]);
	await type('\x1b');
	expect(await left).toBe(0);
	expect(onPrompt).not.toHaveBeenCalled();
});
