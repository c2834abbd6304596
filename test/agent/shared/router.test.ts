import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { type Member, Router } from '../../../src/agent/shared/router.js';
import type { AgentEvent } from '../../../src/core/agent-event.js';
import { createFakeHost, type FakeHost } from '../fake-host.js';

const say = (text: string): readonly AgentEvent[] => [{ type: 'text', role: 'agent', text }];

type Side = { readonly host: FakeHost; readonly member: Member };

function join(router: Router, looseness = 0): Side {
	const host: FakeHost = { ...createFakeHost(), looseness: () => looseness };
	return { host, member: router.add(host) };
}

const received = ({ host }: Side): readonly string[] =>
	host.events.map(({ sessionId, event }) => `${sessionId}: ${event.type === 'text' ? event.text : event.type}`);

test('what is said before session/new is answered goes to the session that is being opened', () => {
	const router = new Router();
	const [one, two] = [join(router), join(router)];
	router.own('a', one.member);
	two.member.opening += 1;
	router.deliver('b', say('early'));
	router.opened(two.member, 'b');
	router.deliver('b', say('late'));
	expect(received(one)).toEqual([]);
	expect(received(two)).toEqual(['b: early', 'b: late']);
});

test('while one session is opened and the turn of another runs, words of an unknown id wait for the answer', () => {
	const router = new Router();
	const [one, two] = [join(router), join(router)];
	router.own('a', one.member);
	one.member.turns += 1;
	two.member.opening += 1;
	router.deliver('b', say('mine'));
	router.deliver('child', say('of a'));
	expect([received(one), received(two)]).toEqual([[], []]);
	router.opened(two.member, 'b');
	expect(received(one)).toEqual(['child: of a']);
	expect(received(two)).toEqual(['b: mine']);
});

test('a request of an unknown id waits for that answer too, but not for ever', async () => {
	vi.useFakeTimers();
	try {
		const router = new Router();
		const [one, two] = [join(router), join(router)];
		one.member.turns += 1;
		two.member.opening += 1;
		const soon = router.hostOf('b');
		router.opened(two.member, 'b');
		expect(await soon).toBe(two.host);
		two.member.opening += 1;
		const late = router.hostOf('child');
		await vi.advanceTimersByTimeAsync(5000);
		expect([one.host, two.host]).toContain(await late);
	} finally {
		vi.useRealTimers();
	}
});

test('a child that may be of two sessions belongs to the one that allows the least, and stays there', async () => {
	const router = new Router();
	const [loose, strict] = [join(router, 3), join(router, 1)];
	loose.member.turns += 1;
	strict.member.turns += 1;
	router.touch(loose.member);
	expect(await router.hostOf('child')).toBe(strict.host);
	strict.member.turns -= 1;
	expect(await router.hostOf('child')).toBe(strict.host);
});

test('of a session that is gone nothing is shown and everything is refused', async () => {
	const router = new Router();
	const [one, two] = [join(router), join(router)];
	router.own('a', one.member);
	router.own('b', two.member);
	router.remove(one.member);
	router.deliver('a', say('still here'));
	const host = await router.hostOf('a');
	expect(await host.readTextFile({ sessionId: 'a', path: '/x' }, new AbortController().signal)).toMatchObject({
		ok: false,
	});
	expect(received(two)).toEqual([]);
});

test('an agent that makes up ids without end fills no memory, and keeps those that are open', () => {
	const router = new Router();
	const [one, two] = [join(router), join(router)];
	router.own('b', two.member);
	one.member.turns += 1;
	for (let id = 0; id < 10_000; id += 1) router.deliver(`made-up-${id}`, say('x'));
	expect(router.sessionsOf(one.member)).toEqual([]);
	router.deliver('b', say('mine'));
	expect(received(two)).toEqual(['b: mine']);
});

type Step =
	| { readonly do: 'open' | 'answer' | 'early' | 'begin' | 'end' | 'say' | 'child'; readonly who: number }
	| { readonly do: 'leave'; readonly who: number };

const steps = fc.array(
	fc.record({
		do: fc.constantFrom('open', 'answer', 'early', 'begin', 'end', 'say', 'child', 'leave' as const),
		who: fc.nat(2),
	}),
	{ maxLength: 60 },
);

