import { sanitizeLine } from '../../../core/text/sanitize.js';
import { groupTurns, sumLogged, type UsageGroup, withoutDoubles } from '../../../core/usage/group-turns.js';
import type { UsageTotals } from '../../../core/usage/turn-usage.js';
import { readTurns } from '../../../services/usage/read-turns.js';
import { FIGURES, figureText, isTold } from '../../../view/usage/figures.js';
import { ROWS } from '../../../view/usage/messages.js';
import { printText } from '../../print-text.js';
import { type Style, styleFor } from '../../style.js';
import type { SubcommandHost } from '../subcommand.js';
import * as messages from './messages.js';
import type { UsageRequest } from './request.js';
import { parseSince } from './since.js';

export async function runUsage({ since, by, isJson }: UsageRequest, { world }: SubcommandHost): Promise<number> {
	const from = since === null ? null : parseSince(since, Date.now());
	const read = await readTurns(world.paths.sessionsDir, from);
	const turns = withoutDoubles(read ?? []);
	const total = sumLogged(turns);
	const groups = groupTurns(turns, by);
	if (isJson) {
		const told = { since: from === null ? null : new Date(from).toISOString(), total, groups };
		return printText(`${JSON.stringify(told, null, 2)}\n`);
	}
	if (read === null) return printText(`${messages.notKept(sanitizeLine(world.paths.sessionsDir))}\n`);
	const time = from === null ? null : timeText(from);
	if (turns.length === 0) return printText(`${time === null ? messages.NOTHING : messages.nothingSince(time)}\n`);
	const style = await styleFor(process.stdout, world.env);
	const head = time === null ? messages.ALL_SESSIONS : messages.since(time);
	return printText(`${head}\n\n${usageTable(total, groups, by, { style, width: process.stdout.columns ?? 120 })}`);
}

function timeText(at: number): string {
	return new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}

/** The groups below each other, with the sum where there are several; on a narrow terminal a figure a line. */
export function usageTable(
	total: UsageTotals,
	groups: readonly UsageGroup[],
	by: UsageRequest['by'],
	{ style, width }: { readonly style: Style; readonly width: number },
): string {
	const figures = FIGURES.filter((name) => isTold(total, name));
	const named = groups.map(({ key, ...totals }) => ({
		name: key === null ? messages.NO_MODEL : sanitizeLine(key),
		totals,
	}));
	const lines = named.length === 1 ? named : [...named, { name: messages.TOTAL, totals: total }];
	const rows = [
		[messages.GROUPS[by], ...figures.map((name) => ROWS[name])],
		...lines.map(({ name, totals }) => [name, ...figures.map((figure) => figureText(totals, figure))]),
	];
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
	if (widths.reduce((sum, one) => sum + one + 2, -2) > width) {
		const label = Math.max(...figures.map((name) => ROWS[name].length));
		return lines
			.map(({ name, totals }) => {
				const facts = figures.map((figure) => `  ${ROWS[figure].padEnd(label)}  ${figureText(totals, figure)}`);
				return `${style.heading(name)}\n${facts.join('\n')}\n`;
			})
			.join('\n');
	}
	const text = rows.map((row) =>
		row
			.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart((widths[column] ?? 0) + 2)))
			.join(''),
	);
	return `${text.map((line, index) => (index === 0 ? style.detail(line) : line)).join('\n')}\n`;
}
