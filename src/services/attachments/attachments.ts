import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Attachment, AttachmentsPort } from '../../core/attachment-ports.js';
import { defined } from '../../core/defined.js';
import { type Result, succeed } from '../../core/failure.js';
import type { FilesPort } from '../../core/ports.js';
import { fileFailure, notAFile } from '../files/file-failure.js';
import { oddKind } from '../files/opened.js';
import { show } from '../files/resolve-path.js';
import { readClipboardImage } from './clipboard-image.js';
import { gitChanges } from './git-changes.js';
import { readImageFile } from './image.js';
import { ATTACHMENTS } from './messages.js';
import { mimeTypeOf } from './mime-type.js';

export type AttachmentsOptions = {
	readonly workspace: string;
	readonly home: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** The boundary of the workspace: nothing outside of it is attached. */
	readonly files: FilesPort;
	/** Byte limits of a picture and of a diff. */
	readonly imageBytes: number;
	readonly changesBytes: number;
};

/** Milliseconds. */
const CLIPBOARD_TIMEOUT = 2000;

export function createAttachments(options: AttachmentsOptions): AttachmentsPort {
	const { workspace, home, env, files } = options;
	const absolute = (path: string): string =>
		/^~(?=\/|$)/.test(path) ? join(home, path.slice(1)) : resolve(workspace, path);
	return {
		async inspect(path) {
			const given = absolute(path);
			const fact = await files.inspect(given);
			if (fact.real === null) return ATTACHMENTS.oddPath(show(path));
			if (!fact.isInside) return ATTACHMENTS.outside(show(path));
			return lookAt(fact.real, show(path), fact.relative);
		},
		readText: (path, range) => files.read(absolute(path), range),
		readImage: (path) => readImageFile(absolute(path), options.imageBytes),
		clipboardImage: () =>
			readClipboardImage({
				platform: process.platform,
				env,
				workspace,
				timeout: CLIPBOARD_TIMEOUT,
				most: options.imageBytes,
			}),
		changes: (which) => gitChanges(which, { workspace, env }, options.changesBytes),
	};
}

async function lookAt(real: string, where: string, relative: string | null): Promise<Result<Attachment>> {
	try {
		const facts = await stat(real);
		const isFolder = facts.isDirectory();
		const odd = isFolder ? null : oddKind(facts);
		if (odd !== null) return notAFile(where, odd);
		await access(real, isFolder ? constants.R_OK | constants.X_OK : constants.R_OK);
		const name = relative === null ? real : relative === '' ? '.' : relative;
		const mimeType = isFolder ? undefined : mimeTypeOf(name);
		return succeed({
			path: real,
			name: isFolder ? `${name}/` : name,
			uri: pathToFileURL(isFolder && isAbsolute(real) ? `${real}/` : real).href,
			kind: isFolder ? 'folder' : 'file',
			size: isFolder ? 0 : facts.size,
			...defined({ mimeType }),
		});
	} catch (error) {
		return fileFailure(error, where, 'read');
	}
}
