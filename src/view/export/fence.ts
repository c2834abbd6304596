import { sanitizeLine } from '../../core/text/sanitize.js';
import { trimNewlinesEnd } from '../../core/text/trim-ends.js';

/** Text in a fenced code block that nothing in it can close. */
export function fence(text: string, language: string): string {
	const runs = text.match(/`+/g) ?? [];
	const mark = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
	return `${mark}${language}\n${trimNewlinesEnd(text)}\n${mark}`;
}

/** Harmless text in one line in which nothing is Markdown or HTML. */
export function literal(text: string): string {
	return sanitizeLine(text)
		.replace(/\s+/g, ' ')
		.trim()
		.replace(/[\\`*_[\]<>#|~]/g, '\\$&');
}
