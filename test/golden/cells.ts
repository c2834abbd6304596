import { cellWidth } from '../../src/core/text/width.js';

/** An SGR sequence, a jump to a column, or the start or end of a link; the rest is text. */
const PIECES = /\x1b\[([\d;]*)m|\x1b\[(\d+)G|\x1b\]8;[^;]*;([^\x1b\x07]*)(?:\x1b\\|\x07)|([^\x1b]+|\x1b)/g;

const ATTRIBUTES: Readonly<Record<string, string>> = {
	1: 'bold',
	2: 'dim',
	3: 'italic',
	4: 'underline',
	7: 'inverse',
	9: 'strike',
};
const ENDS: Readonly<Record<string, readonly string[]>> = {
	22: ['bold', 'dim'],
	23: ['italic'],
	24: ['underline'],
	27: ['inverse'],
	29: ['strike'],
};

/**
 * A painted row as text that a diff shows well: what stands there, and behind it how, as runs of cells:
 * `Hello there ⟨5:bold accent⟩`. Cells of a plain run are only counted; colours without a name are as they are.
 */
export function readable(row: string, names: ReadonlyMap<string, string>): string {
	const pieces: Piece[] = [];
	const on = new Set<string>();
	let [color, background, link] = ['', '', ''];
	for (const [, sgr, column, target, text] of row.matchAll(PIECES)) {
		if (sgr !== undefined) [color, background] = applySgr(sgr, on, [color, background], names);
		else if (column !== undefined) pieces.push({ text: '', width: 0, style: `column ${column}` });
		else if (target !== undefined) link = target;
		else if (text !== undefined) {
			const style = [...[...on].sort(), color, background, link].filter(Boolean).join(' ');
			pieces.push({ text, width: cellWidth(text), style });
		}
	}
	return runs(pieces);
}

/** Text in one style, and the cells that it takes. */
export type Piece = { readonly text: string; readonly width: number; readonly style: string };

/** Text, and behind it the runs of cells in one style. */
export function runs(pieces: readonly Piece[]): string {
	const found: { width: number; style: string }[] = [];
	for (const { width, style } of pieces) {
		const last = found.at(-1);
		if (last?.style === style) last.width += width;
		else found.push({ width, style });
	}
	while (found.at(-1)?.style === '') found.pop();
	const styles = found.map(({ width, style }) => (style === '' ? String(width) : `${width}:${style}`));
	const text = pieces.map((piece) => piece.text).join('');
	return `${text.trimEnd()}${styles.length === 0 ? '' : ` ⟨${styles.join(', ')}⟩`}`;
}

function applySgr(
	sgr: string,
	on: Set<string>,
	colors: readonly [string, string],
	names: ReadonlyMap<string, string>,
): [string, string] {
	let [color, background] = colors;
	const codes = (sgr === '' ? '0' : sgr).split(';');
	while (codes.length > 0) {
		const code = codes.shift() ?? '0';
		if (code === '0') {
			on.clear();
			[color, background] = ['', ''];
		} else if (code === '38') color = extended(codes, names);
		else if (code === '48') background = `on ${extended(codes, names)}`;
		else if (code === '58') extended(codes, names);
		else if (code === '39') color = '';
		else if (code === '49') background = '';
		else if (ATTRIBUTES[code] !== undefined) on.add(ATTRIBUTES[code]);
		else if (ENDS[code] !== undefined) for (const each of ENDS[code]) on.delete(each);
		else if (/^(?:4|10)\d$/.test(code)) background = `on ${code}`;
		else color = code;
	}
	return [color, background];
}

function extended(codes: string[], names: ReadonlyMap<string, string>): string {
	if (codes.shift() === '5') return `color${codes.shift()}`;
	const rgb = codes.splice(0, 3);
	const color = `#${rgb.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
	return names.get(color) ?? color;
}
