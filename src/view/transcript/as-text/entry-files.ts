import type { ContentBlock } from '../../../core/content.js';
import { type EmbeddedFile, embeddedFileOf } from '../../../core/embedded-file.js';
import type { Entry } from '../../../core/session/entries/entry.js';
import type { ToolLocation } from '../../../core/tool-call.js';
import { foundPlaces } from '../tool/tool-input.js';

export type ShownFile = { readonly block: ContentBlock; readonly file: EmbeddedFile };

export function embeddedFiles(entry: Entry): readonly ShownFile[] {
	return blocksOf(entry).flatMap((block) => {
		const file = embeddedFileOf(block);
		return file === null ? [] : [{ block, file }];
	});
}

function blocksOf(entry: Entry): readonly ContentBlock[] {
	switch (entry.kind) {
		case 'block':
			return [entry.block];
		case 'user':
			return entry.blocks;
		case 'tool':
			return entry.call.content.flatMap((item) => (item.type === 'content' ? [item.block] : []));
		default:
			return [];
	}
}

/** `src/a.ts:12`, `./a.ts`, `/tmp/a.log:3:7` in a text: a name with a folder or a line. */
const mentioned = /(?<![\w./:-])((?:~?\.{0,2}\/)?(?:[\w.@+-]+\/)*[\w.@+-]*\w\.\w{1,8})(?::(\d{1,7}))?(?![\w/])/gu;

export function fileLocation(entry: Entry): ToolLocation | null {
	switch (entry.kind) {
		case 'tool': {
			const places = foundPlaces(entry.call);
			const located = places.find((location) => location.line !== undefined) ?? places[0];
			if (located !== undefined) return located;
			const diff = entry.call.content.find((item) => item.type === 'diff');
			return diff === undefined ? mentionIn(entry.call.title) : { path: diff.path };
		}
		case 'user-command':
			return mentionIn(entry.command.line);
		case 'block':
			return entry.block.type === 'resource_link' || entry.block.type === 'resource' ? ofUri(entry.block.uri) : null;
		case 'changes': {
			const file = entry.files[0];
			return file === undefined ? null : { path: file.path };
		}
		case 'user':
		case 'message':
		case 'thought':
			return mentionIn(entry.text);
		case 'note':
			return mentionIn(`${entry.title}\n${entry.detail ?? ''}`);
		default:
			return null;
	}
}

function mentionIn(text: string): ToolLocation | null {
	for (const match of text.slice(0, 100_000).matchAll(mentioned)) {
		const [, path = '', line] = match;
		if (line !== undefined) return { path, line: Number(line) };
		if (path.includes('/')) return { path };
	}
	return null;
}

function ofUri(uri: string): ToolLocation | null {
	if (!uri.startsWith('file://')) return null;
	try {
		return { path: decodeURIComponent(uri.slice('file://'.length).replace(/^[^/]*/, '')) };
	} catch {
		// A broken escape names no file.
		return null;
	}
}
