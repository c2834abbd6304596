import { type ColorSpec, type Line, plain, type Role, type Style, styled } from '../line.js';
import { clipLine, lineWidth, padLine, underlay } from '../spans.js';

/**
 * A prompt, an answer, code, a diff with marked words, a failure and a question, in at most `width` cells, on the
 * background that the theme is made for.
 */
export function sampleLines(width: number, background: ColorSpec): readonly Line[] {
	if (background === null) return sample(width);
	// A margin of one cell.
	const inner = Math.max(0, width - 2);
	const rgb = { background };
	return [[], ...sample(inner), []].map((line) =>
		[plain(' '), ...padLine(line, inner), plain(' ')].map((span) =>
			span.style?.background === undefined ? { ...span, style: { ...span.style, rgb } } : span,
		),
	);
}

function sample(width: number): readonly Line[] {
	const gap: Line = [];
	return [
		underlay(padLine([styled('› ', { color: 'user', bold: true }), plain('Limit failed logins')], width), {
			background: 'user',
		}),
		gap,
		[
			styled('● ', { color: 'accent' }),
			plain('I change '),
			styled('src/limiter.ts', { color: 'code', background: 'code' }),
			plain(':'),
		],
		[styled('  Two changes', { color: 'heading', bold: true })],
		[styled('  │ ', { color: 'muted' }), styled('Limits are per address', { color: 'quote', italic: true })],
		gap,
		...diffLines(width),
		gap,
		[
			styled('✗ ', { color: 'error' }),
			styled('Run ', { bold: true }),
			plain('npm test'),
			styled('  failed', { color: 'error' }),
			styled(' · 1 of 24 tests', { color: 'muted' }),
		],
		gap,
		...questionLines(width),
		[
			styled('▪ plan', { color: 'plan' }),
			styled('  » accept edits', { color: 'acceptEdits' }),
			styled('  ! bypass', { color: 'bypass' }),
		],
	].map((line) => clipLine(line, width));
}

const MARKED: Style = { bold: true, underline: true };

function code(role: Role, text: string, more: Style = {}) {
	return styled(text, { color: role, ...more });
}

function diffLines(width: number): readonly Line[] {
	const burst = (value: string): Line => [
		...[code('syntax.keyword', 'const '), code('syntax.variable', 'burst'), code('syntax.punctuation', ': ')],
		...[code('syntax.type', 'number'), code('syntax.punctuation', ' = ')],
		...[code('syntax.number', value, MARKED), code('syntax.punctuation', ';')],
	];
	const row = (number: number, kind: 'added' | 'removed', rest: Line): Line =>
		underlay(
			padLine(
				[
					styled(` ${number} `, { color: 'muted' }),
					styled(kind === 'added' ? '+ ' : '- ', { color: kind, bold: true }),
					...rest,
				],
				width,
			),
			{ background: kind },
		);
	return [
		[styled(' 4   ', { color: 'muted' }), code('syntax.comment', '// tokens at once')],
		row(5, 'removed', burst('10')),
		row(5, 'added', burst('6')),
		[
			styled(' 6   ', { color: 'muted' }),
			...[code('syntax.function', 'wait'), code('syntax.punctuation', '('), code('syntax.string', '"1 min"')],
			code('syntax.punctuation', ');'),
		],
	];
}

function questionLines(width: number): readonly Line[] {
	const title: Line = [
		styled('╭─ ', { color: 'warning' }),
		styled('Edit src/limiter.ts', { color: 'warning', bold: true }),
		styled('  +1', { color: 'added' }),
		styled(' −1 ', { color: 'removed' }),
	];
	const inner = Math.max(0, width - 4);
	const framed = (line: Line): Line => [
		styled('│ ', { color: 'warning' }),
		...padLine(clipLine(line, inner), inner),
		styled(' │', { color: 'warning' }),
	];
	const rest = Math.max(0, width - 1 - lineWidth(title));
	return [
		[...title, styled(`${'─'.repeat(rest)}╮`, { color: 'warning' })],
		framed([
			styled('▸ 1 Allow once', { bold: true }),
			plain(`   ${'2 Always…'}   ${'3 Reject'}`),
			styled('   default mode', { color: 'muted' }),
		]),
		[styled(`╰${'─'.repeat(Math.max(0, width - 2))}╯`, { color: 'warning' })],
	];
}

/** Roles whose colours tell themes apart at a glance. */
export const SWATCHES = ['error', 'warning', 'success', 'plan', 'info', 'acceptEdits'] as const;
