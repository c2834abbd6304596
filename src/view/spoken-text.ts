import { clip } from '../core/text/clip.js';
import { sanitizeLine, sanitizeText } from '../core/text/sanitize.js';
import { trimNewlinesStart } from '../core/text/trim-ends.js';

/** Duration as it is read out: `0.4 s`, `12 s`, `2 min 5 s`, `1 h 2 min`. A negative one counts as 0. */
export function spokenTime(milliseconds: number): string {
	const total = Math.max(0, milliseconds);
	if (total < 950) return `${(total / 1000).toFixed(1)} s`;
	const seconds = Math.round(total / 1000);
	if (seconds < 60) return `${seconds} s`;
	const minutes = Math.floor(seconds / 60);
	if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
	return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function oneLine(text: string, most = 300): string {
	return clip(sanitizeLine(text.slice(0, 4 * most)).trim(), most);
}

export function textLines(text: string): readonly string[] {
	const clean = trimNewlinesStart(sanitizeText(text).trimEnd());
	return clean === '' ? [] : clean.split('\n');
}

export function firstLines(lines: readonly string[], most: number): readonly string[] {
	return lines.length <= most ? lines : [...lines.slice(0, most), `${lines.length - most} more lines.`];
}

/** Words with a full stop: those of an agent may lack one. */
export function sentence(words: string): string {
	return /[.!?:…]$/.test(words) ? words : `${words}.`;
}
