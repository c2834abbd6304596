import { sanitizeLine } from '../../../core/text/sanitize.js';
import {
	groupTurns,
	sumLogged,
	type UsageGroup,
	type UsageGrouping,
	withoutDoubles,
} from '../../../core/usage/group-turns.js';
import type { UsageTotals } from '../../../core/usage/turn-usage.js';
import { CHART_DAYS, dayStarts, usageChart } from '../../../core/usage/usage-chart.js';
import { glyphsOf } from '../../../frontends/interactive/appearance.js';
import { readTurns } from '../../../services/usage/read-turns.js';
import { asciiSigns } from '../../../view/theme/glyphs.js';
import type { UiOptions } from '../../../view/ui-options.js';
import { usageBars } from '../../../view/usage/usage-bars.js';
import { FIGURES, figureText, hasFigure, ROWS } from '../../../view/usage/usage-text.js';
import { UsageError } from '../../errors.js';
import { printText } from '../../output.js';
import { type Style, styleFor } from '../../style.js';
import type { SubcommandHost } from '../../subcommand.js';
import { durationOf } from '../../units.js';

type UsageRequest = {
	/** As it was written; checked when it runs. */
	readonly since?: string;
	readonly by?: UsageGrouping;
	readonly json?: true;
};

export async function runUsage(
	{ since, by = 'agent', json }: UsageRequest,
	{ world }: SubcommandHost,
): Promise<number> {
	const from = since === undefined ? null : parseSince(since, Date.now());
	const read = await readTurns(world.paths.sessionsDir, from);
	const turns = withoutDoubles(read ?? []);
	const total = sumLogged(turns);
	const groups = groupTurns(turns, by);
	if (json) {
		const report = { since: from === null ? null : new Date(from).toISOString(), total, groups };
		return printText(`${JSON.stringify(report, null, 2)}\n`);
	}
	if (read === null) return printText(`No session is kept: there is no ${sanitizeLine(world.paths.sessionsDir)}.\n`);
	const time =
		from === null ? null : new Date(from).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
	if (turns.length === 0) {
		const when = time === null ? 'in the sessions that are kept' : `since ${time}`;
		return printText(`No prompt was sent ${when}.\n`);
	}
	const style = await styleFor(process.stdout, world.env);
	const head = time === null ? 'All sessions that are kept' : `Since ${time}`;
	const width = process.stdout.columns ?? 120;
	const table = usageTable(total, groups, by, { style, width });
	const bars = usageBars(usageChart(turns, dayStarts(Date.now(), CHART_DAYS)), width);
	const chart = bars.length === 0 ? '' : `\n${bars.join('\n')}\n`;
	const isAscii = glyphsOf(await wantedGlyphs(world), world.env) === 'ascii';
	return printText(`${head}\n\n${table}${isAscii ? asciiSigns(chart) : chart}`);
}

/** `ui.glyphs`; a config with mistakes does not keep anybody from reading figures. */
async function wantedGlyphs({ paths, cwd }: SubcommandHost['world']): Promise<UiOptions['glyphs']> {
	const { loadConfig } = await import('../../config/load-config.js');
	return loadConfig(paths, cwd).then(
		({ settings }) => settings.ui.glyphs,
		() => 'auto',
	);
}

/** The groups below each other, with the sum where there are several; on a narrow terminal a figure a line. */
export function usageTable(
	total: UsageTotals,
	groups: readonly UsageGroup[],
	by: UsageGrouping,
	{ style, width }: { readonly style: Style; readonly width: number },
): string {
	const figures = FIGURES.filter((name) => hasFigure(total, name));
	const named = groups.map(({ key, ...totals }) => ({
		name: key === null ? '(no model named)' : sanitizeLine(key),
		totals,
	}));
	const lines = named.length === 1 ? named : [...named, { name: 'total', totals: total }];
	const rows = [
		[by, ...figures.map((name) => ROWS[name])],
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

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/**
 * The time (ms since the epoch) that `--since` names: a span back from now (`30m`, `24h`, `7d`, `2w`), a date (its
 * midnight here) or a date with a time. Throws a UsageError for anything else.
 */
export function parseSince(text: string, now: number): number {
	const span = durationOf(text);
	if (span !== null) return Math.max(0, now - span);
	const at = DATE.test(text) ? midnightOf(text) : TIME.test(text) ? new Date(text).getTime() : Number.NaN;
	if (Number.isNaN(at))
		throw new UsageError(
			`--since takes a span such as 24h, 7d or 2w, or a date such as 2026-11-20; "${text}" is neither.`,
		);
	return at;
}

/** A date of a calendar that has no such day is none. */
function midnightOf(text: string): number {
	const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
	const date = new Date(year, month - 1, day);
	return date.getMonth() === month - 1 && date.getDate() === day ? date.getTime() : Number.NaN;
}
