import type { ContentBlock } from '../../../core/content.js';
import { embeddedFileOf, endingOfEmbedded } from '../../../core/embedded-file.js';
import { clip } from '../../../core/text/clip.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { type Line, type Span, styled } from '../../line.js';
import { clipLine, lineWidth } from '../../spans.js';
import { BROKEN_DATA, changedOn } from '../messages.js';

/** A block that is not shown itself, in one line: what it is, its name, its size, and `keys` that do something with it. */
export function blockSummary(block: ContentBlock, width: number, keys = ''): Line {
	const spans = summarySpans(block);
	const hinted = keys === '' ? spans : [...spans, styled(` (${keys})`, { color: 'muted', dim: true })];
	return clipLine(lineWidth(hinted) <= width ? hinted : spans, width);
}

/** The keys that open a file within a block, or save it where it is not opened; none for a text, which is read here. */
export function fileKeys(block: ContentBlock, isTranscriptView: boolean): string {
	const file = embeddedFileOf(block);
	if (file === null || file.encoding === 'utf8') return '';
	const key = endingOfEmbedded(file) === null ? 's' : 'e';
	return isTranscriptView ? key : `ctrl+o, ${key}`;
}

function summarySpans(block: ContentBlock): Span[] {
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
					block.mimeType,
					block.size === undefined ? undefined : formatBytes(block.size),
					dateOf(block),
					block.description,
				],
				block.uri,
			);
		case 'resource':
			return labelled('▤', nameOfUri(block.uri), [block.mimeType, sizeOf(block), dateOf(block)], block.uri);
		case 'unknown':
			return labelled('?', block.label, [block.json]);
	}
}

function sizeOf({ bytes, isBroken }: { readonly bytes: number; readonly isBroken?: true }): string {
	return isBroken === true ? BROKEN_DATA : formatBytes(bytes);
}

function dateOf({ annotations }: ContentBlock): string | undefined {
	return annotations?.lastModified === undefined ? undefined : changedOn(annotations.lastModified.slice(0, 10));
}

function labelled(sign: string, name: string, facts: readonly (string | undefined)[], uri?: string): Span[] {
	const link = uri !== undefined && /^(?:https?|file|mailto):/i.test(uri) ? uri : undefined;
	const details = facts.map((fact) => (fact === undefined ? '' : oneLine(fact))).filter((fact) => fact !== '');
	return [
		styled(`${sign} `, { color: 'accent' }),
		styled(oneLine(name), link === undefined ? { color: 'link' } : { color: 'link', underline: true, link }),
		...(details.length > 0 ? [styled(` · ${details.join(' · ')}`, { color: 'muted' })] : []),
		...(uri !== undefined && oneLine(uri) !== oneLine(name) && !uri.startsWith('data:')
			? [styled(` · ${oneLine(uri)}`, { color: 'muted', dim: true })]
			: []),
	];
}

/** Harmless text in one line; no more of it than any screen shows. */
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

/** Bytes for people: `812 B`, `34 KB`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
	const units = ['KB', 'MB', 'GB', 'TB'];
	if (!(bytes >= 1000)) return `${Math.max(0, Math.round(bytes) || 0)} B`;
	let value = bytes / 1000;
	let unit = 0;
	while (value >= 999.5 && unit < units.length - 1) {
		value /= 1000;
		unit += 1;
	}
	return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit] ?? ''}`;
}
