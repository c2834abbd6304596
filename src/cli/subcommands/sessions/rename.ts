import { CommandFailure } from '../../command-failure.js';
import { printText } from '../../print-text.js';
import type { SubcommandHost } from '../subcommand.js';
import { findKept, openKept } from './kept.js';
import * as messages from './messages.js';
import type { SessionsRenameRequest } from './request.js';

/** Carries out `acp-tui sessions rename ID TITLE`, also of a session that runs. */
export async function runSessionsRename(
	{ id, title }: SessionsRenameRequest,
	{ world }: SubcommandHost,
): Promise<number> {
	const { index } = await openKept(null, world);
	const row = await findKept(index, id);
	const wanted = title.replace(/\s+/g, ' ').trim();
	const renamed = await index.rename(row.id, wanted);
	if (!renamed.ok) throw new CommandFailure(renamed.failure);
	return printText(`${messages.renamed(row.id, wanted)}\n`);
}
