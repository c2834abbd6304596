import { resumeCommandLine } from '../../../core/resuming/resume-command.js';
import type { SessionHit, SessionRow } from '../../../core/session-index.js';
import { mergeLists } from '../../../core/sessions/merge-lists.js';
import { shadowOf } from '../../../core/shadow/saved-shadow.js';
import { counted } from '../../../core/text/counted.js';
import { sanitizeLine, sanitizeText } from '../../../core/text/sanitize.js';
import { readSavedShadows } from '../../../services/shadow/shadow-record.js';
import { printText } from '../../output.js';
import type { SubcommandHost } from '../../subcommand.js';
import type { World } from '../../world.js';
import type { AgentPlace } from '../sign-in/sign-in-agent.js';
import { readAgentList } from './agent-list.js';
import { openSavedSessions, refuseAgent } from './saved-sessions.js';
import { jsonText, rowJson, sessionTable, tableLook } from './session-rows.js';

type SessionsListRequest = AgentPlace & { readonly all?: true; readonly json?: true };

/** Carries out `acp-tui sessions`. The agent that the command line names is asked for its own list. */
export async function runSessionsList(request: SessionsListRequest, host: SubcommandHost): Promise<number> {
	const { index, cwd } = await openSavedSessions(request.cwd, host.world);
	const folder = request.all ? null : cwd;
	const hasAgent = (request.agent ?? request.agentCommand) !== undefined;
	const [kept, theirs] = await Promise.all([
		index.list(folder === null ? {} : { cwd: folder }),
		hasAgent ? readAgentList(request, folder, host) : null,
	]);
	if (host.stop.signal.aborted) return Number(host.stop.signal.reason);
	if (kept.trouble !== undefined) warn(kept.trouble);
	if (kept.unreadable.length > 0) warn(unreadable(kept.unreadable));
	let { rows } = kept;
	if (theirs !== null) {
		const { agent, sessions, cutShort, failure } = theirs;
		if (failure !== null) {
			const why = [failure.message, failure.hint ?? ''].join(' ').trim();
			warn(`the list of ${sanitizeLine(agent)} is missing: ${sanitizeLine(why)}`);
		}
		if (cutShort !== null) warn(`${sanitizeLine(agent)}: ${CUT_SHORT[cutShort]}`);
		rows = mergeLists(
			rows.filter((row) => row.agent === agent),
			agent,
			sessions,
		);
	}
	await write(rows, request, host, request.all ? NONE : NONE_HERE);
	if (theirs === null || theirs.failure === null) return 0;
	return theirs.failure.code === 'auth-required' ? 3 : 1;
}

export async function runSessionsSearch(
	request: SessionsListRequest & { readonly text: readonly string[] },
	host: SubcommandHost,
): Promise<number> {
	refuseAgent('search', request);
	const { index, cwd } = await openSavedSessions(request.cwd, host.world);
	const hits = await index.search(request.text.join(' '), request.all ? {} : { cwd }, { signal: host.stop.signal });
	if (host.stop.signal.aborted) return Number(host.stop.signal.reason);
	await write(hits, request, host, request.all ? NOTHING_FOUND : NOTHING_FOUND_HERE);
	return 0;
}

async function write(
	rows: readonly (SessionRow | SessionHit)[],
	{ json, all }: SessionsListRequest,
	{ world }: SubcommandHost,
	nothing: string,
): Promise<void> {
	if (json) {
		await printText(
			jsonText(rows.map((row) => ('excerpt' in row ? { ...rowJson(row), excerpt: row.excerpt } : rowJson(row)))),
		);
		return;
	}
	const look = await tableLook(world, all === true);
	await printText(rows.length === 0 ? `${nothing}\n` : sessionTable(rows, look) + (await inShadows(rows, world)));
}

/** Below the table: the sessions that left changes in a shadow, which they go on in. */
async function inShadows(rows: readonly SessionRow[], { paths }: World): Promise<string> {
	const kept = await readSavedShadows(paths.stateDir);
	const left = rows.filter((row) => row.state !== 'running' && shadowOf(kept, row) !== undefined);
	return left.length === 0 ? '' : `\n${left.map(({ id }) => worksInShadow(id)).join('')}`;
}

function warn(words: string): void {
	process.stderr.write(`acp-tui: ${sanitizeText(words)}\n`);
}

const NONE_HERE = 'No sessions in this folder. acp-tui sessions --all lists those of all folders.';
const NONE = 'No sessions are kept here.';
const NOTHING_FOUND = 'Nothing found.';
const NOTHING_FOUND_HERE = 'Nothing found in this folder. --all searches all folders.';
const CUT_SHORT = {
	bounds: 'its list is longer than is read',
	'same-cursor': 'its list does not come to an end, so the rest is left out',
	failed: 'it stopped answering, so the rest is left out',
} as const;

const unreadable = (ids: readonly string[]): string =>
	`${counted(ids.length, 'log')} cannot be read and ${ids.length === 1 ? 'is' : 'are'} left out: ${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ' …' : ''}`;

const worksInShadow = (id: string): string =>
	`${id} left a shadow: ${resumeCommandLine(id, { sandbox: 'shadow' })} goes on in it\n`;
