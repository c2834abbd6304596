import type { ContentBlock } from './content.js';
import { autoRunPart } from './policy/auto-run-files.js';
import { sanitizeLine } from './text/sanitize.js';

/** A file in a content block (ACP v1 «Content»: image, audio, resource); `content` is base64 or the text itself. */
export type EmbeddedFile = {
	/** File name valid in any folder on any system, made of the agent's name: no path, no executable ending. */
	readonly name: string;
	readonly content: string;
	readonly encoding: 'base64' | 'utf8';
};

/** Null where there is none, or its base64 is broken. */
export function embeddedFileOf(block: ContentBlock): EmbeddedFile | null {
	switch (block.type) {
		case 'image':
		case 'audio': {
			const { data, mimeType, isBroken } = block;
			if (isBroken === true || data === '') return null;
			const usual = block.type === 'image' ? 'picture' : 'sound';
			const uri = block.type === 'image' ? (block.uri ?? '') : '';
			return { name: nameOf(uri, mimeType, usual, data), content: data, encoding: 'base64' };
		}
		case 'resource': {
			const { uri, mimeType = '', text, blob = '', isBroken } = block;
			if (text !== undefined) return { name: nameOf(uri, mimeType, 'file', ''), content: text, encoding: 'utf8' };
			if (isBroken === true || blob === '') return null;
			return { name: nameOf(uri, mimeType, 'file', blob), content: blob, encoding: 'base64' };
		}
		case 'text':
		case 'resource_link':
		case 'unknown':
			return null;
	}
}

/** Pictures, sounds, films and PDFs, by their first bytes. A file that says it is anything else may be a program. */
const OPENABLE: readonly (readonly [ending: string, start: RegExp])[] = [
	['png', /^\x89PNG\r\n\x1a\n/],
	['jpg', /^\xff\xd8\xff/],
	['gif', /^GIF8[79]a/],
	['webp', /^RIFF[\s\S]{4}WEBP/],
	['wav', /^RIFF[\s\S]{4}WAVE/],
	['mp3', /^(?:ID3|\xff[\xfb\xf3\xf2])/],
	['ogg', /^OggS/],
	['flac', /^fLaC/],
	['mp4', /^[\s\S]{4}ftyp/],
	['webm', /^\x1a\x45\xdf\xa3/],
	['pdf', /^%PDF-/],
];

/** Ending under which the desktop may open a file, by its first 12 bytes; null for what it must not open. */
export function openableEnding(bytes: Uint8Array): string | null {
	const start = String.fromCharCode(...bytes.subarray(0, 12));
	return OPENABLE.find(([, pattern]) => pattern.test(start))?.[0] ?? null;
}

export function endingOfEmbedded({ content, encoding }: EmbeddedFile): string | null {
	return encoding === 'base64' ? endingOfBase64(content) : null;
}

function endingOfBase64(data: string): string | null {
	const start = data.slice(0, 64).replace(/\s/g, '').slice(0, 16);
	try {
		const bytes = atob(start.replaceAll('-', '+').replaceAll('_', '/'));
		return openableEnding(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
	} catch {
		// No base64 has no type.
		return null;
	}
}

const ENDINGS: Readonly<Record<string, string>> = {
	'application/json': 'json',
	'application/pdf': 'pdf',
	'application/zip': 'zip',
	'audio/mpeg': 'mp3',
	'audio/ogg': 'ogg',
	'audio/wav': 'wav',
	'image/gif': 'gif',
	'image/jpeg': 'jpg',
	'image/png': 'png',
	'image/svg+xml': 'svg',
	'image/webp': 'webp',
	'text/csv': 'csv',
	'text/html': 'html',
	'text/markdown': 'md',
	'text/plain': 'txt',
};

function nameOf(uri: string, mimeType: string, usual: string, data: string): string {
	const said = safeName(lastSegment(uri));
	const ending = endingOfBase64(data) ?? ENDINGS[mimeType.toLowerCase().split(';', 1)[0]?.trim() ?? ''] ?? 'bin';
	// With a prefix, as exports have, no program looks for the name.
	const name = `${PREFIX}${/\.[^.]+$/.test(said) ? said : `${said === '' ? usual : said}.${ending}`}`;
	return autoRunPart(name) === null ? name : `${name}.bin`;
}

/** Last part of an address's path; empty for a `data:` address. */
function lastSegment(uri: string): string {
	if (/^data:/i.test(uri)) return '';
	const path = uri.slice(0, 4096).replace(/[?#].*$/s, '');
	const segment = /^[a-z][a-z0-9+.-]*:\/\/[^/]*$/i.test(path) ? '' : (path.split('/').pop() ?? '');
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}

const PREFIX = 'acp-tui-';
const MOST_NAME = 60;

function safeName(text: string): string {
	const clean = sanitizeLine(text)
		.normalize('NFC')
		.replace(/[\\/:*?"<>|\s]+/g, '-')
		.replace(/\p{C}/gu, '')
		// A dot hides a file, a dash makes it an option.
		.replace(/^[-.~]+|[-.~]+$/g, '');
	const ending = /\.[^.]{1,12}$/.exec(clean)?.[0] ?? '';
	const stem = [...clean.slice(0, clean.length - ending.length)].slice(0, MOST_NAME - ending.length).join('');
	return `${stem}${ending}`;
}
