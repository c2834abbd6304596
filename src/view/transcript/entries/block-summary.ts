import type { ContentBlock } from '../../../core/content.js';
import { embeddedFileOf, endingOfEmbedded } from '../../../core/embedded-file.js';
import { formatBytes } from '../../../core/text/bytes.js';
import { clip } from '../../../core/text/clip.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { faint, LINK_SCHEME, type Line, muted, type Span, styled } from '../../line.js';
import { clipLine, lineWidth } from '../../spans.js';

/** One line for a block that is not shown: kind, name, size, and the `keys` that act on it where there is room. */
export function blockSummary(block: ContentBlock, width: number, keys = '', cwd = ''): Line {
	const spans = summarySpans(block, cwd);
	const hinted = keys === '' ? spans : [...spans, faint(` (${keys})`)];
	return clipLine(lineWidth(hinted) <= width ? hinted : spans, width);
}

/** Keys that open or save a file within a block; '' for a text, which is read here. */
export function fileKeys(block: ContentBlock, isTranscriptView: boolean): string {
	const file = embeddedFileOf(block);
	if (file === null || file.encoding === 'utf8') return '';
	const key = endingOfEmbedded(file) === null ? 's' : 'e';
	return isTranscriptView ? key : `ctrl+o, ${key}`;
}

function summarySpans(block: ContentBlock, cwd: string): Span[] {
	switch (block.type) {
		case 'text':
			return [{ text: oneLine(block.text) }];
		case 'image':
			return labelled('▣', 'image', [block.mimeType, sizeOf(block)], block.uri);
		case 'audio':
			return labelled('♪', 'audio', [block.mimeType, sizeOf(block)]);
		case 'resource_link':
			return labelled(
				'↗',
				block.title ?? block.name,
				[
					block.title === undefined || block.title === block.name ? undefined : block.name,
					block.mimeType,
					block.size === undefined ? undefined : formatBytes(block.size),
					dateOf(block),
					block.description,
				],
				block.uri,
				cwd,
			);
		case 'resource':
			return labelled('▤', nameOfUri(block.uri), [block.mimeType, sizeOf(block), dateOf(block)], block.uri, cwd);
		case 'unknown':
			return labelled('?', block.label, [block.json]);
	}
}

function sizeOf({ bytes, isBroken, isLeftOut }: Extract<ContentBlock, { readonly bytes: number }>): string {
	if (isLeftOut === true) return `${formatBytes(bytes)}, too large to keep`;
	return isBroken === true ? 'broken: its data is not base64' : formatBytes(bytes);
}

function dateOf({ annotations }: ContentBlock): string | undefined {
	return annotations?.lastModified === undefined ? undefined : `changed ${annotations.lastModified.slice(0, 10)}`;
}

function labelled(sign: string, given: string, facts: readonly (string | undefined)[], uri?: string, cwd = ''): Span[] {
	const range = uri === undefined ? null : rangeOf(uri, cwd);
	const name = range ?? given;
	const link = uri !== undefined && LINK_SCHEME.test(uri) ? uri : undefined;
	const details = facts.map((fact) => (fact === undefined ? '' : oneLine(fact))).filter((fact) => fact !== '');
	return [
		styled(`${sign} `, { color: 'accent' }),
		styled(oneLine(name), link === undefined ? { color: 'link' } : { color: 'link', underline: true, link }),
		...(details.length > 0 ? [muted(` · ${details.join(' · ')}`)] : []),
		...(uri !== undefined && range === null && oneLine(uri) !== oneLine(name) && !uri.startsWith('data:')
			? [faint(` · ${oneLine(uri)}`)]
			: []),
	];
}

function rangeOf(uri: string, cwd: string): string | null {
	const [, encoded, from, to] = /^file:\/\/[^/]*(\/[^?#]*)#L(\d+)(?:-L?(\d+))?$/.exec(uri) ?? [];
	if (encoded === undefined) return null;
	try {
		const path = decodeURIComponent(encoded);
		const shown = cwd !== '' && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
		return `${shown}:${from}${to === undefined ? '' : `-${to}`}`;
	} catch {
		// A broken escape names no file.
		return null;
	}
}

/** Sanitised text in one line; no more of it than any screen shows. */
export function oneLine(text: string): string {
	return sanitizeLine(clip(text, 2000)).replace(/\s+/g, ' ').trim();
}

function nameOfUri(uri: string): string {
	const name =
		uri
			.replace(/[?#].*$/, '')
			.split('/')
			.pop() ?? '';
	return name === '' ? uri : name;
}
