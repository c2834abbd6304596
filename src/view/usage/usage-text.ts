import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { ToolKind } from '../../core/tool-call.js';
import type { UsageTotals } from '../../core/usage/turn-usage.js';
import type { UsageReport } from '../../core/usage/usage-report.js';
import { formatDuration } from '../duration.js';
import { percentOf } from '../gauge.js';
import { money } from '../money.js';
import { shortCount } from '../short-count.js';
import { spokenBars, usageBars } from './usage-bars.js';

export const ROWS = {
	inputTokens: 'in',
	outputTokens: 'out',
	cachedReadTokens: 'cached',
	cachedWriteTokens: 'written',
	thoughtTokens: 'thought',
	totalTokens: 'total',
	cost: 'cost',
	prompts: 'prompts',
	allowed: 'tools',
	denied: 'denied',
	failed: 'failed',
	workMs: 'working',
	waitMs: 'waiting',
} as const;

export type FigureName = keyof typeof ROWS;

export const FIGURES = Object.keys(ROWS) as readonly FigureName[];

const SPANS = {
	turn: { shown: 'turn', spoken: 'Last turn' },
	session: { shown: 'session', spoken: 'Session' },
	today: { shown: 'today', spoken: 'Today' },
	week: { shown: '7 days', spoken: 'Last 7 days' },
} as const;

type Span = { readonly name: keyof typeof SPANS; readonly totals: UsageTotals };

const KINDS: Readonly<Partial<Record<ToolKind, string>>> = { execute: 'command', switch_mode: 'mode' };

const NARROW = 60;

/** A figure in a few characters: `12.3k`, `$0.14 + 2.00 EUR`, `2m 05s`; a dash where it is not known. */
export function figureText(totals: UsageTotals, name: FigureName): string {
	if (name === 'cost') return totals.cost.map(money).join(' + ') || '–';
	const number = numberOf(totals, name);
	if (number === null) return '–';
	return name === 'workMs' || name === 'waitMs' ? formatDuration(number) : shortCount(number);
}

export function hasFigure(totals: UsageTotals, name: FigureName): boolean {
	if (name === 'cost') return totals.cost.length > 0;
	return name === 'prompts' || (numberOf(totals, name) ?? 0) > 0;
}

function numberOf(totals: UsageTotals, name: Exclude<FigureName, 'cost'>): number | null {
	const isOfTools = name === 'allowed' || name === 'denied' || name === 'failed';
	return (isOfTools ? totals.toolCalls[name] : totals[name]) ?? null;
}

export function usageText(report: UsageReport, width = 80): string {
	const { context, errors, past, session } = report;
	const spans = spansOf(report);
	const figures = FIGURES.filter((name) => spans.some(({ totals }) => hasFigure(totals, name)));
	const rows = [
		['', ...spans.map(({ name }) => SPANS[name].shown)],
		...figures.map((name) => [ROWS[name], ...spans.map(({ totals }) => figureText(totals, name))]),
	];
	const facts = factLines(
		width < NARROW ? { turn: null, isTurnRunning: false, session, past, context, errors, toolCalls: {} } : report,
	);
	const bars = report.past?.chart === undefined ? [] : usageBars(report.past.chart, width);
	const parts = [facts, table(rows, width), bars].filter((lines) => lines.length > 0);
	return parts.map((lines) => lines.join('\n')).join('\n\n');
}

export function spokenUsage(report: UsageReport): readonly string[] {
	const spoken = spansOf(report).map(({ name, totals }) => {
		const figures = FIGURES.filter((figure) => hasFigure(totals, figure) && figure !== 'prompts');
		const words = figures.map((figure) => `${ROWS[figure]} ${figureText(totals, figure)}`);
		const span = name === 'turn' && report.isTurnRunning ? 'This turn so far' : SPANS[name].spoken;
		return `${span}: ${[counted(totals.prompts, 'prompt'), ...words].join(', ')}`;
	});
	const chart = report.past?.chart;
	return [...spoken, ...(chart === undefined ? [] : spokenBars(chart)), ...factLines(report)];
}

function spansOf({ turn, session, past }: UsageReport): readonly Span[] {
	const spans = { turn, session, today: past?.today, week: past?.week };
	return (['turn', 'session', 'today', 'week'] as const).flatMap((name) => {
		const totals = spans[name] ?? null;
		return totals === null ? [] : [{ name, totals }];
	});
}

function table(rows: readonly (readonly string[])[], width: number): readonly string[] {
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
	const total = widths.reduce((sum, one) => sum + one, 0);
	const gap = total + 3 * (widths.length - 1) <= width ? 3 : total + 2 * (widths.length - 1) <= width ? 2 : 1;
	return rows.map((row) =>
		row
			.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart((widths[column] ?? 0) + gap)))
			.join('')
			.trimEnd(),
	);
}

const NO_TOKENS = 'The agent reports no tokens.';
const NO_TOKENS_OF_TURNS = 'The agent does not report the tokens that its turns take.';

function factLines(report: UsageReport): readonly string[] {
	const { context, toolCalls, errors, handshakeMs, openMs, firstUpdateMs, firstTextMs, past, session } = report;
	const tools = Object.entries(toolCalls).map(([kind, { allowed, denied, failed }]) => {
		const odd = [...(denied > 0 ? [`${denied} denied`] : []), ...(failed > 0 ? [`${failed} failed`] : [])];
		const name = KINDS[kind as ToolKind] ?? kind;
		return `${allowed + denied + failed} ${name}${odd.length === 0 ? '' : ` (${odd.join(', ')})`}`;
	});
	const failures = Object.entries(errors).map(([name, count]) => `${count} ${sanitizeLine(name)}`);
	const words = firstTextMs === undefined ? '' : `, first words after ${formatDuration(firstTextMs)}`;
	const lines = [
		context !== null && contextLine(context),
		session.totalTokens === null && session.prompts > 0 && (context === null ? NO_TOKENS : NO_TOKENS_OF_TURNS),
		tools.length > 0 && `Tools of this session: ${tools.join(', ')}`,
		failures.length > 0 && `Failures of this session: ${failures.join(', ')}`,
		firstUpdateMs !== undefined && `First update after ${formatDuration(firstUpdateMs)}${words}`,
		handshakeMs !== undefined &&
			openMs !== undefined &&
			`Agent started in ${formatDuration(handshakeMs)}, session opened in ${formatDuration(openMs)}`,
		past === null && 'Sessions are not kept, so today and the last 7 days are not known.',
	];
	return lines.filter((line) => line !== false);
}

function contextLine({ used, size }: NonNullable<UsageReport['context']>): string {
	const share = size > 0 ? ` (${percentOf(used, size)}%)` : '';
	return `Context: ${used.toLocaleString('en')} of ${size.toLocaleString('en')} tokens${share}`;
}
