import { sanitizeLine } from '../../../core/text/sanitize.js';
import { heldChanges, rowWords, UNKNOWN_CHANGES } from '../../../core/worktrees/words.js';
import type { WorktreeRow } from '../../../core/worktrees/worktree.js';
import { cleanUp } from '../../../services/worktrees/remove.js';
import {
	endWorktree,
	findWorktree,
	listWorktrees,
	type WorktreesOptions,
} from '../../../services/worktrees/worktrees.js';
import { confirm } from '../../confirm.js';
import { ensured, UsageError } from '../../errors.js';
import { printText } from '../../output.js';
import { type Style, styleFor } from '../../style.js';
import type { SubcommandHost } from '../../subcommand.js';
import { findWorkspace } from '../../workspace.js';
import { discardQuestion } from '../../worktrees/start-end.js';

export type WorktreesRequest = {
	readonly action: 'list' | 'merge' | 'patch' | 'remove';
	readonly cwd: string | null;
	readonly name: string;
	readonly isJson: boolean;
	readonly isAgreed: boolean;
};

export async function runWorktrees(request: WorktreesRequest, { world, stop }: SubcommandHost): Promise<number> {
	const cwd = await findWorkspace(request.cwd, world.cwd);
	const options: WorktreesOptions = {
		env: world.env,
		dataDir: world.paths.dataDir,
		ownUse: null,
		signal: stop.signal,
	};
	await cleanUp(world.paths.dataDir, options);
	if (request.action === 'list') {
		const rows = ensured(await listWorktrees(cwd, options));
		if (request.isJson) return printText(`${JSON.stringify(rows, null, 2)}\n`);
		if (rows.length === 0) return printText(`${NO_WORKTREES}\n`);
		return printText(tableOf(rows, await styleFor(process.stdout, world.env)));
	}
	const row = ensured(await findWorktree(cwd, request.name, options));
	if (request.action === 'remove' && !(await agrees(row, request.isAgreed, stop.signal))) return 0;
	const how = request.action === 'remove' ? 'discard' : request.action;
	return printText(`${sanitizeLine(ensured(await endWorktree(row, how, options)))}\n`);
}

async function agrees(row: WorktreeRow, isAgreedBefore: boolean, stop: AbortSignal): Promise<boolean> {
	const held = row.changes === null ? UNKNOWN_CHANGES : heldChanges(row.changes);
	if (held === '' || isAgreedBefore) return true;
	const answer = await confirm(discardQuestion(row, held), stop);
	if (answer === null) throw new UsageError(needsYes(row, held));
	return answer;
}

function tableOf(rows: readonly WorktreeRow[], style: Style): string {
	const width = Math.max(...rows.map(({ name }) => name.length));
	const lines = rows.map((row) => {
		const { name, path } = row;
		const words = rowWords(row);
		return `${style.heading(name.padEnd(width))}  ${words}\n${' '.repeat(width + 2)}${style.detail(sanitizeLine(path))}`;
	});
	return `${lines.join('\n')}\n`;
}

const NO_WORKTREES = 'This repository has no worktrees of sessions; acp-tui --worktree makes one.';
const needsYes = ({ name }: WorktreeRow, held: string): string =>
	`the worktree ${name} has ${held} that would be lost; --yes removes it all the same`;
