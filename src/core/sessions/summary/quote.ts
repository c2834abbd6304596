import { clip } from '../../text/clip.js';
import { closeFences, openFence } from '../../text/fences.js';

/** At most `room` characters of a text, with its code blocks closed. */
export function closeWithin(text: string, room: number): string {
	for (let most = room; most > 0; most = Math.floor(most * 0.9)) {
		const part = closeFences(clip(text, most));
		if (part.length <= room) return part;
	}
	return '';
}

/** Markdown quote of at most `room` characters: the whole text, else beginning and end. Nothing in it can end the quote. */
export function quoteWithin(text: string, room: number): string {
	const whole = quoted(closeFences(text));
	if (whole.length <= room) return whole;
	for (let most = room; most >= LEAST; most = Math.floor(most * 0.85)) {
		const part = quoted(shortened(text, most));
		if (part.length <= room) return part;
	}
	return '';
}

const LEAST = 24;

function quoted(text: string): string {
	return text
		.split('\n')
		.map((line) => (line === '' ? '>' : `> ${line}`))
		.join('\n');
}

/** Two thirds of the room are the beginning's. */
function shortened(text: string, most: number): string {
	const mark = `[… ${text.length - most} characters left out …]`;
	const room = most - mark.length - 2;
	if (room < 2 * LEAST) return closeFences(clip(text, most));
	const head = clip(text, Math.floor((room * 2) / 3));
	const start = lineStart(text, text.length - (room - head.length));
	const open = openFence(text.slice(0, start));
	const tail = text.slice(start);
	return `${closeFences(head)}\n${mark}\n${closeFences(open === undefined ? tail : `${open.mark}\n${tail}`)}`;
}

/** Start of a line at or soon behind this place; else a place between two whole characters. */
function lineStart(text: string, from: number): number {
	const next = text.indexOf('\n', from);
	if (next >= 0 && next - from < 200) return next + 1;
	const unit = text.charCodeAt(from);
	return unit >= 0xdc00 && unit <= 0xdfff ? from + 1 : from;
}
