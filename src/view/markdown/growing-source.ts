import { fenceAfter, type OpenFence } from '../../core/text/fences.js';
import { prepareSource } from './parse-markdown.js';

/** Characters; of a longer last line only the end is drawn while it streams. */
const longestPartial = 8192;
const shownPartial = 4096;

const listMarker = /^(?:([-*+])|\d{1,9}([.)]))(?:\s|$)/;

/** Unsettled part of a growing text, prepared line by line: complete lines once, the last one on demand. */
export function createGrowingSource() {
	let lastLine = '';
	let complete = '';
	let firstLine = '';
	let open: OpenFence | undefined;
	let isAfterBlank = false;
	let hasCandidate = false;
	let attemptedLength = 0;

	/** A further item of the first line's list does not end the block. */
	function continuesList(line: string): boolean {
		const [, bullet, delimiter] = listMarker.exec(line) ?? [];
		const [, firstBullet, firstDelimiter] = listMarker.exec(firstLine) ?? [];
		return (bullet ?? delimiter) !== undefined && bullet === firstBullet && delimiter === firstDelimiter;
	}

	function noteLines(lines: string): void {
		for (const line of lines.split('\n').slice(0, -1)) {
			const wasOpen = open !== undefined;
			open = fenceAfter(line, open);
			if (!wasOpen && isAfterBlank && /^\S/.test(line) && !continuesList(line)) hasCandidate = true;
			isAfterBlank = line.trim() === '';
		}
	}

	return {
		append: (more: string): string => {
			const end = more.lastIndexOf('\n') + 1;
			const raw = end === 0 ? '' : lastLine + more.slice(0, end);
			lastLine = end === 0 ? lastLine + more : more.slice(end);
			if (end === 0) return '';
			const lines = prepareSource(raw);
			if (complete === '') firstLine = firstLineOf(lines);
			noteLines(lines);
			complete += lines;
			return lines;
		},
		complete: (): string => complete,
		partial: (): string => prepareSource(lastLine),
		recentPartial: (): string => {
			const { length } = lastLine;
			if (length <= longestPartial) return prepareSource(lastLine);
			// In steps, so that what is on screen does not move with every chunk.
			const skipped = Math.floor((length - shownPartial) / shownPartial) * shownPartial;
			return `… ${prepareSource(lastLine.slice(skipped))}`;
		},
		/** After a search in vain the text must have grown by a quarter, so that all searches together stay linear. */
		mayHoldBoundary: (): boolean => {
			if (!hasCandidate || complete.length < attemptedLength * 1.25) return false;
			attemptedLength = complete.length;
			return true;
		},
		drop: (length: number): void => {
			if (length === 0) return;
			complete = complete.slice(length);
			firstLine = firstLineOf(complete);
			hasCandidate = false;
			attemptedLength = 0;
		},
	};
}

function firstLineOf(lines: string): string {
	return /[^\n]*/.exec(lines.slice(0, 200).trimStart())?.[0] ?? '';
}
