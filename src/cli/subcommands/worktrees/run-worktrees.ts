import { sanitizeLine } from '../../../core/text/sanitize.js';
import type { WorktreeEnd, WorktreeRow } from '../../../core/worktrees/worktree.js';
import { heldChanges, listWords, UNKNOWN_CHANGES } from '../../../core/worktrees/worktree-words.js';
import { cleanUp } from '../../../services/worktrees/remove-worktree.js';
import {
	endWorktree,
	findWorktree,
	listWorktrees,
	type WorktreesOptions,
} from '../../../services/worktrees/worktrees.js';
import { confirm } from '../../confirm.js';
import { ensured, UsageError } from '../../errors.js';
import { findWorkspace } from '../../find-workspace.js';
import { printText } from '../../output.js';
import { styleFor } from '../../style.js';
import type { SubcommandHost } from '../../subcommand.js';
import { discardQuestion } from '../../worktrees/start-end.js';

type Place = { readonly cwd?: string };
type NamedRequest = Place & { readonly name: string };

async function placeOf({ cwd }: Place, { world, stop }: SubcommandHost) {
	const { env, paths } = world;
	const options: WorktreesOptions = { env, dataDir: paths.dataDir, ownUse: null, signal: stop.signal };
	const workspace = await findWorkspace(cwd, world.cwd);
	await cleanUp(paths.dataDir, options);
	return { workspace, options };
}

export async function runWorktreesList(
	request: Place & { readonly json?: true },
	host: SubcommandHost,
): Promise<number> {
	const { workspace, options } = await placeOf(request, host);
	const rows = ensured(await listWorktrees(workspace, options));
	if (request.json) return printText(`${JSON.stringify(rows, null, 2)}\n`);
	if (rows.length === 0) return printText(`${NO_WORKTREES}\n`);
	const { heading, detail } = await styleFor(process.stdout, host.world.env);
	return printText(`${listWords(rows, heading, detail)}\n`);
}

const ending =
	(how: Exclude<WorktreeEnd, 'keep'>) =>
	async (request: NamedRequest & { readonly yes?: true }, host: SubcommandHost): Promise<number> => {
		const { workspace, options } = await placeOf(request, host);
		const row = ensured(await findWorktree(workspace, request.name, options));
		if (how === 'discard' && !(await agrees(row, request.yes === true, host.stop.signal))) return 0;
		return printText(`${sanitizeLine(ensured(await endWorktree(row, how, options)))}\n`);
	};

export const runWorktreesMerge = ending('merge');
export const runWorktreesPatch = ending('patch');
export const runWorktreesRemove = ending('discard');

async function agrees(row: WorktreeRow, isAgreedBefore: boolean, stop: AbortSignal): Promise<boolean> {
	const held = row.changes === null ? UNKNOWN_CHANGES : heldChanges(row.changes);
	if (held === '' || isAgreedBefore) return true;
	const answer = await confirm(discardQuestion(row, held), stop);
	if (answer === null) throw new UsageError(needsYes(row, held));
	return answer;
}

const NO_WORKTREES = 'This repository has no worktrees of sessions; acp-tui --worktree makes one.';
const needsYes = ({ name }: WorktreeRow, held: string): string =>
	`the worktree ${name} has ${held} that would be lost; --yes removes it all the same`;