test('whatever the order, updates of sessions that share a process never cross, double or change their order', () => {
	fc.assert(
		fc.property(steps, (script) => {
			const router = new Router();
			const sides = [0, 1, 2].map(() => join(router));
			// What the agent has in mind, and what each is to hear of its own session.
			const sessions: (string | null)[] = [null, null, null];
			const pending: (string | null)[] = [null, null, null];
			const said = sides.map((): string[] => []);
			const gone = [false, false, false];
			let count = 0;
			for (const step of script as readonly Step[]) {
				const { who } = step;
				const side = sides[who];
				if (side === undefined || gone[who] === true) continue;
				count += 1;
				const id = sessions[who] ?? null;
				const coming = pending[who] ?? null;
				switch (step.do) {
					case 'open':
						if (coming !== null) break;
						pending[who] = `s${count}`;
						side.member.opening += 1;
						break;
					case 'early':
						if (coming === null) break;
						router.deliver(coming, say(`${count}`));
						said[who]?.push(`${coming}: ${count}`);
						break;
					case 'answer':
						if (coming === null) break;
						sessions[who] = coming;
						pending[who] = null;
						router.opened(side.member, coming);
						break;
					case 'begin':
						if (id !== null && side.member.turns === 0) side.member.turns = 1;
						break;
					case 'end':
						side.member.turns = 0;
						break;
					case 'say':
						if (id === null) break;
						router.deliver(id, say(`${count}`));
						said[who]?.push(`${id}: ${count}`);
						break;
					case 'child':
						if (side.member.turns > 0) router.deliver(`child-${who}`, say(`${count}`));
						break;
					case 'leave':
						gone[who] = true;
						router.remove(side.member);
						break;
				}
			}
			// Answers that are still open come now.
			sides.forEach((side, who) => {
				const coming = pending[who] ?? null;
				if (coming !== null && gone[who] !== true) router.opened(side.member, coming);
			});
			const children = sides.map((side) => received(side).filter((line) => line.startsWith('child')));
			sides.forEach((side, who) => {
				if (gone[who] === true) return;
				expect(received(side).filter((line) => !line.startsWith('child'))).toEqual(said[who]);
			});
			// No child is reported to two.
			const reporters = new Map<string, number>();
			children.forEach((lines, who) => {
				for (const name of new Set(lines.map((line) => line.split(':')[0] ?? ''))) {
					if (gone.some((isGone) => isGone)) continue;
					expect(reporters.get(name) ?? who).toBe(who);
					reporters.set(name, who);
				}
			});
		}),
		{ numRuns: 500 },
	);
});

const announce = (sessionId: string): readonly AgentEvent[] => [{ type: 'subagent', sessionId, patch: {} }];

test('a sub-agent belongs to the session that announces it, whatever was guessed before', async () => {
	const router = new Router();
	const [loose, strict] = [join(router, 2), join(router, 0)];
	router.own('a', loose.member);
	router.own('b', strict.member);
	loose.member.turns += 1;
	strict.member.turns += 1;
	router.deliver('child', say('guessed'));
	router.deliver('a', announce('child'));
	router.deliver('child', say('known'));
	router.deliver('child', announce('grandchild'));
	expect(received(strict)).toEqual(['child: guessed']);
	expect(received(loose)).toEqual(['a: subagent', 'child: known', 'child: subagent']);
	expect(await router.hostOf('grandchild')).toBe(loose.host);
});

test('who announced a sub-agent first keeps it, and a session that is open here is nobody’s child', async () => {
	const router = new Router();
	const [one, two] = [join(router), join(router)];
	router.own('a', one.member);
	router.own('b', two.member);
	router.deliver('a', [...announce('child'), ...announce('b')]);
	router.deliver('b', announce('child'));
	expect(received(one)).toEqual(['a: subagent']);
	expect(received(two)).toEqual([]);
	expect(await router.hostOf('child')).toBe(one.host);
	expect(await router.hostOf('b')).toBe(two.host);
	router.remove(one.member);
	router.deliver('b', announce('child'));
	expect(await router.hostOf('child')).toBe(two.host);
});

