import { formatBytes } from '../../../core/text/bytes.js';
import { sanitizeText } from '../../../core/text/sanitize.js';
import { printText } from '../../print-text.js';
import { styleFor } from '../../style.js';
import { sizeOf } from '../../units.js';
import { UsageError } from '../../usage-error.js';
import type { SubcommandHost } from '../subcommand.js';
import { openKept } from './kept.js';
import * as messages from './messages.js';
import type { SessionsPruneRequest } from './request.js';
import { jsonText, rowJson } from './row-json.js';
import { sessionTable } from './table.js';

const DAY = 24 * 3600 * 1000;

/** Carries out `acp-tui sessions prune`. One limit on the command line takes the place of both of the config. */
export async function runSessionsPrune(request: SessionsPruneRequest, { world }: SubcommandHost): Promise<number> {
	const { isDryRun, isJson } = request;
	const { index, settings } = await openKept(request.cwd, world);
	const { days, maxSize } = settings.sessions;
	const isGiven = (request.olderThan ?? request.maxBytes) !== null;
	const age = isGiven ? request.olderThan : days === false ? null : days * DAY;
	const maxBytes = isGiven ? request.maxBytes : maxSize === false ? null : sizeOf(maxSize);
	if (age === null && maxBytes === null) throw new UsageError(messages.NO_LIMITS);
	const now = Date.now();
	const { rows, bytes, failed } = await index.prune({ before: age === null ? null : now - age, maxBytes, isDryRun });
	for (const { because } of failed) process.stderr.write(`acp-tui: ${sanitizeText(because)}\n`);
	if (isJson) {
		await printText(jsonText(rows.map(rowJson)));
	} else {
		const { isTTY, columns } = process.stdout;
		const look = {
			style: await styleFor(process.stdout, world.env),
			columns: isTTY ? columns : Number.POSITIVE_INFINITY,
			home: world.home,
			now,
			hasFolders: true,
		};
		const table = isDryRun ? sessionTable(rows, look) : '';
		const summary =
			rows.length === 0 ? messages.PRUNED_NOTHING : messages.pruned(rows.length, formatBytes(bytes), isDryRun);
		await printText(`${table}${summary}\n`);
	}
	return failed.length > 0 ? 1 : 0;
}
