import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AuthMethod } from '../../../../src/core/auth-method.js';
import type { Effect } from '../../../../src/core/effect.js';
import type { AppEvent } from '../../../../src/core/event.js';
import type { Failure } from '../../../../src/core/failure.js';
import { infoOf, next, type Play, promptOf, starting } from '../play.js';

const METHODS: readonly AuthMethod[] = [
	{ id: 'oauth', name: 'Log in', type: 'agent' },
	{ id: 'login', name: 'Terminal', type: 'terminal', args: ['login'], env: {} },
];
const refusal: Failure = { code: 'auth-required', message: 'sign in', authMethods: METHODS };
const exit = { code: 1, signal: null, stderrTail: [], junkLines: 0, expected: false };

/** An agent of which every request waits until the test answers it; one by one, in any order of kinds. */
class FakeAgent {
	play: Play = starting();
	readonly accepted: string[] = [];
	#sent = 0;
	#requests: Effect[] = [{ type: 'start-agent', profile: this.play.state.profile }];

	dispatch(event: AppEvent): void {
		this.play = next(this.play, event);
		for (const effect of this.play.effects) {
			if (effect.type === 'start-agent') this.#drop();
			this.#requests.push(effect);
		}
	}

	#drop(): void {
		this.#requests = this.#requests.filter(({ type }) => type === 'sign-in');
	}

	/** The user sends one more prompt. */
	send(): void {
		this.#sent += 1;
		this.dispatch({ type: 'prompt', prompt: promptOf(String(this.#sent)) });
	}

	get sent(): readonly string[] {
		return Array.from({ length: this.#sent }, (_, index) => String(index + 1));
	}

	/** Answers the oldest request; false when nothing waits. */
	answer(isOk: boolean): boolean {
		const request = this.#requests.shift();
		switch (request?.type) {
			case undefined:
				return false;
			case 'start-agent':
				this.dispatch({ type: 'agent-connected', info: { ...infoOf(), authMethods: METHODS } });
				break;
			case 'open-session':
				if (isOk) this.dispatch({ type: 'session-opened', sessionId: 's', modes: null, options: [] });
				else this.dispatch({ type: 'agent-failed', failure: refusal });
				break;
			case 'send-prompt':
				if (isOk) {
					this.accepted.push(request.prompt.text);
					this.dispatch({ type: 'turn-ended', turnId: request.turnId, reason: 'end_turn' });
				} else this.dispatch({ type: 'turn-failed', turnId: request.turnId, failure: refusal });
				break;
			case 'sign-in': {
				const { id: methodId, type } = request.method;
				if (isOk) this.dispatch({ type: 'signed-in', methodId, needsRestart: type === 'terminal' });
				else this.dispatch({ type: 'sign-in-failed', methodId, failure: refusal });
				break;
			}
			default:
				break;
		}
		return true;
	}

	/** The process ends between two requests. */
	crash(): void {
		if (this.#requests.some(({ type }) => type === 'send-prompt' || type === 'start-agent')) return;
		if (this.play.state.agent === null) return;
		this.#drop();
		this.dispatch({ type: 'agent-exited', exit });
	}
}

const ACTS: readonly ((agent: FakeAgent) => void)[] = [
	(agent) => agent.send(),
	(agent) => agent.answer(true),
	(agent) => agent.answer(false),
	(agent) => agent.answer(false),
	(agent) => agent.dispatch({ type: 'sign-in' }),
	(agent) => agent.dispatch({ type: 'sign-in-begun', methodId: 'oauth' }),
	(agent) => agent.dispatch({ type: 'sign-in-begun', methodId: 'login' }),
	(agent) => agent.dispatch({ type: 'sign-in-stop' }),
	(agent) => agent.dispatch({ type: 'sign-in-left' }),
	(agent) => agent.dispatch({ type: 'signed-in-elsewhere' }),
	(agent) => agent.dispatch({ type: 'queue-resume' }),
	(agent) => agent.crash(),
];

it('delivers every prompt exactly once, whatever the order of refusals and sign-ins', () => {
	const acts = fc.array(fc.nat(ACTS.length - 1), { maxLength: 60 });
	fc.assert(
		fc.property(acts, (indexes) => {
			const agent = new FakeAgent();
			for (const index of indexes) ACTS[index]?.(agent);
			// From here on the user signs in, and everything succeeds.
			for (let round = 0; round < 200; round += 1) {
				if (agent.answer(true)) continue;
				const { signIn, connection, queue } = agent.play.state;
				const isGone = connection.phase === 'exited' || connection.phase === 'failed';
				if (isGone) agent.dispatch({ type: 'restart-agent' });
				else if (signIn?.step.type === 'choosing') agent.dispatch({ type: 'sign-in-begun', methodId: 'oauth' });
				else if (connection.phase === 'signed-out') agent.dispatch({ type: 'sign-in' });
				else if (queue.length > 0) agent.dispatch({ type: 'queue-resume' });
				else break;
			}
			expect([...agent.accepted].sort()).toEqual([...agent.sent].sort());
			expect(agent.play.state.signIn?.step.type ?? 'none').toMatch(/none|left/);
		}),
		{ numRuns: 2000 },
	);
});