test('what a sub-agent said before it was announced comes before what it says afterwards, whatever is still opened', async () => {
	const router = new Router();
	const [one, two] = [join(router), join(router)];
	router.own('a', one.member);
	one.member.turns += 1;
	two.member.opening += 1;
	router.deliver('child', say('first'));
	const asked = router.hostOf('child');
	router.deliver('a', announce('child'));
	router.deliver('child', say('second'));
	router.opened(two.member, 'b');
	expect(received(one).filter((line) => line.startsWith('child'))).toEqual(['child: first', 'child: second']);
	expect(received(two)).toEqual([]);
	expect(await asked).toBe(one.host);
});

test('what an unknown session said while it was not known whose it is comes first when a guess is made', () => {
	const router = new Router();
	const [one, two] = [join(router), join(router)];
	router.own('a', one.member);
	one.member.turns += 1;
	two.member.opening += 1;
	router.deliver('child', say('first'));
	one.member.turns -= 1;
	router.deliver('child', say('second'));
	router.opened(two.member, 'b');
	const said = [...received(one), ...received(two)].filter((line) => line.startsWith('child'));
	expect(said).toEqual(['child: first', 'child: second']);
});

/** Two members of one process, with the session `a` and the session `b`. */
function twoSessions() {
	const router = new Router();
	const [main, side] = [join(router), join(router)];
	router.own('a', main.member);
	router.own('b', side.member);
	return { router, main, side };
}

test('what is said in one session’s turn is not said again in another that has none', () => {
	vi.useFakeTimers();
	try {
		const { router, main, side } = twoSessions();
		router.settle('a');
		router.turn(side.member, 1);
		router.deliver('a', say('answer'));
		router.deliver('b', say('answer'));
		router.deliver('b', say('answer'));
		expect([received(main), received(side)]).toEqual([[], ['b: answer', 'b: answer']]);
		router.deliver('a', say('of its own'));
		router.deliver('a', [{ type: 'agent-mode', modeId: 'x' }]);
		expect(received(main)).toEqual([]);
		vi.advanceTimersByTime(3000);
		expect(received(main)).toEqual(['a: of its own', 'a: agent-mode']);
		router.deliver('a', say('late'));
		router.turn(side.member, -1);
		expect(received(main).at(-1)).toBe('a: late');
	} finally {
		vi.useRealTimers();
	}
});

test('an echo that comes behind what it repeats is left out once', () => {
	const { router, main, side } = twoSessions();
	router.settle('a');
	router.turn(side.member, 1);
	router.deliver('b', say('answer'));
	router.deliver('a', say('answer'));
	router.deliver('a', say('answer'));
	router.turn(side.member, -1);
	expect([received(main), received(side)]).toEqual([['a: answer'], ['b: answer']]);
});

test('words that a session repeats behind its turn are no echo of its own', () => {
	const { router, main, side } = twoSessions();
	router.settle('a');
	router.turn(main.member, 1);
	router.turn(side.member, 1);
	router.deliver('a', say('ha'));
	router.turn(main.member, -1);
	router.deliver('a', say('ha'));
	router.turn(side.member, -1);
	expect(received(main)).toEqual(['a: ha', 'a: ha']);
});

test('of two turns each keeps its words, and those of a sub-agent are never held', () => {
	const { router, main, side } = twoSessions();
	router.turn(side.member, 1);
	router.turn(main.member, 1);
	router.deliver('a', say('same'));
	router.deliver('b', say('same'));
	expect([received(main), received(side)]).toEqual([['a: same'], ['b: same']]);
});

test('a mode that one session is switched to is not said of another one that is idle', () => {
	const { router, main, side } = twoSessions();
	router.settle('a');
	side.member.switches += 1;
	for (const id of ['a', 'b']) router.deliver(id, [{ type: 'agent-mode', modeId: 'spec' }]);
	expect([received(main), received(side)]).toEqual([[], ['b: agent-mode']]);
	side.member.switches -= 1;
	router.deliver('a', [{ type: 'agent-mode', modeId: 'normal' }]);
	expect(received(main)).toEqual(['a: agent-mode']);
});
