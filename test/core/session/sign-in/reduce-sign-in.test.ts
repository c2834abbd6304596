import { describe, expect, it } from 'vitest';
import type { AuthMethod } from '../../../../src/core/auth-method.js';
import type { AppEvent } from '../../../../src/core/event.js';
import type { Failure } from '../../../../src/core/failure.js';
import {
	connected,
	endTurn,
	entries,
	infoOf,
	next,
	notes,
	opened,
	type Play,
	play,
	prompt,
	starting,
	turnId,
} from '../play.js';

const OAUTH: AuthMethod = { id: 'oauth', name: 'Log in', type: 'agent' };
const TERMINAL: AuthMethod = { id: 'login', name: 'Terminal', type: 'terminal', args: ['login'], env: {} };
const STRANGE: AuthMethod = { id: 'strange', name: 'Magic', type: 'unknown', word: 'magic' };

const refusal: Failure = {
	code: 'auth-required',
	message: 'Fake needs you to sign in: no credentials',
	authMethods: [OAUTH, TERMINAL, STRANGE],
};
const withMethods: AppEvent = {
	type: 'agent-connected',
	info: { ...infoOf(), authMethods: [OAUTH, TERMINAL, STRANGE] },
};
const ok: AppEvent = { type: 'signed-in', methodId: 'oauth', needsRestart: false };
const begun: AppEvent = { type: 'sign-in-begun', methodId: 'oauth' };
const sessionRefused: AppEvent = { type: 'agent-failed', failure: refusal };

function refusedTurn(text = 'go', from = next(starting(), withMethods, opened)): Play {
	const running = play(from, prompt(text));
	return next(running, { type: 'turn-failed', turnId: turnId(running), failure: refusal });
}

const sent = ({ effects }: Play): readonly string[] =>
	effects.flatMap((effect) => (effect.type === 'send-prompt' ? [effect.prompt.text] : []));
const kinds = ({ effects }: Play): readonly string[] => effects.map(({ type }) => type);
const shownPrompts = (from: Play): readonly string[] =>
	entries(from).flatMap((entry) => (entry.kind === 'user' ? [entry.text] : []));

describe('a session that is refused', () => {
	const refused = next(starting(), withMethods, prompt('early'), sessionRefused);

	it('is opened once more after the sign-in, and the prompt goes once', () => {
		const running = next(refused, begun);
		expect(running.effects).toEqual([{ type: 'sign-in', method: OAUTH, choice: { methodId: 'oauth' } }]);
		const done = next(running, ok);
		expect(kinds(done)).toEqual(['open-session']);
		expect(notes(done)).toContain('Signed in to Fake.');
		const open = next(done, opened);
		expect(sent(open)).toEqual(['early']);
		expect(endTurn(open).state.signIn).toBeUndefined();
	});

	it('asks again when it is refused again, and says so', () => {
		const again = next(refused, begun, ok, sessionRefused);
		expect(again.state.signIn?.step).toMatchObject({
			type: 'choosing',
			tried: { methodId: 'oauth' },
			failure: { message: expect.stringContaining('the agent still refuses') },
		});
		expect(kinds(again)).toEqual(['sign-in', 'open-session']);
	});

	it('is left with one sentence, and whatever is sent then asks again', () => {
		const left = next(refused, { type: 'sign-in-left' });
		expect(notes(left)).toContain('You are not signed in; what you sent is on hold.');
		const asked = next(left, prompt('more'));
		expect(asked.state.signIn?.step.type).toBe('choosing');
		expect(asked.effects).toEqual([]);
		const open = next(asked, begun, ok, opened);
		expect(sent(open)).toEqual(['early']);
		expect(sent(endTurn(open))).toEqual(['more']);
	});
});

describe('a prompt that is refused', () => {
	it('waits first in the queue, and goes once more after the sign-in without being shown twice', () => {
		const refused = refusedTurn();
		expect(refused.state.turn).toBeNull();
		expect(refused.state.queue.map(({ text }) => text)).toEqual(['go']);
		expect(refused.effects).toEqual([]);
		const done = next(refused, begun, ok);
		expect(sent(done)).toEqual(['go']);
		expect(shownPrompts(done)).toEqual(['go']);
		expect(notes(done)).toContain('Signed in to Fake. Your prompt is sent again.');
		expect(next(done, ok).effects).toEqual([]);
	});

	it('holds back what is sent meanwhile, in order', () => {
		const waiting = next(refusedTurn(), prompt('second'), { type: 'queue-resume' });
		expect(waiting.effects).toEqual([]);
		const done = next(waiting, begun, ok);
		expect(sent(done)).toEqual(['go']);
		expect(sent(endTurn(done))).toEqual(['second']);
	});

	it('comes back on hold when the user leaves the sign-in, and is shown anew when it goes', () => {
		const left = next(refusedTurn(), { type: 'sign-in-left' });
		expect(left.state.isQueuePaused).toBe(true);
		const resumed = next(left, { type: 'queue-resume' });
		expect(sent(resumed)).toEqual(['go']);
		expect(shownPrompts(resumed)).toEqual(['go', 'go']);
		const refused = next(resumed, { type: 'turn-failed', turnId: turnId(resumed), failure: refusal });
		expect(refused.state.signIn?.step.type).toBe('choosing');
	});
});

