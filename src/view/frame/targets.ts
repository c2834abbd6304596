import { cellWidth } from '../../core/text/width.js';
import type { Line } from '../line.js';
import type { Cell } from '../state/mouse-state.js';
import { answerOf, type Target } from '../target.js';
import { type Frame, REGIONS, type Region } from './frame.js';

const INDENT = 1;

type Place = { readonly region: Region | 'side'; readonly row: number; readonly line: Line; readonly column: number };

function placeAt(frame: Frame, { x, y }: Cell): Place | null {
	let row = y - 1;
	const sideRow = row - frame.headerRows;
	const side = x > frame.sideAt ? frame.side[sideRow] : undefined;
	if (side !== undefined) return { region: 'side', row: sideRow, line: side, column: x - 1 - frame.sideAt };
	for (const region of REGIONS) {
		const line = frame[region][row];
		const isInset = region === 'transcript' || region === 'plan';
		if (line !== undefined) return { region, row, line, column: x - 1 - (isInset ? INDENT : 0) };
		row -= frame[region].length;
	}
	return null;
}

export function targetAt(frame: Frame, cell: Cell): Target | null {
	const place = placeAt(frame, cell);
	if (place === null || place.column < 0) return null;
	let end = 0;
	for (const { text, style } of place.line) {
		end += cellWidth(text);
		if (place.column < end) return style?.target ?? null;
	}
	return null;
}

/** Where on the screen clicks would answer the question in front; the same text for the same places. */
export function answerPlaces({ header, transcript, plan, overlay }: Frame): string {
	const top = header.length + transcript.length + plan.length;
	const places = overlay.flatMap((line, row) => {
		const starts = new Map<string, number>();
		let column = 0;
		for (const { text, style } of line) {
			const answer = style?.target === undefined ? null : answerOf(style.target);
			if (answer !== null && !starts.has(answer)) starts.set(answer, column);
			column += cellWidth(text);
		}
		return [...starts].map(([answer, start]) => `${answer} ${top + row} ${start}`);
	});
	return places.join('\n');
}

export function underPointer(frame: Frame, pointer: Cell | null): Frame {
	const place = pointer === null ? null : placeAt(frame, pointer);
	const target = pointer === null ? null : targetAt(frame, pointer);
	if (place === null || target === null) return frame;
	// Where a theme has no background for it the cells are reversed, whatever their colours.
	const look = { background: 'selection', target } as const;
	const marked = place.line.map(({ text, style }) =>
		style?.target === target ? { text, style: { ...look, bold: style.bold === true } } : { text, style: style ?? {} },
	);
	return { ...frame, [place.region]: frame[place.region].with(place.row, marked) };
}
