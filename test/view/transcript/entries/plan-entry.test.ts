import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlanStep } from '../../../../src/core/agent-info.js';
import { lineText, lineWidth } from '../../../../src/view/spans.js';
import { planText } from '../../../../src/view/transcript/as-text/entry-text.js';
import { isPlanActive, renderHaltedPlan, renderPlan } from '../../../../src/view/transcript/entries/plan-entry.js';
import { texts } from '../samples.js';

const step = (
	text: string,
	status: PlanStep['status'] = 'pending',
	priority: PlanStep['priority'] = 'medium',
): PlanStep => ({ text, status, priority });
const three = [step('Read the router', 'completed'), step('Add the limiter', 'in_progress'), step('Write tests')];
const many = Array.from({ length: 20 }, (_, index) =>
	step(`Step ${index}`, index < 9 ? 'completed' : index === 9 ? 'in_progress' : 'pending'),
);
const draw = (steps: readonly PlanStep[], width: number, maxRows: number, isCollapsed = false) =>
	texts(renderPlan(steps, { width, maxRows, isCollapsed }));

test('a plan that does not fit takes a line a step', () => {
	expect(draw(three, 40, 8).slice(1)).toEqual(['✓ Read the router', '▸ Add the limiter', '○ Write tests']);
});

test('a long plan shows what surrounds the step at hand and counts the rest', () => {
	expect(draw(many, 40, 6).slice(1)).toEqual(['✓ Step 8', '▸ Step 9', '○ Step 10', '○ Step 11', '⋯ 8 done, 8 more']);
	expect(draw(many, 40, 2).slice(1)).toEqual(['▸ Step 9 ⋯ 9 done, 10 more']);
});

test('collapsed, or with one row, the header names the step at hand', () => {
	expect(draw(three, 40, 8, true)).toEqual(['── Tasks 1/3 ▸ Add the limiter ─────────']);
	expect(draw(three, 40, 1)).toHaveLength(1);
});

test('a plan that nobody works on is one row: how far it came', () => {
	expect(texts([renderHaltedPlan(three, true, 40)])).toEqual([`── Tasks 1/3 · stopped ${'─'.repeat(17)}`]);
	expect(texts([renderHaltedPlan(three, false, 40)])).toEqual([`── Tasks 1/3 · 2 left ${'─'.repeat(18)}`]);
	expect(lineWidth(renderHaltedPlan(three, true, 12))).toBeLessThanOrEqual(12);
});

test('a finished or empty plan is not active', () => {
	expect(isPlanActive(null)).toBe(false);
	expect(isPlanActive([])).toBe(false);
	expect(isPlanActive([step('a', 'completed')])).toBe(false);
	expect(isPlanActive(three)).toBe(true);
	expect(draw([], 40, 4)).toEqual([]);
});

test('any plan keeps to its rows and its width, and the step at hand is visible', () => {
	const steps = fc.array(
		fc.record({
			text: fc.string({ unit: 'binary', maxLength: 30 }),
			status: fc.constantFrom('pending' as const, 'in_progress' as const, 'completed' as const),
			priority: fc.constantFrom('high' as const, 'medium' as const, 'low' as const),
		}),
		{ minLength: 1, maxLength: 15 },
	);
	fc.assert(
		fc.property(steps, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 10 }), (plan, width, maxRows) => {
			const lines = renderPlan(plan, { width, maxRows, isCollapsed: false });
			expect(lines.length).toBeLessThanOrEqual(maxRows);
			for (const line of lines) {
				expect(lineWidth(line)).toBeLessThanOrEqual(width);
				expect(lineText(line)).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
			}
			const isWorking = plan.some((one) => one.status === 'in_progress');
			if (isWorking && maxRows > 1 && width > 1) expect(lines.map(lineText).join('')).toContain('▸');
		}),
	);
});

test('a step that stands in no usual way says how, on the screen and in Markdown', () => {
	const steps = [{ ...step('Deploy'), says: 'blocked, urgent' }, step('Test')];
	expect(draw(steps, 60, 8)[1]).toBe('○ Deploy · blocked, urgent   ○ Test');
	expect(planText(steps)).toBe('- [ ] Deploy (blocked, urgent)\n- [ ] Test');
});