describe('a method that runs elsewhere', () => {
	it('starts the agent anew, keeps the transcript, and sends the prompt once in the new session', () => {
		const refused = refusedTurn();
		const running = next(refused, { type: 'sign-in-begun', methodId: 'login' });
		expect(running.effects).toEqual([{ type: 'sign-in', method: TERMINAL, choice: { methodId: 'login' } }]);
		const done = next(running, { type: 'signed-in', methodId: 'login', needsRestart: true });
		expect(kinds(done)).toEqual(['start-agent']);
		const open = next(done, withMethods, opened);
		expect(sent(open)).toEqual(['go']);
		expect(shownPrompts(open)).toEqual(['go']);
		expect(open.state.entries.size).toBeGreaterThan(refused.state.entries.size);
	});
});

describe('a sign-in that does not succeed', () => {
	it('is stopped once', () => {
		const stopped = next(refusedTurn(), begun, { type: 'sign-in-stop' }, { type: 'sign-in-stop' });
		expect(kinds(stopped)).toEqual(['sign-in', 'stop-sign-in']);
	});

	it('is cut off when the agent ends, and what waits goes when it is started again', () => {
		const exit = { code: 1, signal: null, stderrTail: [], junkLines: 0, expected: false };
		const gone = next(refusedTurn(), begun, { type: 'agent-exited', exit });
		expect(gone.state.signIn?.step).toMatchObject({
			type: 'choosing',
			failure: { message: 'The sign-in was cut off: The agent exited with code 1.' },
		});
		const again = next(gone, { type: 'restart-agent' }, withMethods, opened);
		expect(sent(again)).toEqual(['go']);
	});

	it('takes no method that it does not know', () => {
		expect(next(refusedTurn(), { type: 'sign-in-begun', methodId: 'strange' }).effects).toEqual([]);
		expect(next(refusedTurn(), { type: 'sign-in-begun', methodId: 'none' }).effects).toEqual([]);
	});
});

describe('a switch that is refused', () => {
	const switched: AppEvent = {
		type: 'effect-failed',
		failure: refusal,
		refusedSwitch: { type: 'set-config-option', optionId: 'model', value: 'big' },
	};

	it('is asked for once more after the sign-in', () => {
		const open = next(starting(), withMethods, opened);
		const done = next(open, switched, begun, ok);
		expect(done.effects.at(-1)).toEqual({
			type: 'set-config-option',
			sessionId: 's1',
			optionId: 'model',
			value: 'big',
		});
		expect(done.state.signIn).toBeUndefined();
	});

	it('is asked for in the session after the agent was started anew', () => {
		const open = next(starting(), withMethods, opened);
		const done = next(open, switched, { type: 'signed-in-elsewhere' }, withMethods, opened);
		expect(done.effects.at(-1)).toMatchObject({ type: 'set-config-option', value: 'big' });
	});
});

describe('/login and /logout', () => {
	it('offer the ways at any time, and hold nothing back', () => {
		const asked = next(starting(), withMethods, opened, { type: 'sign-in' });
		expect(asked.state.signIn).toMatchObject({ refusal: null, methods: [OAUTH, TERMINAL, STRANGE] });
		expect(sent(next(asked, prompt('go')))).toEqual(['go']);
		expect(next(asked, { type: 'sign-in-left' }).state.signIn).toBeUndefined();
		expect(next(asked, begun, ok).state.signIn).toBeUndefined();
	});

	it('say that there is no agent', () => {
		expect(notes(next(starting(), { type: 'sign-in' }))).toEqual(['There is no agent to sign in to.']);
	});

	it('sign out, and a session that dies of it asks again', () => {
		const out = next(starting(), connected, opened, { type: 'sign-out' }, { type: 'signed-out' });
		expect(out.effects.at(-1)).toEqual({ type: 'sign-out' });
		expect(notes(out)).toContain('Signed out of Fake.');
		expect(refusedTurn('go', out).state.signIn?.step.type).toBe('choosing');
	});
});
