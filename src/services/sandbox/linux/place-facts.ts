import { readlinkSync, statSync } from 'node:fs';
import { mountsOf } from './mounts.js';
import type { NamespaceOptions } from './namespace-options.js';

export function placeFacts(): NamespaceOptions['facts'] {
	return {
		hostMounts: mountsOf('self'),
		isFolder: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
		linkAt,
	};
}

/** Null where there is none, or it is somebody else's. */
export function linkAt(path: string): string | null {
	try {
		return readlinkSync(path);
	} catch {
		return null;
	}
}
