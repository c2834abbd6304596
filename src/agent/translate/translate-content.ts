import type { Annotations, ContentBlock, UnknownBlock } from '../../core/content.js';
import { defined } from '../../core/defined.js';
import { boundedJson, isObject, type JsonObject, objectOf, textOf } from '../json.js';

export function toContentBlock(value: unknown): ContentBlock {
	if (!isObject(value)) return unknownBlock('content that is not an object', value);
	const block = readBlock(value);
	if (block === null) return unknownBlock(labelOf(value), value);
	const annotations = readAnnotations(value['annotations']);
	return annotations === null ? block : { ...block, annotations };
}

const MOST_DATE = 40;

/** Null where nothing is understood: annotations never make a block unreadable. */
function readAnnotations(value: unknown): Annotations | null {
	const { audience, priority, lastModified } = objectOf(value);
	const read = defined({
		audience: Array.isArray(audience) ? AUDIENCES.filter((one) => audience.includes(one)) : undefined,
		priority: typeof priority === 'number' && priority >= 0 && priority <= 1 ? priority : undefined,
		lastModified:
			typeof lastModified === 'string' && lastModified.length <= MOST_DATE && ISO_DATE.test(lastModified)
				? lastModified
				: undefined,
	});
	return Object.keys(read).length === 0 ? null : read;
}

const AUDIENCES = ['user', 'assistant'] as const;
const ISO_DATE = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/;

function readBlock(value: JsonObject): ContentBlock | null {
	switch (value['type']) {
		case 'text':
			return typeof value['text'] === 'string' ? { type: 'text', text: value['text'] } : null;
		case 'image': {
			const data = dataOf(value);
			return data && defined({ type: 'image' as const, ...data, uri: textOf(value['uri']) });
		}
		case 'audio': {
			const data = dataOf(value);
			return data && { type: 'audio', ...data };
		}
		case 'resource_link':
			return readLink(value);
		case 'resource':
			return readResource(objectOf(value['resource']));
		default:
			return null;
	}
}

function dataOf(value: JsonObject): { mimeType: string; data: string; bytes: number; isBroken?: true } | null {
	const { mimeType, data } = value;
	if (typeof mimeType !== 'string' || typeof data !== 'string') return null;
	return { mimeType, data, ...sizeOfBase64(data) };
}

/** Accepts base64 of either alphabet, with or without line breaks, in one pass. */
function sizeOfBase64(data: string): { bytes: number; isBroken?: true } {
	const isBase64 = !/[^\w+/=\s-]|=[^=\s]/.test(data);
	return { bytes: decodedSize(data), ...(isBase64 ? {} : { isBroken: true }) };
}

function readLink(value: JsonObject): ContentBlock | null {
	const uri = textOf(value['uri']);
	if (uri === undefined) return null;
	const size = value['size'];
	return defined({
		type: 'resource_link' as const,
		uri,
		name: textOf(value['name']) ?? uri,
		title: textOf(value['title']),
		description: textOf(value['description']),
		mimeType: textOf(value['mimeType']),
		size: typeof size === 'number' && size >= 0 ? size : undefined,
	});
}

function readResource(value: JsonObject): ContentBlock | null {
	const uri = textOf(value['uri']);
	const { text, blob } = value;
	if (uri === undefined) return null;
	const mimeType = textOf(value['mimeType']);
	if (typeof text === 'string')
		return defined({ type: 'resource' as const, uri, mimeType, text, bytes: Buffer.byteLength(text) });
	if (typeof blob === 'string')
		return defined({ type: 'resource' as const, uri, mimeType, blob, ...sizeOfBase64(blob) });
	return null;
}

function decodedSize(base64: string): number {
	const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
	return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}

const KNOWN_TYPES = new Set<unknown>(['text', 'image', 'audio', 'resource_link', 'resource']);

function labelOf(value: JsonObject): string {
	const type = value['type'];
	if (typeof type !== 'string') return 'content without type';
	return KNOWN_TYPES.has(type) ? `broken content "${type}"` : `content "${type.slice(0, 60)}"`;
}

function unknownBlock(label: string, value: unknown): UnknownBlock {
	return { type: 'unknown', label, json: boundedJson(value) };
}

export function toWireBlock(block: ContentBlock): Record<string, unknown> {
	switch (block.type) {
		case 'text':
			return { type: 'text', text: block.text };
		case 'image':
			return defined({ type: 'image', mimeType: block.mimeType, data: block.data, uri: block.uri });
		case 'audio':
			return { type: 'audio', mimeType: block.mimeType, data: block.data };
		case 'resource_link':
			return { ...block };
		case 'resource': {
			const { uri, mimeType, text, blob } = block;
			return { type: 'resource', resource: defined({ uri, mimeType, text, blob }) };
		}
		case 'unknown':
			return { type: 'text', text: block.json };
	}
}
