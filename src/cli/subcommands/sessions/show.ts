import { readSession } from '../../../app/sessions/read-session.js';
import { logDamaged } from '../../../core/sessions/messages.js';
import type { SessionLogsPort } from '../../../core/sessions/ports.js';
import type { SessionRow } from '../../../core/sessions/session-index.js';
import { shadowOf } from '../../../core/shadow/kept-shadow.js';
import { formatBytes } from '../../../core/text/bytes.js';
import { createSessionLogs } from '../../../services/sessions/session-logs.js';
import { readKept } from '../../../services/shadow/record.js';
import { money } from '../../../view/money.js';
import { printText } from '../../print-text.js';
import { type Style, styleFor } from '../../style.js';
import type { SubcommandHost } from '../subcommand.js';
import { findKept, openKept } from './kept.js';
import * as messages from './messages.js';
import type { SessionsShowRequest } from './request.js';
import { jsonText, rowJson } from './row-json.js';
import { clean } from './table.js';

export async function runSessionsShow({ id, isJson }: SessionsShowRequest, { world }: SubcommandHost): Promise<number> {
	const { index } = await openKept(null, world);
	const row = await findKept(index, id);
	const damaged = await damagedLines(createSessionLogs(world.paths.sessionsDir), row.id);
	if (isJson) return printText(jsonText({ ...rowJson(row), damagedLines: damaged }));
	const shadow = shadowOf(await readKept(world.paths.stateDir), row);
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
	const facts: Readonly<Record<keyof typeof messages.FACTS, string>> = {
		id: row.id,
		agent: clean(row.agent),
		sessionId: clean(row.sessionId ?? ''),
		cwd: clean(row.cwd),
		branch: clean(row.branch ?? ''),
		createdAt: timeText(row.createdAt),
		updatedAt: timeText(row.updatedAt),
		prompts: String(row.prompts),
		cost: row.cost === null ? '' : money(row.cost),
		state: messages.STATES[row.state],
		bytes: formatBytes(row.bytes),
		shadow: shadow === null ? '' : messages.goesOnIn(shadow, row.id),
	};
	const names = (Object.keys(messages.FACTS) as (keyof typeof messages.FACTS)[]).filter((name) => facts[name] !== '');
	const width = Math.max(...names.map((name) => messages.FACTS[name].length));
	const lines = names.map((name) => `${style.detail(messages.FACTS[name].padEnd(width))}  ${facts[name]}`);
	const words = clean(row.lastWords);
	return [
		style.heading(clean(row.title) || messages.UNTITLED),
		'',
		...lines,
		...(words === '' ? [] : ['', style.detail(messages.LAST_WORDS), words]),
		...(row.isReadOnly ? ['', style.warning(messages.NEWER)] : []),
		...(damaged === 0 ? [] : ['', style.warning(logDamaged(damaged))]),
		'',
	].join('\n');
}

function timeText(at: number): string {
	return at <= 0 || at > 8.64e15
		? ''
		: new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}
