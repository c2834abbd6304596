import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AgentEvent } from '../../../src/core/agent-event.js';
import type { SubagentState } from '../../../src/core/subagents/subagent.js';
import { announce, call, type Sessions, text, transcripts, treeOf, working } from './sessions.js';

const MAIN = 'main';

/** What each session says, in its order. */
type Streams = ReadonlyMap<string, readonly AgentEvent[]>;

const STATES: readonly SubagentState[] = [
	{ state: 'running' },
	{ state: 'idle', stopReason: 'end_turn' },
	{ state: 'idle', stopReason: 'cancelled' },
	{ state: 'requires_action' },
	{ state: 'running' },
];

/** Of each child: who starts it (an earlier one, or 0 for the agent), what it says, how often it is heard of. */
const child = fc.record({
	parent: fc.nat(1000),
	says: fc.array(fc.constantFrom('words', 'call', 'plan', 'title', 'usage'), { maxLength: 5 }),
	states: fc.array(fc.nat(STATES.length - 1), { maxLength: 4 }),
	isNamed: fc.boolean(),
});

/** Children of children: every session announces its own among what else it says. */
const streams: fc.Arbitrary<Streams> = fc.array(child, { minLength: 1, maxLength: 9 }).map((children) => {
	const said = new Map<string, AgentEvent[]>([[MAIN, [text('main. ')]]]);
	for (const [index, { parent, says, states, isNamed }] of children.entries()) {
		const id = `child ${index}`;
		const above = index === 0 || parent % (index + 1) === 0 ? MAIN : `child ${(parent % (index + 1)) - 1}`;
		const patch = isNamed ? { title: `The ${index}th`, canCancel: index % 2 === 0 } : { description: `Do ${index}` };
		said.get(above)?.push(announce(id, patch));
		for (const state of states) said.get(above)?.push(announce(id, { state: STATES[state] as SubagentState }));
		said.set(
			id,
			says.flatMap((what, place) => eventOf(what, `${index}.${place}`)),
		);
	}
	return said;
});

function eventOf(what: string, name: string): AgentEvent[] {
	switch (what) {
		case 'call':
			return [call(`call ${name}`, 'in_progress'), call(`call ${name}`)];
		case 'plan':
			return [{ type: 'plan', steps: [{ text: name, priority: 'low', status: 'pending' }] }];
		case 'title':
			return [{ type: 'session-info', title: `Own ${name}` }];
		case 'usage':
			return [{ type: 'usage', usage: { used: 1, size: 2 } }];
		default:
			return [text(`words ${name}. `)];
	}
}

/** Says everything, one event at a time: `order` chooses the session that is next. Within one the order stays. */
function interleaved(said: Streams, order: readonly number[]): Sessions {
	const sessions = working();
	const waiting = [...said].map(([id, events]) => ({ id, events: [...events] }));
	for (let turn = 0; waiting.length > 0; turn += 1) {
		const index = (order[turn % order.length] ?? 0) % waiting.length;
		const next = waiting[index];
		const event = next?.events.shift();
		if (next === undefined || event === undefined) waiting.splice(index, 1);
		else sessions.say(next.id === MAIN ? sessions.main : next.id, event);
	}
	return sessions;
}

/** What is known of each, without ids of this program and the order of arrival. */
function seen(sessions: Sessions) {
	const state = sessions.state();
	const facts = [...(state.subagents?.values() ?? [])].map(
		({ sessionId, title, status, canCancel, toolCalls, plan, context }) => ({
			sessionId,
			title: title.replace(/^sub-agent \d+$/, 'sub-agent'),
			status,
			canCancel,
			toolCalls,
			plan,
			context,
		}),
	);
	return {
		tree: treeOf(state).map((line) => line.replace(/sub-agent \d+/, 'sub-agent')),
		facts: facts.sort((one, other) => String(one.sessionId).localeCompare(String(other.sessionId))),
		transcripts: transcripts(state),
	};
}

const isLong = process.env['ACP_TUI_LONG'] === '1';

test('In whatever order sessions are heard of, the tree and what stands below each card are the same.', () => {
	fc.assert(
		fc.property(streams, fc.array(fc.nat(1000), { minLength: 1, maxLength: 60 }), (said, order) => {
			// Each session whole, from the top down.
			expect(seen(interleaved(said, order))).toEqual(seen(interleaved(said, [0])));
		}),
		{ numRuns: isLong ? 10_000 : 150 },
	);
});
