import { expect, test } from 'vitest';
import { translateUpdate } from '../../../src/agent/translate/translate-update.js';

const read = (update: object) => translateUpdate(update);

test('An announced sub-agent is read with all that is said of it.', () => {
	const update = {
		sessionUpdate: 'subagent_update',
		sessionId: 'child',
		title: 'Look',
		description: 'at the tests',
		capabilities: { cancel: {} },
		state: { state: 'idle', stopReason: 'error', error: { code: 1, message: 'broken' }, usage: { totalTokens: 7 } },
		cwd: '/w/sub',
		additionalDirectories: ['/x', 7],
	};
	expect(read(update)).toMatchObject([
		{
			type: 'subagent',
			sessionId: 'child',
			patch: {
				title: 'Look',
				description: 'at the tests',
				canCancel: true,
				state: { state: 'idle', stopReason: 'error', error: 'broken', usage: { totalTokens: 7 } },
				cwd: '/w/sub',
				additionalDirectories: ['/x'],
			},
		},
	]);
});

test('What is left out of an update stays out of it, and null is reported as null.', () => {
	const base = { sessionUpdate: 'subagent_update', sessionId: 'child' };
	expect(read(base)).toEqual([{ type: 'subagent', sessionId: 'child', patch: {} }]);
	const cleared = { title: null, description: null, state: null, cwd: null, additionalDirectories: null };
	expect(read({ ...base, ...cleared, capabilities: null })).toEqual([
		{ type: 'subagent', sessionId: 'child', patch: { ...cleared, canCancel: false } },
	]);
});

test.each([
	[{ state: 'dancing' }, { state: 'unknown' }],
	[{ state: 'unknown' }, { state: 'unknown' }],
	[{ state: 'running', stopReason: 'end_turn' }, { state: 'running' }],
	[{ state: 'idle', stopReason: null }, { state: 'idle' }],
])('The state %j is read as %j.', (state, expected) => {
	expect(read({ sessionUpdate: 'subagent_update', sessionId: 'c', state })).toEqual([
		{ type: 'subagent', sessionId: 'c', patch: { state: expected } },
	]);
});

test('Fields of another form are named, and the rest is read.', () => {
	const update = { sessionUpdate: 'subagent_update', sessionId: 'c', title: 7, state: 'running', cwd: '/w' };
	const events = read(update);
	expect(events).toContainEqual({ type: 'subagent', sessionId: 'c', patch: { cwd: '/w' } });
	expect(events.some(({ type }) => type === 'unknown')).toBe(true);
	expect(read({ sessionUpdate: 'subagent_update' })).toMatchObject([{ type: 'unknown' }]);
});

test('Messages between sessions are read whole and in chunks.', () => {
	const content = [{ type: 'text', text: 'Do it.' }];
	const base = { messageId: 'm1' };
	expect(
		read({
			sessionUpdate: 'session_message',
			...base,
			senderSessionId: 's',
			recipientSessionId: null,
			recipientMessageId: 'm2',
			content,
		}),
	).toMatchObject([
		{ type: 'session-message', messageId: 'm1', senderId: 's', recipientId: null, recipientMessageId: 'm2', content },
	]);
	expect(read({ sessionUpdate: 'session_message', ...base, content: null })).toEqual([
		{ type: 'session-message', messageId: 'm1', content: [] },
	]);
	expect(read({ sessionUpdate: 'session_message_chunk', ...base, content: content[0] })).toMatchObject([
		{ type: 'session-message', messageId: 'm1', isChunk: true, content },
	]);
	expect(read({ sessionUpdate: 'session_message_chunk', ...base })).toMatchObject([{ type: 'unknown' }]);
});

test('A tool call can link to a session.', () => {
	const call = (content: object) => ({ sessionUpdate: 'tool_call', toolCallId: 't', title: 'Ask', content: [content] });
	expect(read(call({ type: 'session', sessionId: 'child' }))).toMatchObject([
		{ type: 'tool', patch: { content: [{ type: 'session', sessionId: 'child' }] } },
	]);
	expect(read(call({ type: 'session' }))).toMatchObject([{ patch: { content: [{ type: 'unknown' }] } }]);
});

test.each<[call: object, isStart: boolean]>([
	[{ title: 'Look', rawInput: { agent_type: 'general-purpose', prompt: 'Look' } }, true],
	[{ title: 'spawn_agent: Look at what…', kind: 'think', rawInput: { task: 'Look' } }, true],
	[{ title: 'Task', kind: 'execute', rawInput: { command: 'task' } }, false],
	[{ title: 'task: run the tests', kind: 'execute' }, false],
	[{ title: 'read_files: a', rawInput: { files: [] } }, false],
])('Whether a call starts a sub-agent is known by its tool or its input: %j', (call, isStart) => {
	const [event] = translateUpdate({ sessionUpdate: 'tool_call', toolCallId: 'c', ...call });
	expect(event?.type === 'tool' && event.patch.isDelegation === true).toBe(isStart);
});
