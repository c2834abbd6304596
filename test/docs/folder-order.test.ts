import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './pages.js';

/** The folders of a room, those that the others build on first; an import upwards is an exception, named here. */
const ROOMS: Readonly<Record<string, { readonly order: string; readonly upwards: readonly string[] }>> = {
	view: {
		order:
			'usage status pictures theme keys composer code maths diagrams terminal-output retry markdown transcript state recovery panel export rewind pickers hand-over sign-in slash-commands commands questions plan-steps subagents side-panel actions linear review hunks elicitation frame shadow commit side-question inline sessions settings palette',
		upwards: [
			'pickers → hand-over',
			'questions → shadow',
			'slash-commands → frame',
			'state → panel',
			'subagents → linear',
		],
	},
	services: {
		order:
			'secrets threads pictures diagrams programs guard git files terminals hooks state snapshots worktrees sessions usage network log sign-in mcp launch folders agents desktop file-index attachments command-checks sandbox shadow review commit exports commands',
		upwards: ['files → sandbox', 'files → snapshots', 'git → attachments', 'programs → files', 'terminals → sandbox'],
	},
	app: { order: 'changes review shadow hooks client-methods commands network side-question commit', upwards: [] },
	agent: { order: 'translate errors sign-in requests', upwards: [] },
	cli: {
		order: 'worktrees config commands mcp settings themes agents subcommands resume session',
		upwards: ['config → agents', 'config → themes'],
	},
	core: {
		order:
			'text plan shadow network usage side-question sandbox policy commands hooks mcp settings agents worktrees subagents sign-in elicitation edits review commit resuming session sessions',
		upwards: ['network → policy', 'policy → edits', 'resuming → session', 'shadow → policy', 'side-question → session'],
	},
	'core/session': {
		order:
			'steering entries sign-in changes modes plan hooks questions options usage agents side-question sandbox shadow retry resuming recovery prompts subagents branching reducers',
		upwards: [
			'resuming → branching',
			'resuming → prompts',
			'resuming → recovery',
			'retry → prompts',
			'sign-in → prompts',
			'sign-in → recovery',
		],
	},
	frontends: { order: 'prompt interactive inline fullscreen linear headless', upwards: [] },
};

/** Imports of a folder upwards that are as many as a reader can keep in mind. */
const MOST_UPWARDS = 8;

/** The folders of a room that import each other, as `from → to`. */
function importsOf(room: string): ReadonlySet<string> {
	const found = new Set<string>();
	for (const file of globSync('**/*.{ts,tsx}', { cwd: join(root, 'src', room) })) {
		const [from = '', ...below] = file.split('/');
		if (below.length === 0) continue;
		const text = readFileSync(join(root, 'src', room, file), 'utf8');
		for (const [, path = ''] of text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)) {
			const [to = '', ...rest] = join(dirname(file), path).split('/');
			if (rest.length > 0 && to !== from && to !== '..') found.add(`${from} → ${to}`);
		}
	}
	return found;
}

test.each(Object.entries(ROOMS))('folders of src/%s import downwards only, but for what is named', (room, known) => {
	const order = known.order.split(' ');
	const heightOf = (folder = ''): number => order.indexOf(folder);
	const found = [...importsOf(room)];
	expect([...new Set(found.flatMap((each) => each.split(' → ')))].filter((name) => heightOf(name) < 0)).toEqual([]);
	const upwards = found.filter((each) => {
		const [from, to] = each.split(' → ');
		return heightOf(from) < heightOf(to);
	});
	expect(upwards.sort()).toEqual([...known.upwards].sort());
	expect(upwards.length).toBeLessThanOrEqual(MOST_UPWARDS);
});
