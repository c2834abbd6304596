import { once } from '../../core/once.js';
import type { Glyphs } from '../ui-options.js';

/** ASCII for signs of the interface that the terminal's font lacks; each as wide as the sign, one cell. */
const SIGNS: readonly (readonly [signs: string, ascii: string])[] = [
	['─━╌┄═', '-'],
	['│┃║╎┆▌▎▏▍╷╵', '|'],
	['╭╮╰╯┌┐└┘├┤┬┴┼╔╗╚╝╴╶', '+'],
	['●◆■▪•∙', '*'],
	['○◇◌◦□', 'o'],
	['✓✔', 'v'],
	['✗✘×', 'x'],
	['▸▶›»❯→⏎↳', '>'],
	['◂‹«←↺', '<'],
	['↑▴▲', '^'],
	['↓▾▼', 'v'],
	['…⋯', '~'],
	['·', '.'],
	['−–—', '-'],
	['“”„‟', '"'],
	['‘’‚', "'"],
	['±∴', '%'],
	['ℹ', 'i'],
	['⎇', '@'],
	['▤▣▦', '#'],
	['◐', ':'],
	['✎', '"'],
	// Blocks of charts and gauges: what is higher or filled looks so.
	['▁', '_'],
	['▂', ','],
	['▃', '-'],
	['▄░▱', '.'],
	['▅▒', ':'],
	['▆', '='],
	['▇', '+'],
	['█▓▰▀', '#'],
	['⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏⠿', '*'],
	['⟨', '<'],
	['⟩', '>'],
	['≥', '>'],
	['≤', '<'],
];

const asciiBySign = once(() => new Map(SIGNS.flatMap(([signs, ascii]) => [...signs].map((sign) => [sign, ascii]))));

const beyondAscii = /[^\x00-\x7F]/;
const oneBeyond = /[^\x00-\x7F]/gu;

/** Replaces the signs of the interface; letters of other scripts stay. */
export function asciiSigns(text: string): string {
	return beyondAscii.test(text) ? text.replace(oneBeyond, (sign) => asciiBySign().get(sign) ?? sign) : text;
}

/** Icons of Nerd Fonts (version 3), each one cell wide. */
const ICONS = {
	branch: '\ue0a0',
	folder: '\uf07b',
	read: '\uf15c',
	edit: '\uf040',
	delete: '\uf1f8',
	move: '\uf0ec',
	search: '\uf002',
	execute: '\uf120',
	think: '\uf0eb',
	fetch: '\uf0ac',
} as const;

/** The icon with a blank behind it; empty where the font has none, and for what has none. */
export function icon(glyphs: Glyphs | undefined, name: string): string {
	return glyphs === 'nerd' && Object.hasOwn(ICONS, name) ? `${ICONS[name as keyof typeof ICONS]} ` : '';
}

export function branchSign(glyphs: Glyphs | undefined): string {
	return icon(glyphs, 'branch') || '⎇ ';
}
