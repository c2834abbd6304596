import type { AttachmentsPort } from '../core/attachment-ports.js';
import type { FilesPort } from '../core/ports.js';
import { createAttachments } from '../services/attachments/attachments.js';
import type { PreparedRun } from './prepare.js';
import type { World } from './world.js';

/** Of a diff that is mentioned, in bytes. */
const MOST_CHANGES = 256 * 1024;

/** What may go with a prompt of this run. */
export function openAttachments(run: PreparedRun, { home, env }: World, files: FilesPort): AttachmentsPort {
	return createAttachments({
		workspace: run.cwd,
		home,
		env,
		files,
		imageBytes: run.settings.mentions.imageBytes,
		changesBytes: MOST_CHANGES,
	});
}
