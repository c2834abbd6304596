import { expect, test } from 'vitest';
import { never, startDemo } from './harness.js';

const REFUSAL = 'Plan mode is on: nothing is written.';

/** A client whose plan mode holds as long as the agent is in it. */
function holding(answer: (kind: string) => string) {
	let isPlanning = true;
	return startDemo({
		files: { 'README.md': '# Shop\n', 'src/a.ts': 'export const a = 1;\n' },
		answer: ({ toolCall }) => {
			const chosen = answer(toolCall.kind ?? 'other');
			if (toolCall.kind === 'switch_mode') isPlanning = !chosen.startsWith('allow');
			return chosen;
		},
		refuseWrite: () => (isPlanning ? REFUSAL : null),
	});
}

test('/planmode: research, a refused write, approval, then one edit that is asked about', async () => {
	const demo = await holding(() => 'allow_once');
	expect(await demo.prompt('/planmode the login')).toBe('end_turn');
	expect(demo.updates('current_mode_update').map((update) => update['currentModeId'])).toEqual(['plan', 'default']);
	expect(demo.said).toContain(`It was refused, as it should be. The answer was: “${REFUSAL}”`);
	const [exit, edit] = demo.seen.asked;
	expect(exit).toMatchObject({ toolCall: { kind: 'switch_mode', title: 'Approve plan' } });
	expect(exit?.toolCall.rawInput).toMatchObject({ plan: expect.stringContaining('the login') });
	expect(exit?.toolCall.content).toMatchObject([{ content: { text: expect.stringContaining('# Plan') } }]);
	expect(exit?.options.map(({ optionId, kind }) => [optionId, kind])).toEqual([
		['acceptEdits', 'allow_always'],
		['default', 'allow_once'],
		['plan', 'reject_once'],
	]);
	expect(edit).toMatchObject({ toolCall: { kind: 'edit' } });
	expect(await demo.read('acp-tui-demo.md')).not.toContain('should not happen');
	expect(demo.said).toContain('The plan is carried out');
});

test('/planmode, approved with edits accepted: the edit is not asked about', async () => {
	const demo = await holding(() => 'allow_always');
	await demo.prompt('/planmode');
	expect(demo.updates('current_mode_update').at(-1)).toMatchObject({ currentModeId: 'acceptEdits' });
	expect(demo.seen.asked).toHaveLength(1);
	expect(await demo.read('acp-tui-demo.md')).toContain('a plan was approved');
});

test.each(['reject_once', 'cancelled'])(
	'/planmode, %s: planning goes on, and feedback makes a new plan',
	async (no) => {
		const demo = await holding(() => no);
		expect(await demo.prompt('/planmode')).toBe('end_turn');
		expect(demo.tool('Approve plan')).toMatchObject({ status: 'failed' });
		expect(demo.updates('current_mode_update')).toHaveLength(1);
		expect(demo.said).toContain('We stay in plan mode and nothing was changed.');
		await demo.prompt('Use Redis, please');
		expect(demo.seen.asked[1]?.toolCall.rawInput).toMatchObject({ plan: expect.stringContaining('Use Redis, please') });
		await expect(demo.read('acp-tui-demo.md')).rejects.toThrow('ENOENT');
	},
);

test('a client whose plan mode does not hold hears so', async () => {
	const demo = await startDemo({ answer: () => 'reject_once' });
	await demo.prompt('/planmode');
	expect(demo.said).toContain('That write went through.');
});

test('cancelling while the plan is reviewed leaves everything as it is', async () => {
	const demo = await startDemo({ answer: () => never() });
	const turn = demo.prompt('/planmode');
	await demo.seen.until((seen) => seen.asked.length === 1);
	await demo.cancel();
	expect(await turn).toBe('cancelled');
	expect(demo.tool('Approve plan')).toMatchObject({ status: 'failed' });
});

test('/steps works through its steps, at most one at a time', async () => {
	const files = { 'README.md': '# Shop\n', 'src/login.ts': 'export const login = 1;\n', 'test/a.test.ts': '' };
	const demo = await startDemo({ files });
	await demo.prompt('/steps the login');
	const plans = demo.updates('plan').map((plan) => plan['entries'] as { status: string; priority: string }[]);
	expect(plans).toHaveLength(5);
	for (const [index, entries] of plans.entries()) {
		expect(entries.filter((entry) => entry.status === 'completed')).toHaveLength(index);
		expect(entries.filter((entry) => entry.status === 'in_progress')).toHaveLength(index < 4 ? 1 : 0);
	}
	expect(demo.tool('Search for "login"')).toMatchObject({ kind: 'search', status: 'completed' });
	expect(demo.said).toContain('`src/login.ts:1`');
	expect(demo.said).toContain('1 file belong');
	expect(demo.seen.asked).toEqual([]);
});

test('/steps in an empty directory comes to its end', async () => {
	const demo = await startDemo({ files: {} });
	expect(await demo.prompt('/steps')).toBe('end_turn');
	expect(demo.said).toContain('0 files, no source code');
});

test('/tour shows everything once, with two kinds of questions and a plan to approve', async () => {
	const demo = await holding(() => 'allow_once');
	expect(await demo.prompt('/tour')).toBe('end_turn');
	// This client holds writes until the plan is approved, so the edit before that fails: the tour goes on.
	expect(demo.seen.asked.map((each) => each.toolCall.kind)).toEqual(['edit', 'execute', 'switch_mode']);
	expect(demo.thought).toContain('This is what thoughts look like.');
	expect(demo.updates('plan')).toHaveLength(6);
	expect(demo.said).toContain('That was the tour.');
	expect(demo.tools.map((tool) => tool['kind'])).toEqual(['search', 'read', 'edit', 'execute', 'edit', 'switch_mode']);
});
