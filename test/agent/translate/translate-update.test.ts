import fc from 'fast-check';
import { expect, test } from 'vitest';
import { translateUpdate } from '../../../src/agent/translate/translate-update.js';
import { createTranslator } from '../../../src/agent/translate/translator.js';

const KINDS = [
	'user_message_chunk',
	'agent_message_chunk',
	'agent_thought_chunk',
	'tool_call',
	'tool_call_update',
	'plan',
	'available_commands_update',
	'current_mode_update',
	'config_option_update',
	'session_info_update',
	'usage_update',
	'notice',
	'compaction_update',
	'compaction_summary_chunk',
] as const;

const text = (words: string) => ({ type: 'text', text: words });

test.each([
	[{ sessionUpdate: 'user_message_chunk', content: text('a') }, [{ type: 'text', role: 'user', text: 'a' }]],
	[
		{ sessionUpdate: 'agent_message_chunk', content: text('a'), messageId: 'm' },
		[{ type: 'text', role: 'agent', text: 'a', messageId: 'm' }],
	],
	[{ sessionUpdate: 'agent_thought_chunk', content: text('a') }, [{ type: 'text', role: 'thought', text: 'a' }]],
	[{ sessionUpdate: 'agent_message_chunk', content: text(''), _meta: { usage: {} } }, [{ type: 'message-ended' }]],
	[{ sessionUpdate: 'agent_message_chunk', content: text(''), messageId: 'm' }, []],
	[
		{ sessionUpdate: 'agent_message_chunk', content: text('a'), _meta: { xDiscreteMessage: true } },
		[{ type: 'message-ended' }, { type: 'text', role: 'agent', text: 'a' }, { type: 'message-ended' }],
	],
	[
		{ sessionUpdate: 'agent_message_chunk', content: { type: 'image', mimeType: 'image/png', data: 'QUJD' } },
		[{ type: 'block', role: 'agent', block: { type: 'image', mimeType: 'image/png', data: 'QUJD', bytes: 3 } }],
	],
	[
		{ sessionUpdate: 'plan', entries: [{ content: 'Read', priority: 'high', status: 'completed' }, { content: 'Go' }] },
		[
			{
				type: 'plan',
				steps: [
					{ text: 'Read', priority: 'high', status: 'completed' },
					{ text: 'Go', priority: 'medium', status: 'pending' },
				],
			},
		],
	],
	[
		{
			sessionUpdate: 'available_commands_update',
			availableCommands: [
				{ name: 'memory show', description: 'Shows', input: null },
				{ name: '$fix', description: 'x'.repeat(3000), input: { hint: 'what' }, _meta: { body: 'y'.repeat(9000) } },
			],
		},
		[
			{
				type: 'commands',
				commands: [
					{ name: 'memory show', description: 'Shows' },
					{ name: '$fix', description: `${'x'.repeat(1500)}… (1500 more characters)`, hint: 'what' },
				],
			},
		],
	],
	[{ sessionUpdate: 'current_mode_update', currentModeId: 'plan' }, [{ type: 'agent-mode', modeId: 'plan' }]],
	[{ sessionUpdate: 'session_info_update', title: 'T', updatedAt: 'now' }, [{ type: 'session-info', title: 'T' }]],
	[{ sessionUpdate: 'session_info_update', title: null }, [{ type: 'session-info', title: null }]],
	[{ sessionUpdate: 'session_info_update', _meta: { codex: { threadStatus: {} } } }, []],
	[
		{
			sessionUpdate: 'session_info_update',
			_meta: { codex: { error: { message: 'Reconnecting', willRetry: true, additionalDetails: '429' } } },
		},
		[{ type: 'notice', level: 'warning', title: 'Reconnecting', detail: '429', isEvent: true }],
	],
	[
		{ sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 0.5, currency: 'USD' } },
		[{ type: 'usage', usage: { used: 1, size: 2, cost: { amount: 0.5, currency: 'USD' } } }],
	],
	[{ sessionUpdate: 'usage_update', used: 1, size: 2, cost: null }, [{ type: 'usage', usage: { used: 1, size: 2 } }]],
	[
		{ sessionUpdate: 'notice', severity: 'odd', title: 'T', description: 'D' },
		[{ type: 'notice', level: 'info', title: 'T', detail: 'D' }],
	],
	[
		{ sessionUpdate: 'compaction_update', compactionId: 'c', status: 'failed', error: 'too short', summary: null },
		[{ type: 'compaction', compactionId: 'c', status: 'failed', error: 'too short' }],
	],
	[
		{ sessionUpdate: 'compaction_update', compactionId: 'c', status: 'new', summary: [text('a'), text('b')] },
		[{ type: 'compaction', compactionId: 'c', status: 'unknown', summary: 'ab' }],
	],
	[
		{
			sessionUpdate: 'compaction_update',
			compactionId: 'c',
			status: 'completed',
			summary: [text('a'), { type: 'resource_link', uri: 'file:///b', name: 'b' }, { type: 'new', of: 1 }],
		},
		[
			{
				type: 'compaction',
				compactionId: 'c',
				status: 'completed',
				summary: 'a\n{"type":"resource_link","uri":"file:///b","name":"b"}\n\n{"type":"new","of":1}\n',
			},
		],
	],
	[
		{ sessionUpdate: 'compaction_summary_chunk', compactionId: 'c', content: text('a') },
		[{ type: 'compaction-chunk', compactionId: 'c', text: 'a' }],
	],
	[
		{
			sessionUpdate: 'config_option_update',
			configOptions: [
				{
					id: 'model',
					name: 'Model',
					type: 'select',
					category: null,
					currentValue: 'a',
					options: [{ group: 'g', name: 'Group', options: [{ value: 'a', name: 'A', description: null }] }],
				},
				{ id: 'fast', name: 'Fast', type: 'boolean', currentValue: true },
			],
		},
		[
			{
				type: 'config-options',
				options: [
					{
						type: 'select',
						id: 'model',
						name: 'Model',
						category: '',
						value: 'a',
						choices: [{ value: 'a', name: 'A', group: 'Group' }],
					},
					{ type: 'boolean', id: 'fast', name: 'Fast', category: '', value: true },
				],
			},
		],
	],
])('%j is put in our own words', (update, events) => {
	expect(translateUpdate(update)).toEqual(events);
});

