import type { Attachment, AttachmentsPort, ChangedFile } from '../../../src/core/attachment-ports.js';
import type { ImageBlock } from '../../../src/core/content.js';
import { fail, type Result, succeed } from '../../../src/core/failure.js';

/** A picture in a fake world. */
export const PICTURE: ImageBlock = {
	type: 'image',
	mimeType: 'image/png',
	data: 'AAAA',
	bytes: 3,
	uri: 'file:///w/p.png',
};

/** What a fake world holds: texts by path, folders with a slash at their end; null is a file that is no text. */
export type FakeWorld = {
	readonly files: Readonly<Record<string, string | null>>;
	/** The diff of `a.ts`. */
	readonly changes?: Readonly<Record<'diff' | 'staged', { readonly text: string; readonly isCut: boolean }>>;
	readonly clipboard?: Result<ImageBlock | null>;
};

function factOf(path: string) {
	return { given: path, real: `/w/${path}`, relative: path, isInside: true, isPlanFile: false };
}

function changedFiles(text: string): readonly ChangedFile[] {
	return text === '' ? [] : [{ paths: [factOf('a.ts')], name: 'a.ts', text }];
}

/** Attachments of a world that exists in words alone. */
export function fakeAttachments({ files, changes, clipboard }: FakeWorld): AttachmentsPort {
	const textAt = (path: string): string | null | undefined => files[path.replace(/^\/w\//, '')];
	return {
		async inspect(path) {
			if (path.startsWith('../')) return fail('outside-workspace', `${path} is outside the workspace.`);
			const isFolder = Object.keys(files).some((name) => name.startsWith(`${path.replace(/\/$/, '')}/`));
			const text = textAt(path);
			if (text === undefined && !isFolder) return fail('not-found', `${path} does not exist.`);
			const name = isFolder ? `${path.replace(/\/$/, '')}/` : path;
			const type = path.endsWith('.png') ? 'image/png' : path.endsWith('.wav') ? 'audio/wav' : undefined;
			const mimeType = type === undefined ? {} : { mimeType: type };
			const attachment: Attachment = {
				path: `/w/${name}`,
				name,
				uri: `file:///w/${name}`,
				kind: isFolder ? 'folder' : 'file',
				size: isFolder ? 0 : (text ?? '\0\0').length,
				...mimeType,
				fact: factOf(path),
			};
			return succeed(attachment);
		},
		async readText(path, { line = 1, limit = Number.POSITIVE_INFINITY } = {}) {
			const text = textAt(path);
			if (text === undefined) return fail('not-found', `${path} does not exist.`);
			if (text === null) return fail('not-text', `${path} is no text.`);
			const lines = text.split(/(?<=\n)/).slice(line - 1);
			return succeed(lines.slice(0, Math.min(limit, lines.length)).join(''));
		},
		async readImage(path) {
			return textAt(path) === undefined ? fail('not-found', `${path} does not exist.`) : succeed(PICTURE);
		},
		clipboardImage: async () => clipboard ?? succeed(null),
		changes: async (which) => {
			const changed = changes?.[which];
			return changed === undefined
				? fail('not-found', 'git has no changes to tell here.')
				: succeed({ files: changedFiles(changed.text), isCut: changed.isCut });
		},
	};
}
