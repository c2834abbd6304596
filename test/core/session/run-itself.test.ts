import { expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { hasRunItself } from '../../../src/core/session/sandbox/held-by.js';
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

test.each<[string, readonly AppEvent[], boolean]>([
	['did nothing', [], false],
	['ran a command', [tool({})], true],
	['edited a file', [tool({ kind: 'edit' })], false],
	['runs its first command', [tool({ status: 'in_progress' })], false],
	['ran it in a terminal of ours', [ours, tool({ content: [{ type: 'terminal', terminalId: 't1' }] })], false],
	['was refused it', [tool({ status: 'pending' }), denied], false],
])('An agent that %s.', (_, events, has) => {
	expect(hasRunItself(play(busy(), ...events).state)).toBe(has);
});
