import { expect, test } from 'vitest';
import { planSteps } from '../../../src/core/text/plan-steps.js';

const stepsOf = (plan: string): readonly string[] => planSteps(plan).map(({ text }) => text);

test.each([
	['numbers', '# Plan\n\n1. one\n2. two\n', ['one', 'two']],
	['numbers with brackets', '1) one\n2) two', ['one', 'two']],
	['dots', '- one\n* two\n+ three', ['one', 'two', 'three']],
	['boxes to check', '- [ ] one\n- [x] two', ['one', 'two']],
	['what stands below a step', '1. one\n   - detail\n\n   more\n2. two', ['one\n- detail\n\nmore', 'two']],
	['a paragraph behind the list', '1. one\n2. two\n\nThen all is done.', ['one', 'two']],
	['lists with dots beside numbers', 'Why:\n- reason\n\n1. one\n2. two\n\n- note', ['one', 'two']],
	['code in a step', '1. one\n   ```\n   1. no step\n   ```\n2. two', ['one\n```\n1. no step\n```', 'two']],
	['code beside the list', '```\n- no step\n```\n- one', ['one']],
	['other line endings', '1. one\r\n2. two\r\n', ['one', 'two']],
	[
		'headings that are called steps',
		'# Plan\n\n## Step 1: one\n- detail\n### More\nmore\n\n## Phase 2 – two\n\n## Risks\nnone',
		['one\n- detail\n### More\nmore', 'two'],
	],
	['numbered headings without a list of numbers', '## 1. one\n- detail\n\n## 2) two\n', ['one\n- detail', 'two']],
	['numbers below numbered headings', '## 1. Why\n\n## 2. How\n1. one\n2. two', ['one', 'two']],
	[
		'headings that are no steps',
		'## Context\n\ntext\n\n## Step by step\n\n```\n## Step 1: code\n## Step 2: code\n```',
		[],
	],
	['no list', 'Change the file, then run the tests.', []],
	['nothing', '', []],
])('The steps of a plan are the items of its list: %s.', (_, plan, steps) => {
	expect(stepsOf(plan)).toEqual(steps);
});

test('A heading of many blanks takes no time that grows with their square.', () => {
	expect(stepsOf(`# step 1${' '.repeat(200_000)}\n- a\n- b\n`)).toEqual(['a', 'b']);
	expect(stepsOf('# Step 1 -: a\n# Step 2 : - b\n')).toEqual(['a', '- b']);
});

test('A plan of ten thousand items has a bounded number of steps.', () => {
	expect(stepsOf('- x\n'.repeat(10_000)).length).toBeLessThanOrEqual(200);
});
