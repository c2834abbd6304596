import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContentBlock } from '../../../src/core/content.js';
import { fail, succeed } from '../../../src/core/failure.js';
import { eachEntry } from '../../../src/core/session/entries/entry-list.js';
import type { SteeringAnswer } from '../../../src/core/steering-event.js';
import { EXIT, settle, type World, working } from '../world.js';

const RUNS = process.env['ACP_TUI_LONG'] === '1' ? 10_000 : 250;

const STEPS = [
	...(['prompt', 'prompt-now', 'steer', 'steer', 'steer', 'steer-queued', 'steer-queued'] as const),
	...(['finish', 'finish', 'tell-end', 'tell-end', 'tell-end', 'tell-answer', 'tell-answer', 'tell-answer'] as const),
	...(['speak', 'echo', 'wait', 'cancel', 'merge', 'later', 'hold-prompt', 'release-prompt'] as const),
];
type Step = { readonly what: (typeof STEPS)[number]; readonly pick: number; readonly willRefuse: boolean };

const step: fc.Arbitrary<Step> = fc.record({
	what: fc.constantFrom(...STEPS),
	pick: fc.nat(5),
	willRefuse: fc.boolean(),
});

/**
 * An agent that decides at once what becomes of words, and tells it when the test says so: what it tells may come in any
 * order, and long after the turn that it is about.
 */
class ModelAgent {
	readonly world: World;
	/** What it was given, in order. */
	readonly delivered: string[] = [];
	/** What it took last into the turn that runs. */
	given: string | null = null;
	isRunning = false;
	willRefuse = false;
	/** The prompts that were answered, and those whose turn is over without a report of that. */
	#prompts = 0;
	#steered = 0;
	#ends: (() => void)[] = [];
	#answers: (() => void)[] = [];

	constructor(world: World) {
		this.world = world;
	}

