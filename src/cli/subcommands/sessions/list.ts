import { mergeLists } from '../../../core/sessions/merge-lists.js';
import type { SessionHit, SessionRow } from '../../../core/sessions/session-index.js';
import { shadowOf } from '../../../core/shadow/kept-shadow.js';
import { sanitizeText } from '../../../core/text/sanitize.js';
import { readKept } from '../../../services/shadow/record.js';
import { printText } from '../../print-text.js';
import { styleFor } from '../../style.js';
import type { World } from '../../world.js';
import type { SubcommandHost } from '../subcommand.js';
import { readAgentList } from './agent-list.js';
import { openKept } from './kept.js';
import * as messages from './messages.js';
import type { SessionsListRequest, SessionsSearchRequest } from './request.js';
import { hitJson, jsonText, rowJson } from './row-json.js';
import { sessionTable } from './table.js';

/** Carries out `acp-tui sessions`. The agent that the command line names is asked for its own list. */
export async function runSessionsList(request: SessionsListRequest, host: SubcommandHost): Promise<number> {
	const { index, cwd } = await openKept(request.cwd, host.world);
	const folder = request.isAll ? null : cwd;
	const hasAgent = (request.agent ?? request.agentCommand) !== null;
	const [kept, theirs] = await Promise.all([
		index.list(folder === null ? {} : { cwd: folder }),
		hasAgent ? readAgentList(request, folder, host) : null,
	]);
	if (host.stop.signal.aborted) return Number(host.stop.signal.reason);
	if (kept.unreadable.length > 0) warn(messages.unreadable(kept.unreadable));
	let { rows } = kept;
	if (theirs !== null) {
		const { agent, sessions, cutShort, failure } = theirs;
		if (failure !== null) warn(messages.agentFailed(agent, [failure.message, failure.hint ?? ''].join(' ').trim()));
		if (cutShort !== null) warn(messages.cutShort(agent, cutShort));
		rows = mergeLists(
			rows.filter((row) => row.agent === agent),
			agent,
			sessions,
		);
	}
	await write(rows, request, host, request.isAll ? messages.NONE : messages.NONE_HERE);
	if (theirs === null || theirs.failure === null) return 0;
	return theirs.failure.code === 'auth-required' ? 3 : 1;
}

export async function runSessionsSearch(request: SessionsSearchRequest, host: SubcommandHost): Promise<number> {
	const { index, cwd } = await openKept(request.cwd, host.world);
	const hits = await index.search(request.text, request.isAll ? {} : { cwd }, { signal: host.stop.signal });
	if (host.stop.signal.aborted) return Number(host.stop.signal.reason);
	await write(hits, request, host, request.isAll ? messages.NOTHING_FOUND : messages.nothingFoundHere);
	return 0;
}

async function write(
	rows: readonly (SessionRow | SessionHit)[],
	{ isJson, isAll }: SessionsListRequest,
	{ world }: SubcommandHost,
	nothing: string,
): Promise<void> {
	if (isJson) {
		const told = rows.map((row) => ('excerpt' in row ? hitJson(row) : rowJson(row)));
		await printText(jsonText(told));
		return;
	}
	const { isTTY, columns } = process.stdout;
	const look = {
		style: await styleFor(process.stdout, world.env),
		columns: isTTY ? columns : Number.POSITIVE_INFINITY,
		home: world.home,
		now: Date.now(),
		hasFolders: isAll,
	};
	await printText(rows.length === 0 ? `${nothing}\n` : sessionTable(rows, look) + (await inShadows(rows, world)));
}

/** Below the table: the sessions that left changes in a shadow, which they go on in. */
async function inShadows(rows: readonly SessionRow[], { paths }: World): Promise<string> {
	const kept = await readKept(paths.stateDir);
	const left = rows.filter((row) => row.state !== 'running' && shadowOf(kept, row) !== undefined);
	return left.length === 0 ? '' : `\n${left.map(({ id }) => `${messages.worksInShadow(id)}\n`).join('')}`;
}

function warn(words: string): void {
	process.stderr.write(`acp-tui: ${sanitizeText(words)}\n`);
}
