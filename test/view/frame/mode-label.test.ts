import { describe, expect, test } from 'vitest';
import type { Mode } from '../../../src/core/policy/policy-types.js';
import type { SessionSandbox } from '../../../src/core/sandbox/session-sandbox.js';
import type { SessionState } from '../../../src/core/session/state.js';
import { modeSpans } from '../../../src/view/frame/mode-label.js';
import { busy, endTurn, openedWith } from '../../core/session/play.js';
import { createStage, happen, misfits, press, screen, text } from '../stage.js';

const KEYS = { cycle: 'shift+tab', why: 'alt+i' };
const asking = endTurn(busy()).state;
const neverAsking = endTurn(busy('go', openedWith({ asking: { edits: 'doesNotAsk' } }))).state;

function inMode(state: SessionState, mode: Mode, change: Partial<SessionSandbox>): SessionState {
	return { ...state, mode: { ...state.mode, mode }, sandbox: { ...state.sandbox, ...change } };
}

function label(session: SessionState, columns = 80, keys: Parameters<typeof modeSpans>[1] = KEYS): string {
	return modeSpans(session, keys, columns)
		.map((span) => span.text)
		.join('');
}

describe('The footer says what holds the agent to the mode:', () => {
	test.each([
		['off', 'default', 'none', '○ default (sandbox off)', '○ default (sandbox off)'],
		['off', 'acceptEdits', 'none', '» accept edits (sandbox off)', '» accept edits (sandbox off)'],
		['off', 'plan', 'none', '▪ plan (sandbox off)', '▪ plan (sandbox off)'],
		['watch', 'default', 'none', '○ default', '○ default (watched)'],
		['watch', 'acceptEdits', 'none', '» accept edits', '» accept edits (watched)'],
		['watch', 'plan', 'none', '▪ plan', '▪ plan (watched)'],
		['fence', 'default', 'none', '○ default (fence)', '○ default (fence, watched)'],
		['fence', 'acceptEdits', 'none', '» accept edits (fence)', '» accept edits (fence, watched)'],
		['fence', 'plan', 'enforced', '▪ plan (enforced)', '▪ plan (enforced)'],
		['fence', 'plan', 'pending', '▪ plan', '▪ plan'],
		['fence', 'plan', 'watched', '▪ plan (watched)', '▪ plan (watched)'],
		['shadow', 'default', 'none', '○ default (shadow)', '○ default (shadow)'],
		['shadow', 'acceptEdits', 'none', '» accept edits (shadow)', '» accept edits (shadow)'],
		['shadow', 'plan', 'enforced', '▪ plan (enforced)', '▪ plan (enforced)'],
		['shadow', 'plan', 'watched', '▪ plan (watched)', '▪ plan (watched)'],
	] as const)('%s in %s that is %s.', (agent, mode, enforcement, whereItAsks, whereNot) => {
		const none = { cycle: null, why: null };
		expect(label(inMode(asking, mode, { agent, enforcement }), 80, none)).toBe(whereItAsks);
		expect(label(inMode(neverAsking, mode, { agent, enforcement }), 80, none)).toBe(whereNot);
	});

	test('where there is no room for two words the one that warns stays.', () => {
		expect(label(inMode(neverAsking, 'acceptEdits', { agent: 'fence' }), 30)).toBe('» accept edits (watched)');
	});

	test.each(['fence', 'shadow'] as const)('nothing while an agent in a %s is being started.', (agent) => {
		for (const phase of ['starting', 'opening'] as const) {
			for (const [mode, enforcement] of [
				['default', 'none'],
				['plan', 'none'],
				['plan', 'watched'],
			] as const) {
				const held = inMode(neverAsking, mode, { agent, enforcement });
				const words = label({ ...held, connection: { phase, since: 0 } });
				expect(words).not.toMatch(/\(watched|why/);
			}
		}
		const watched = inMode(neverAsking, 'default', { agent: 'watch' });
		expect(label({ ...watched, connection: { phase: 'opening', since: 0 } })).toContain('(watched)');
	});

	test('an agent that does not run is held by nothing.', () => {
		const session = { ...inMode(asking, 'default', { agent: 'fence' }), connection: { phase: 'starting', since: 0 } };
		expect(label(session as SessionState, 80, { cycle: null, why: null })).toBe('○ default');
	});
});

describe('The key that the footer names says why plan mode is only watched', () => {
	const reason = 'The workspace could not be made read-only: it is busy';
	test.each([
		[100, 32],
		[40, 12],
		[200, 60],
		[30, 12],
	])('at %d by %d cells.', (columns, rows) => {
		const stage = createStage(endTurn(busy()), columns, rows);
		happen(
			stage,
			{ type: 'set-mode', mode: 'plan' },
			{ type: 'sandbox-changed', change: { agent: 'fence', enforcement: 'watched', reason } },
		);
		expect(screen(stage).at(-1)).toMatch(/plan \(watched\)(?: \(shift\+tab\))?(?: ·)? alt\+i why/);
		press(stage, 'alt+i');
		expect(misfits(stage)).toEqual([]);
		expect(text(stage)).toMatch(/▸ +\d plan mode/);
		const seen = [text(stage)];
		for (let page = 0; page < 12; page += 1) {
			press(stage, 'pagedown');
			seen.push(text(stage));
		}
		for (const word of reason.split(' ')) expect(seen.join(' ')).toContain(word);
	});
});

test('a named mode has its name and colour, and says so while its agent plans', () => {
	const definition = { base: 'default', rules: [], instructions: null, model: null, isInCycle: true } as const;
	const ownModes = [{ ...definition, name: 'careful', color: 'info', version: '1' } as const];
	const own = { name: 'careful', base: 'default', version: '1' } as const;
	const careful = { ...asking, ownModes, mode: { ...asking.mode, own } };
	expect(label(careful)).toMatch(/^○ careful /);
	expect(modeSpans(careful, KEYS, 80)[0]?.style).toMatchObject({ color: 'info', bold: true });
	expect(label({ ...careful, mode: { ...careful.mode, mode: 'plan' } })).toMatch(/^▪ plan, careful /);
});
