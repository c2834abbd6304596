import { fenceAfter, type OpenFence } from '../../core/text/fences.js';

/** Headings of the document itself are of the levels 1 to 3; those of quoted texts stand below them. */
const DEEPER = 3;
const DEEPEST = 6;

/** Quote and list marks may precede a heading. */
const HEADING = /^([ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*)*)(#{1,6})(?=[ \t]|$)/;
const UNDERLINE = /^([ \t]*(?:>[ \t]*)*)(=+|-+)[ \t]*$/;

/** Headings are lowered below ours, tags become text, an open code block is closed: all reads as its author's words. */
export function quotedMarkdown(markdown: string): string {
	const lines: string[] = [];
	let paragraph: string[] = [];
	let open: OpenFence | undefined;
	const flush = (): void => {
		if (paragraph.length > 0) lines.push(...withoutTags(paragraph.join('\n')).split('\n'));
		paragraph = [];
	};
	for (const line of markdown.split(/\r\n?|\n/)) {
		const before = open;
		open = fenceAfter(line, open);
		if (before !== undefined || open !== undefined) {
			flush();
			lines.push(line);
		} else if (line.trim() === '') {
			flush();
			lines.push(line);
		} else paragraph.push(lowered(line, paragraph.at(-1)));
	}
	flush();
	if (open !== undefined) lines.push(`${open.prefix.replace(/[-*+\d.)]/g, ' ')}${open.mark}`);
	return lines.join('\n');
}

function lowered(line: string, above: string | undefined): string {
	const heading = HEADING.exec(line);
	if (heading !== null) {
		const [whole, prefix = '', marks = ''] = heading;
		return `${prefix}${'#'.repeat(Math.min(DEEPEST, marks.length + DEEPER))}${line.slice(whole.length)}`;
	}
	// An underline below a line of text would make that a heading.
	const underline = above === undefined ? null : UNDERLINE.exec(line);
	return underline === null ? line : `${underline[1] ?? ''}\\${line.slice(underline[1]?.length ?? 0)}`;
}

/** Escapes tags and comments outside code spans. Addresses in brackets stay links. */
function withoutTags(text: string): string {
	return text.replace(
		/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|\\?<(?=[a-z/!?])(?!(?:https?:\/\/|mailto:)[^\s<>]*>)/gi,
		(found) => (found.endsWith('<') && !found.startsWith('`') ? '&lt;' : found),
	);
}
