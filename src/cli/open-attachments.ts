import type { AttachmentsPort } from '../core/attachment-ports.js';
import { methodsOf, once } from '../core/once.js';
import type { FilesPort } from '../core/ports.js';
import type { PreparedRun } from './prepared-run.js';
import type { World } from './world.js';

/** Of a diff that is looked at, in bytes. */
const MOST_CHANGES = 4 * 1024 * 1024;

/** Opens what may go with a prompt of this run: loaded when the first of it is asked for, after the first frame. */
export function openAttachments(run: PreparedRun, { home, env }: World, files: FilesPort): AttachmentsPort {
	const load = once(async () => {
		const { createAttachments } = await import('../services/attachments/attachments.js');
		return createAttachments({
			workspace: run.cwd,
			home,
			env,
			files,
			imageBytes: run.settings.mentions.imageBytes,
			changesBytes: MOST_CHANGES,
		});
	});
	return methodsOf(load, 'inspect', 'readText', 'readImage', 'clipboardImage', 'changes');
}