test('A tool call keeps its diff, its terminal, its places and what its meta says of a sub agent.', () => {
	const events = translateUpdate({
		sessionUpdate: 'tool_call',
		toolCallId: 'c',
		title: 'Edit',
		kind: 'edit',
		status: 'pending',
		content: [
			{ type: 'diff', path: '/a', oldText: null, newText: 'n' },
			{ type: 'terminal', terminalId: 't' },
			{ type: 'content', content: { type: 'hologram' } },
			{ type: 'hologram' },
		],
		locations: [
			{ path: '/a', line: null },
			{ path: '/b', line: 3 },
		],
		rawInput: { a: 1 },
		rawOutput: null,
		_meta: { claudeCode: { parentToolUseId: 'p', toolName: 'Edit' }, terminal_info: { terminal_id: 't', cwd: '/w' } },
	});
	expect(events).toEqual([
		{
			type: 'tool',
			isNew: true,
			patch: {
				id: 'c',
				title: 'Edit',
				name: 'Edit',
				kind: 'edit',
				status: 'pending',
				content: [
					{ type: 'diff', path: '/a', oldText: null, newText: 'n' },
					{ type: 'terminal', terminalId: 't' },
					{ type: 'content', block: { type: 'unknown', label: 'content "hologram"', json: '{"type":"hologram"}' } },
					{ type: 'unknown', label: 'tool content "hologram"', json: '{"type":"hologram"}' },
				],
				locations: [{ path: '/a' }, { path: '/b', line: 3 }],
				rawInput: { a: 1 },
				parentId: 'p',
				malformedFields: ['content'],
				toolNames: ['Edit'],
			},
		},
		{ type: 'terminal-started', terminalId: 't', command: '', cwd: '/w', ours: false, toolCallId: 'c' },
	]);
});

