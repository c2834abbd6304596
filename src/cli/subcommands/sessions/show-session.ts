import { readSession } from '../../../app/sessions/read-session.js';
import { resumeCommandLine } from '../../../core/resuming/resume-command.js';
import type { SessionRow } from '../../../core/session-index.js';
import type { SessionLogsPort } from '../../../core/sessions/session-log-ports.js';
import { logDamaged } from '../../../core/sessions/sessions-messages.js';
import { shadowOf } from '../../../core/shadow/saved-shadow.js';
import { formatBytes } from '../../../core/text/bytes.js';
import { createSessionLogs } from '../../../services/sessions/session-logs.js';
import { readSavedShadows } from '../../../services/shadow/shadow-record.js';
import { money } from '../../../view/money.js';
import { printText } from '../../output.js';
import { type Style, styleFor } from '../../style.js';
import type { SubcommandHost } from '../../subcommand.js';
import type { AgentPlace } from '../sign-in/sign-in-agent.js';
import { findSavedSession, openSavedSessions, refuseAgent } from './saved-sessions.js';
import { clean, jsonText, rowJson, UNTITLED } from './session-rows.js';

export async function runSessionsShow(
	request: AgentPlace & { readonly id: string; readonly json?: true },
	{ world }: SubcommandHost,
): Promise<number> {
	refuseAgent('show', request);
	const { index } = await openSavedSessions(undefined, world);
	const row = await findSavedSession(index, request.id);
	const damaged = await damagedLines(createSessionLogs(world.paths.sessionsDir), row.id);
	if (request.json) return printText(jsonText({ ...rowJson(row), damagedLines: damaged }));
	const shadow = shadowOf(await readSavedShadows(world.paths.stateDir), row);
	return printText(factsText(row, { shadow: shadow?.id ?? null, damaged }, await styleFor(process.stdout, world.env)));
}

/** Lines of its log that cannot be read. */
async function damagedLines(logs: SessionLogsPort, id: string): Promise<number> {
	const read = await readSession(logs, id);
	return read.ok ? read.value.skippedLines : 0;
}

function factsText(
	row: SessionRow,
	{ shadow, damaged }: { readonly shadow: string | null; readonly damaged: number },
	style: Style,
): string {
	const facts: Readonly<Record<keyof typeof FACTS, string>> = {
		id: row.id,
		agent: clean(row.agent),
		sessionId: clean(row.sessionId ?? ''),
		cwd: clean(row.cwd),
		branch: clean(row.branch ?? ''),
		createdAt: timeText(row.createdAt),
		updatedAt: timeText(row.updatedAt),
		prompts: String(row.prompts),
		cost: row.cost === null ? '' : money(row.cost),
		state: row.state,
		bytes: formatBytes(row.bytes),
		shadow: shadow === null ? '' : `${shadow}: ${resumeCommandLine(row.id, { sandbox: 'shadow' })} goes on in it`,
	};
	const names = (Object.keys(FACTS) as (keyof typeof FACTS)[]).filter((name) => facts[name] !== '');
	const width = Math.max(...names.map((name) => FACTS[name].length));
	const lines = names.map((name) => `${style.detail(FACTS[name].padEnd(width))}  ${facts[name]}`);
	const words = clean(row.lastWords);
	return [
		style.heading(clean(row.title) || UNTITLED),
		'',
		...lines,
		...(words === '' ? [] : ['', style.detail('Last words'), words]),
		...(row.isReadOnly ? ['', style.warning(NEWER)] : []),
		...(damaged === 0 ? [] : ['', style.warning(logDamaged(damaged))]),
		'',
	].join('\n');
}

function timeText(at: number): string {
	return at <= 0 || at > 8.64e15
		? ''
		: new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}

const FACTS = {
	id: 'id',
	agent: 'agent',
	sessionId: 'agent’s id',
	cwd: 'folder',
	branch: 'branch',
	createdAt: 'begun',
	updatedAt: 'last used',
	prompts: 'prompts',
	cost: 'cost',
	state: 'state',
	bytes: 'size',
	shadow: 'shadow',
} as const;
const NEWER = 'Written by a newer version of acp-tui: it can be read, not changed.';
