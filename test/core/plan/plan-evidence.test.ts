import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlanStep } from '../../../src/core/agent-info.js';
import {
	type ApprovedPlan,
	approvedPlan,
	comparePlan,
	isSameStep,
	listedSteps,
	type Seen,
	withSeen,
} from '../../../src/core/plan/plan-evidence.js';

const PLAN = '# Plan\n\n1. Read `src/a.ts`\n2. Change `src/a.ts` and b.ts\n3. Run `npm test`\n4. Think about it\n';

function planOf(text: string): ApprovedPlan {
	const plan = approvedPlan({ presented: text, text, files: [], since: 0 });
	if (plan === null) throw new Error('it has steps');
	return plan;
}

const seeing = (text: string, ...seen: readonly Seen[]): ApprovedPlan =>
	seen.reduce((plan, each) => withSeen(plan, each), planOf(text));
const saw = (words: string): Seen[] =>
	words.split(', ').map((each) => {
		const [kind = '', ...name] = each.split(' ');
		return { kind: kind as Seen['kind'], name: name.join(' ') };
	});

test.each<[string, string, readonly string[]]>([
	['read src/a.ts', 'both steps that name it', ['src/a.ts read', 'src/a.ts read', '', '']],
	['read src/a.ts, changed src/a.ts', 'a change counts for more', ['src/a.ts changed', 'src/a.ts changed', '', '']],
	['changed src/a.ts, read src/a.ts', 'whichever came first', ['src/a.ts changed', 'src/a.ts changed', '', '']],
	['added lib/b.ts, changed lib/b.ts', 'a new file stays new', ['', 'lib/b.ts created', '', '']],
	['added b.ts, deleted b.ts', 'the last word', ['', 'b.ts deleted', '', '']],
	['held b.ts', 'a change in a shadow', ['', 'b.ts changed in the shadow', '', '']],
	['changed src/a.ts, changed b.ts', 'two files', ['src/a.ts changed', 'src/a.ts, b.ts changed', '', '']],
	['ran cd web && npm test', 'a command', ['', '', 'cd web && npm test ran', '']],
	['ran npm test, failed npm test', 'a command that failed', ['', '', 'npm test failed', '']],
	['changed c.ts, ran ls', 'nothing that is named', ['', '', '', '']],
])('Seen: %s. The checklist says it: %s.', (words, _, seen) => {
	const listed = listedSteps(seeing(PLAN, ...saw(words)));
	expect(listed.map((step) => step.seen)).toEqual(seen);
	// Whatever was seen, nothing is said to be done.
	expect(listed.every(({ status }) => status === 'pending')).toBe(true);
});

describe('Compared with what was done, a plan', () => {
	const compared = (text: string, words: string, own: readonly PlanStep[] | null = null) => {
		const { unseen, unnamed, vague } = comparePlan(seeing(text, ...(words === '' ? [] : saw(words))), own);
		return {
			unseen: unseen.map(({ number, isClaimed }) => (isClaimed ? `${number} claimed` : `${number}`)),
			unnamed,
			vague,
		};
	};

	test.each<[string, string, string, ReturnType<typeof compared>]>([
		['of which all was seen', PLAN, 'changed src/a.ts, ran npm test', { unseen: [], unnamed: [], vague: 1 }],
		['of which a command is missing', PLAN, 'changed src/a.ts', { unseen: ['3'], unnamed: [], vague: 1 }],
		[
			'with a file more',
			PLAN,
			'changed b.ts, changed c.ts, ran npm test',
			{ unseen: ['1'], unnamed: ['c.ts'], vague: 1 },
		],
		[
			'with a file that prose names',
			`${PLAN}\nSee c.ts.`,
			'changed b.ts, changed c.ts, ran npm test',
			{ unseen: ['1'], unnamed: [], vague: 1 },
		],
		['of which nothing was done', PLAN, '', { unseen: ['1', '2', '3', '4'], unnamed: [], vague: 0 }],
		['that names nothing', '1. Do it\n2. Test it', 'changed c.ts', { unseen: [], unnamed: [], vague: 2 }],
		[
			'that names nothing, and nothing was done',
			'1. Do it\n2. Test it',
			'',
			{ unseen: ['1', '2'], unnamed: [], vague: 0 },
		],
		['of which a file was only read', PLAN, 'read b.ts, ran npm test', { unseen: ['1'], unnamed: [], vague: 1 }],
		[
			'with a struck step',
			'1. ~~Change a.ts~~\n2. Change b.ts\n',
			'changed a.ts',
			{ unseen: ['2'], unnamed: ['a.ts'], vague: 0 },
		],
	])('%s.', (_, text, words, result) => {
		expect(compared(text, words)).toEqual(result);
	});

	test('counts what was done while the agent worked on the same step.', () => {
		const plan = withSeen(planOf(PLAN), { kind: 'changed', name: 'c.ts' }, ['think about it!']);
		expect(listedSteps(plan).map(({ seen }) => seen)).toEqual(['', '', '', 'c.ts changed']);
		expect(comparePlan(plan, null)).toMatchObject({ unnamed: [], vague: 0 });
	});
});

test('Each changed file is in a step, or listed, or named beside the steps; none twice.', () => {
	const file = fc.constantFrom('a.ts', 'src/a.ts', 'lib/b.ts', 'c.md', 'd/e/f.py', 'g.ts');
	const kind = fc.constantFrom<Seen['kind'][]>('changed', 'added', 'deleted', 'read', 'held');
	const named = fc.array(fc.uniqueArray(file, { maxLength: 3 }), { minLength: 1, maxLength: 6 });
	fc.assert(
		fc.property(named, fc.array(fc.record({ kind, name: file }), { maxLength: 20 }), (steps, seen) => {
			const text = steps
				.map((files, at) => `${at + 1}. Look after ${files.map((name) => `\`${name}\``).join(', ')}`)
				.join('\n');
			const plan = seeing(text, ...seen);
			const { unseen, unnamed, vague } = comparePlan(plan, null);
			const inSteps = new Set(plan.steps.flatMap((step) => step.seen.map(({ name }) => name)));
			for (const { name } of plan.changed) {
				if (plan.names.paths.length > 0) expect(inSteps.has(name) !== unnamed.includes(name)).toBe(true);
			}
			expect(new Set(unnamed).size).toBe(unnamed.length);
			const seenCount = plan.steps.filter((step) => step.seen.length > 0).length;
			expect(seenCount + unseen.length + vague).toBe(plan.steps.length);
			// The order and repetition of what was seen changes nothing that is listed.
			expect(comparePlan(seeing(text, ...seen, ...seen), null)).toEqual(comparePlan(plan, null));
		}),
	);
});

test.each<[string, string, boolean]>([
	['Run `npm test`', 'run npm test.', true],
	['Add the limiter to src/a.ts', 'Add the limiter', true],
	['Add the limiter', 'Add the limit', false],
	['Test', 'Test all of it', false],
	['', '', false],
])('%j and %j are the same step: %s.', (one, other, isSame) => {
	expect(isSameStep(one, other)).toBe(isSame);
	expect(isSameStep(other, one)).toBe(isSame);
});
