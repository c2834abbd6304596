import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { ToolKind } from '../../core/tool-call.js';
import type { UsageTotals } from '../../core/usage/turn-usage.js';
import type { UsageReport } from '../../core/usage/usage-report.js';
import { formatDuration } from '../duration.js';
import { FIGURES, figureText, isTold } from './figures.js';
import * as messages from './usage-messages.js';

/** A span with what it came to. */
type Span = { readonly name: Exclude<keyof typeof messages.SPANS, 'running'>; readonly totals: UsageTotals };

/** Below so many columns only what matters stands beside the figures. */
const NARROW = 60;

/** What `/usage` shows: the figures side by side, figures that nobody has left out, and what is known besides. */
export function usageText(report: UsageReport, width = 80): string {
	const spans = spansOf(report);
	const figures = FIGURES.filter((name) => spans.some(({ totals }) => isTold(totals, name)));
	const rows = [
		['', ...spans.map(({ name }) => messages.SPANS[name])],
		...figures.map((name) => [messages.ROWS[name], ...spans.map(({ totals }) => figureText(totals, name))]),
	];
	const facts = width < NARROW ? shortFacts(report) : factLines(report);
	return [...facts, ...(facts.length === 0 ? [] : ['']), ...table(rows, width)].join('\n');
}

/** The same in sentences, a span a line, for who hears it. */
export function spokenUsage(report: UsageReport): readonly string[] {
	const spoken = spansOf(report).map(({ name, totals }) => {
		const figures = FIGURES.filter((figure) => isTold(totals, figure) && figure !== 'prompts');
		const words = figures.map((figure) => `${messages.ROWS[figure]} ${figureText(totals, figure)}`);
		const span = name === 'turn' && report.isTurnRunning ? messages.SPOKEN.running : messages.SPOKEN[name];
		return `${span}: ${[counted(totals.prompts, 'prompt'), ...words].join(', ')}`;
	});
	return [...spoken, ...factLines(report)];
}

function spansOf({ turn, session, past }: UsageReport): readonly Span[] {
	return [
		...(turn === null ? [] : [{ name: 'turn' as const, totals: turn }]),
		{ name: 'session', totals: session },
		...(past === null
			? []
			: [
					{ name: 'today' as const, totals: past.today },
					{ name: 'week' as const, totals: past.week },
				]),
	];
}

/** The rows with the first column to the left and the others to the right, as far apart as there is room. */
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

function shortFacts({ context, errors, past, ...report }: UsageReport): readonly string[] {
	return factLines({ turn: null, isTurnRunning: false, session: report.session, past, context, errors, toolCalls: {} });
}

function factLines(report: UsageReport): readonly string[] {
	const { context, toolCalls, errors, handshakeMs, openMs, firstUpdateMs, firstTextMs, past, session } = report;
	const tools = Object.entries(toolCalls).map(([kind, { allowed, denied, failed }]) => {
		const odd = [...(denied > 0 ? [`${denied} denied`] : []), ...(failed > 0 ? [`${failed} failed`] : [])];
		const sum = allowed + denied + failed;
		return `${sum} ${messages.KINDS[kind as ToolKind]}${odd.length === 0 ? '' : ` (${odd.join(', ')})`}`;
	});
	const failures = Object.entries(errors).map(([name, count]) => `${count} ${sanitizeLine(name)}`);
	return [
		...(context === null ? [] : [contextLine(context)]),
		...(session.totalTokens === null && session.prompts > 0 ? [messages.NO_TOKENS] : []),
		...(tools.length === 0 ? [] : [messages.toolsHere(tools.join(', '))]),
		...(failures.length === 0 ? [] : [messages.errorsHere(failures.join(', '))]),
		...(firstUpdateMs === undefined
			? []
			: [
					messages.firstWords(
						formatDuration(firstUpdateMs),
						firstTextMs === undefined ? null : formatDuration(firstTextMs),
					),
				]),
		...(handshakeMs === undefined || openMs === undefined
			? []
			: [messages.started(formatDuration(handshakeMs), formatDuration(openMs))]),
		...(past === null ? [messages.NOT_KEPT] : []),
	];
}

function contextLine({ used, size }: NonNullable<UsageReport['context']>): string {
	const share = size > 0 ? ` (${Math.round((used / size) * 100)}%)` : '';
	return messages.context(used.toLocaleString('en'), size.toLocaleString('en'), share);
}