	/** Takes what came since. */
	receive(): void {
		const { prompts, steered } = this.world;
		for (; this.#prompts < prompts.length; this.#prompts += 1) {
			expect(this.isRunning).toBe(false);
			this.isRunning = true;
			this.given = null;
			this.delivered.push(textOf(prompts[this.#prompts]?.blocks ?? []));
		}
		for (; this.#steered < steered.length; this.#steered += 1) {
			const request = steered[this.#steered];
			if (request === undefined) continue;
			const answer = this.#decide(textOf(request.blocks));
			this.#answers.push(() =>
				request.answer.resolve(answer === 'refused' ? fail('agent-error', 'Not now.') : succeed(answer)),
			);
		}
	}

	#decide(text: string): SteeringAnswer {
		if (!this.isRunning) return 'promptRequired';
		if (this.willRefuse) return 'refused';
		this.delivered.push(text);
		this.given = text;
		return 'injected';
	}

	/** The turn is over; the client does not know yet. */
	finish(): void {
		if (!this.isRunning) return;
		this.isRunning = false;
		const { end } = this.world.prompts[this.#prompts - 1] ?? {};
		this.#ends.push(() => end?.resolve(succeed({ reason: 'end_turn' })));
	}

	reportEnd(): void {
		this.#ends.shift()?.();
	}

	reportAnswer(pick: number): void {
		const [tell] = this.#answers.splice(pick % Math.max(1, this.#answers.length), 1);
		tell?.();
	}

	get isSilent(): boolean {
		return this.#ends.length === 0 && this.#answers.length === 0;
	}
}

function textOf(blocks: readonly ContentBlock[]): string {
	return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

function take(world: World, agent: ModelAgent, { what, pick, willRefuse }: Step, text: string): boolean {
	const { app } = world;
	const prompt = { id: text, text, blocks: [{ type: 'text' as const, text }] };
	const { steering = [] } = app.getState();
	// What may be with the agent already, the user sends again knowingly.
	const queue = app
		.getState()
		.queue.filter(({ id }) => !steering.some((each) => each.promptId === id && each.status === 'uncertain'));
	const picked = queue[pick % Math.max(1, queue.length)];
	agent.willRefuse = willRefuse;
	switch (what) {
		case 'prompt':
			app.dispatch({ type: 'prompt', prompt });
			return true;
		case 'prompt-now':
			app.dispatch({ type: 'prompt', prompt, interrupts: true });
			return true;
		case 'steer':
			app.dispatch({ type: 'steer', prompt });
			return true;
		case 'steer-queued':
			if (picked !== undefined) app.dispatch({ type: 'steer', prompt: picked, isQueued: true });
			return false;
		case 'merge':
			if (picked !== undefined) app.dispatch({ type: 'queue-merge', promptId: picked.id });
			return false;
		case 'later':
			if (picked !== undefined) app.dispatch({ type: 'queue-move', promptId: picked.id, by: 1 });
			return false;
		case 'finish':
			agent.finish();
			return false;
		case 'tell-end':
			agent.reportEnd();
			return false;
		case 'tell-answer':
			agent.reportAnswer(pick);
			return false;
		case 'speak':
			world.host.onEvents('s1', [{ type: 'text', role: 'agent', text: 'hm ', messageId: 'm1' }]);
			return false;
		case 'echo': {
			// Only what it took into this turn.
			const { given } = agent;
			if (given !== null && agent.isRunning) world.host.onEvents('s1', [{ type: 'text', role: 'user', text: given }]);
			return false;
		}
		case 'wait':
			world.advance(10_000);
			return false;
		// The prompt of the turn waits for its files to be kept, as far as the session knows.
		case 'hold-prompt':
			app.dispatch({ type: 'prompt-waiting', turnId: app.getState().turn?.id ?? '' });
			return false;
		case 'release-prompt':
			app.dispatch({ type: 'prompt-sent', turnId: app.getState().turn?.id ?? '' });
			return false;
		case 'cancel':
			app.dispatch({ type: 'cancel' });
			return false;
	}
}

/** A world in which these were taken, one after the other, and the words that were written. */
async function after(steps: readonly Step[]) {
	const world = await working();
	const agent = new ModelAgent(world);
	const words = ['go'];
	agent.receive();
	for (const [index, each] of steps.entries()) {
		const text = `words ${index}`;
		if (take(world, agent, each, text)) words.push(text);
		await settle();
		agent.receive();
		// Nothing is twice on its way, and nothing is gone.
		const { queue } = world.app.getState();
		expect(new Set(queue.map(({ id }) => id)).size).toBe(queue.length);
	}
	return { world, agent, words };
}

/** Lets everything come to its end: the agent tells what it has to, and the user lets go what is held. */
async function wind(world: World, agent: ModelAgent): Promise<void> {
	for (let round = 0; round < 200; round += 1) {
		agent.receive();
		const { queue, turn, isQueuePaused } = world.app.getState();
		if (turn !== null) world.app.dispatch({ type: 'prompt-sent', turnId: turn.id });
		if (!agent.isSilent) {
			agent.reportEnd();
			agent.reportAnswer(0);
		} else if (turn !== null) agent.finish();
		else if (isQueuePaused) world.app.dispatch({ type: 'queue-resume' });
		else if (queue.length === 0) return;
		await settle();
	}
}

/** The words in it, each by itself: merged prompts hold several. */
const wordsOf = (texts: readonly string[]): string[] => texts.flatMap((text) => text.split('\n\n'));

const shown = (world: World): string[] =>
	[...eachEntry(world.app.getState().entries)].flatMap((entry) => (entry.kind === 'user' ? [entry.text] : []));

test('Whatever comes in whatever order, every word reaches the agent once and is shown once.', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
			const { world, agent, words } = await after(steps);
			await wind(world, agent);
			expect(world.app.getState().queue).toEqual([]);
			expect(wordsOf(agent.delivered).sort()).toEqual(words.sort());
			expect(wordsOf(shown(world)).sort()).toEqual([...words].sort());
		}),
		{ numRuns: RUNS },
	);
}, 600_000);

test('Where the agent dies, what it was not seen to take waits in the queue, once.', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
			const { world, agent, words } = await after(steps);
			world.exit.resolve({ ...EXIT, code: 1 });
			await settle();
			const { queue, steering } = world.app.getState();
			expect(steering).toBeUndefined();
			const left = wordsOf(queue.map(({ text }) => text));
			expect(new Set(left).size).toBe(left.length);
			for (const word of words) expect(left.includes(word) || agent.delivered.join('\n\n').includes(word)).toBe(true);
		}),
		{ numRuns: RUNS },
	);
}, 600_000);
