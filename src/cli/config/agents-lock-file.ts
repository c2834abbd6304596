import { type PinnedVersion, parseProjectLock } from '../../core/agents/lock.js';
import { UsageError } from '../usage-error.js';
import { hashOf, readBytes } from './file-bytes.js';
import * as messages from './messages.js';
import type { ProjectFile } from './started-files.js';

export type ProjectLock = ProjectFile & { readonly pins: ReadonlyMap<string, PinnedVersion> };

/** Reads a project's lock. Throws a UsageError when it cannot be read, is damaged or of a later version. */
export async function readProjectLock(file: string): Promise<ProjectLock> {
	const bytes = await readBytes(file);
	const read = parseProjectLock(new TextDecoder().decode(bytes));
	if (!read.ok) throw new UsageError(messages.badAgentsLock(file, read.failure.message));
	return { file, hash: hashOf(bytes), programs: [], pins: read.value };
}
