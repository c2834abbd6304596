import { expect, test } from 'vitest';
import type { SessionSandbox } from '../../../src/core/sandbox/session-sandbox.js';
import { modeSpans } from '../../../src/view/frame/mode-label.js';
import { busy, endTurn } from '../../core/session/play.js';

function label(mode: 'plan' | 'default', change: Partial<SessionSandbox>): string {
	const { state } = endTurn(busy());
	const session = { ...state, mode: { ...state.mode, mode }, sandbox: { ...state.sandbox, ...change } };
	return modeSpans(session, false, 80)
		.map(({ text }) => text)
		.join('');
}

test.each([
	['plan', 'enforced', '▪ plan (enforced)'],
	['plan', 'watched', '▪ plan (watched)'],
	['plan', 'pending', '▪ plan'],
	['plan', 'none', '▪ plan'],
	['default', 'enforced', '○ default'],
	['default', 'watched', '○ default'],
] as const)('in %s mode that is %s the footer says %s', (mode, enforcement, words) => {
	expect(label(mode, { enforcement })).toBe(words);
});
