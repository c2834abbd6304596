import { expect, test } from 'vitest';
import type { ToolCall } from '../../../src/core/tool-call.js';
import { heldCommands } from '../../../src/frontends/headless/run-result.js';

const call = (more: Partial<ToolCall>): ToolCall => ({
	...{ id: 'a', title: 'Run tests', kind: 'execute', status: 'completed', content: [], locations: [] },
	...{ startedAt: 0, terminals: [], verdict: { decision: 'allowed', because: 'held in the shadow' } },
	...more,
});

test('Commands that ran in a shadow are named with their exit code, as far as it is reported.', () => {
	const withExit = call({ rawInput: { command: 'npm test' }, status: 'failed', result: { exitCode: 1 } });
	const held = { because: 'held in the shadow', changes: [] };
	expect(heldCommands([withExit, call({})])).toEqual([
		{ ...held, command: 'npm test', exitCode: 1 },
		{ ...held, command: 'Run tests', exitCode: null },
	]);
});

test.each<[string, Partial<ToolCall>]>([
	['an edit', { kind: 'edit' }],
	['what a rule allowed', { verdict: { decision: 'allowed', because: 'a rule' } }],
	['what nobody decided about', { verdict: undefined as never }],
])('%s is none', (_, more) => {
	expect(heldCommands([call(more)])).toEqual([]);
});
