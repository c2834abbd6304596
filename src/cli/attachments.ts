import type { AttachmentsPort } from '../core/attachment-ports.js';
import type { FilesPort } from '../core/ports.js';
import type { PreparedRun } from './prepare.js';
import type { World } from './world.js';

/** Of a diff that is mentioned, in bytes. */
const MOST_CHANGES = 256 * 1024;

/** What may go with a prompt of this run: loaded when the first of it is asked for, after the first frame. */
export function openAttachments(run: PreparedRun, { home, env }: World, files: FilesPort): AttachmentsPort {
	const load = async (): Promise<AttachmentsPort> => {
		const { createAttachments } = await import('../services/attachments/attachments.js');
		return createAttachments({
			workspace: run.cwd,
			home,
			env,
			files,
			imageBytes: run.settings.mentions.imageBytes,
			changesBytes: MOST_CHANGES,
		});
	};
	let loading: Promise<AttachmentsPort> | null = null;
	const loaded = (): Promise<AttachmentsPort> => {
		loading ??= load();
		return loading;
	};
	return {
		inspect: async (...given) => (await loaded()).inspect(...given),
		readText: async (...given) => (await loaded()).readText(...given),
		readImage: async (...given) => (await loaded()).readImage(...given),
		clipboardImage: async () => (await loaded()).clipboardImage(),
		changes: async (...given) => (await loaded()).changes(...given),
	};
}
