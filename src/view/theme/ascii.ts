/**
 * ASCII characters for signs of the interface that the terminal's font lacks; each is one cell wide, as the sign is.
 */
const SIGNS: Readonly<Record<string, string>> = signs(
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
	['█▓▒░▰▱', '#'],
	['⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏⠿', '*'],
	['⟨', '<'],
	['⟩', '>'],
	['≥', '>'],
	['≤', '<'],
);

function signs(...rows: readonly (readonly [string, string])[]): Record<string, string> {
	return Object.fromEntries(rows.flatMap(([from, to]) => [...from].map((sign) => [sign, to])));
}

const beyondAscii = /[^\x00-\x7F]/;
const oneBeyond = /[^\x00-\x7F]/gu;

/** Replaces the signs of the interface; letters of other scripts stay. */
export function asciiSigns(text: string): string {
	return beyondAscii.test(text) ? text.replace(oneBeyond, (sign) => SIGNS[sign] ?? sign) : text;
}
