import { expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { commandRunner } from '../../../src/core/session/sandbox/held-by.js';
import type { ToolCallPatch } from '../../../src/core/tool-call.js';
import { busy, play } from './play.js';

const tool = (patch: Partial<ToolCallPatch>): AppEvent => ({
	type: 'tool',
	patch: { id: 'c1', kind: 'execute', status: 'completed', ...patch },
});
const ours: AppEvent = { type: 'terminal-started', terminalId: 't1', command: 'make', cwd: '/w', ours: true };
const denied: AppEvent = {
	type: 'decided',
	toolCallId: 'c1',
	title: 'make',
	verdict: { decision: 'denied', because: 'no' },
	source: 'policy',
};

test.each<[string, readonly AppEvent[], string | null]>([
	['did nothing', [], null],
	['ran a command', [tool({})], 'agent'],
	['edited a file', [tool({ kind: 'edit' })], null],
	['runs its first command', [tool({ status: 'in_progress' })], null],
	['ran it in a terminal of ours', [ours, tool({ content: [{ type: 'terminal', terminalId: 't1' }] })], 'here'],
	['was refused it', [tool({ status: 'pending' }), denied], null],
])('An agent that %s.', (_, events, runner) => {
	expect(commandRunner(play(busy(), ...events).state)).toBe(runner);
});
