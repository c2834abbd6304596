import type { ContentBlock } from '../../../core/content.js';
import { type EmbeddedFile, embeddedFileOf } from '../../../core/embedded-file.js';
import type { Entry } from '../../../core/session/entries/entry.js';

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
		case 'user-command':
		case 'message':
		case 'thought':
		case 'note':
		case 'compaction':
		case 'changes':
		case 'unknown':
		case 'turn-end':
			return [];
	}
}
