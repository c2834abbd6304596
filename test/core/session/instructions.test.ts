import { expect, test } from 'vitest';
import { busy, connected, endTurn, entries, next, opened, type Play, play, prompt, ready, starting } from './play.js';

const sent = (from: Play): readonly (string | undefined)[] =>
	from.effects.flatMap((effect) => (effect.type === 'send-prompt' ? [effect.instructions] : []));

function instructed(): Play {
	const from = starting();
	return { ...from, state: { ...from.state, profile: { ...from.state.profile, instructions: 'Be short.' } } };
}

test('Standing instructions go with the first prompt of each session, and the transcript says so.', () => {
	const first = next(play(instructed(), connected, opened), prompt('a'));
	expect(sent(first)).toEqual(['Be short.']);
	expect(entries(first)[0]).toMatchObject({ kind: 'user', sentAlong: 'Sent along: your standing instructions.' });
	const second = next(endTurn(first), prompt('b'));
	expect(sent(second)).toEqual([undefined]);
	const again = next(endTurn(second), { type: 'new-session' }, { ...opened, sessionId: 's2' } as never, prompt('c'));
	expect(sent(again)).toEqual(['Be short.']);
});

test('They wait for a prompt that is no command of the agent, and for one that leaves.', () => {
	const commands = { type: 'commands' as const, commands: [{ name: 'compact', description: '' }] };
	const open = play(instructed(), connected, opened, commands);
	const command = next(open, prompt('/compact'));
	expect(sent(command)).toEqual([undefined]);
	const failure = { code: 'agent-error', message: 'no' } as const;
	const failed = next(command, { type: 'turn-failed', turnId: command.state.turn?.id ?? '', failure });
	expect(sent(next(failed, prompt('b')))).toEqual(['Be short.']);
	const stopped = play(endTurn(command), prompt('a'));
	const turnId = stopped.state.turn?.id ?? '';
	const kept = endTurn(play(stopped, { type: 'prompt-waiting', turnId }), 'cancelled');
	expect(sent(next(kept, prompt('b')))).toEqual(['Be short.']);
});

test('An agent whose system prompt has them gets none, and neither does one without any.', () => {
	const info = { ...(connected.type === 'agent-connected' ? connected.info : ({} as never)), takesSystemPrompt: true };
	const begun = next(play(instructed(), { type: 'agent-connected', info }, opened), prompt('a'));
	expect(sent(begun)).toEqual([undefined]);
	expect(sent(busy('a', ready()))).toEqual([undefined]);
});