test('Output in the meta alone is no news of the call, and a signal is an end too.', () => {
	const update = { sessionUpdate: 'tool_call_update', toolCallId: 'c' };
	const meta = {
		terminal_output: { terminal_id: 't', data: 'a' },
		terminal_output_delta: { terminal_id: 't', data: 'b' },
		terminal_exit: { terminal_id: 't', exit_code: null, signal: 'SIGTERM' },
	};
	expect(translateUpdate({ ...update, _meta: meta })).toEqual([
		{ type: 'terminal-output', terminalId: 't', data: 'a', toolCallId: 'c' },
		{ type: 'terminal-output', terminalId: 't', data: 'b', toolCallId: 'c' },
		{ type: 'terminal-exited', terminalId: 't', exit: { code: null, signal: 'SIGTERM' }, toolCallId: 'c' },
	]);
	expect(translateUpdate({ ...update, _meta: { terminal_exit: 7 } })).toMatchObject([
		{ type: 'tool', patch: { id: 'c' } },
		{ type: 'unknown', label: 'tool_call_update with unreadable _meta.terminal_exit' },
	]);
});

test('What is left out of a message is named once, and the rest is kept.', () => {
	const update = {
		sessionUpdate: 'tool_call',
		toolCallId: 'c',
		title: 'T',
		content: 'x',
		locations: [1, { path: '/a' }, 2],
	};
	expect(translateUpdate(update)).toMatchObject([
		{ type: 'tool', patch: { id: 'c', title: 'T', locations: [{ path: '/a' }] } },
		{ type: 'unknown', label: 'tool_call with unreadable content, locations' },
	]);
});

test('What came is shown, but never all of something huge.', () => {
	const [event] = translateUpdate({ sessionUpdate: 'new_thing', data: 'x'.repeat(1_000_000) });
	expect(event).toMatchObject({ type: 'unknown', label: 'update "new_thing"' });
	expect(event?.type === 'unknown' && event.json.length).toBeLessThan(2100);
});

test('Whatever JSON comes, translation ends in events and never throws.', () => {
	const keys = fc.constantFrom(
		'sessionUpdate',
		'content',
		'type',
		'text',
		'toolCallId',
		'title',
		'kind',
		'status',
		'locations',
		'rawInput',
		'entries',
		'availableCommands',
		'configOptions',
		'options',
		'_meta',
		'terminal_output',
		'terminal_id',
		'cost',
		'currentModeId',
		'__proto__',
		'constructor',
	);
	const json = fc.letrec((tie) => ({
		value: fc.oneof(
			{ maxDepth: 5 },
			fc.constantFrom<unknown>(null, '', 'text', 'diff', 'select', 0, -1, true),
			fc.string(),
			fc.array(tie('value'), { maxLength: 4 }),
			fc.dictionary(keys, tie('value'), { maxKeys: 6 }),
		),
	})).value;
	const translator = createTranslator();
	fc.assert(
		fc.property(fc.constantFrom(...KINDS), json, fc.dictionary(keys, json), (sessionUpdate, value, fields) => {
			expect(Array.isArray(translator.update(value))).toBe(true);
			expect(Array.isArray(translator.update({ ...fields, sessionUpdate }))).toBe(true);
			expect(
				typeof translator.permission({ ...fields, sessionId: 's', toolCall: fields, options: [value] }).request.ok,
			).toBe('boolean');
		}),
		{ numRuns: 500 },
	);
});

test('Something nested deeper than the stack is still reported.', () => {
	const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
	expect(translateUpdate({ sessionUpdate: 'deep_thing', deep })).toMatchObject([
		{ type: 'unknown', label: 'update "deep_thing"' },
	]);
});

test("A plan with a status or priority of its own keeps the agent's words and names the fields.", () => {
	const entries = [
		{ content: 'a', status: 'blocked', priority: 'urgent' },
		{ content: 'b', status: 'completed', priority: 7 },
		{ content: 'c', status: null },
	];
	expect(translateUpdate({ sessionUpdate: 'plan', entries })).toMatchObject([
		{
			type: 'plan',
			steps: [
				{ text: 'a', status: 'pending', priority: 'medium', says: 'blocked, urgent' },
				{ text: 'b', status: 'completed', priority: 'medium', says: '7' },
				{ text: 'c', status: 'pending', priority: 'medium' },
			],
		},
		{ type: 'unknown', label: 'plan with unreadable entries.status, entries.priority' },
	]);
});
