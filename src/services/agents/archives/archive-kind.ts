import { basename } from 'node:path/posix';
import { type Result, succeed } from '../../../core/failure.js';
import { ARCHIVES } from './archives-messages.js';

export type ArchiveKind = 'zip' | 'tar.gz' | 'tar.bz2' | 'executable';

const KINDS: readonly (readonly [ending: string, kind: ArchiveKind])[] = [
	['.zip', 'zip'],
	['.tar.gz', 'tar.gz'],
	['.tgz', 'tar.gz'],
	['.tar.bz2', 'tar.bz2'],
	['.tbz2', 'tar.bz2'],
];

/** Installers, and archives outside of the registry's format. */
const UNSUPPORTED =
	/\.(?:dmg|pkg|deb|rpm|msi|msix|appimage|apk|snap|flatpak|iso|7z|rar|tar|xz|txz|zst|tzst|gz|bz2|lz4)$/;

/** The packing of a file by its name; fails for what is neither an archive nor a program. */
export function archiveKind(address: URL): Result<ArchiveKind> {
	const name = archiveName(address);
	const lower = name.toLowerCase();
	const known = KINDS.find(([ending]) => lower.endsWith(ending));
	if (known !== undefined) return succeed(known[1]);
	return UNSUPPORTED.test(lower) ? ARCHIVES.unsupportedKind(name) : succeed('executable');
}

export function archiveName(address: URL): string {
	const name = basename(address.pathname);
	try {
		return decodeURIComponent(name);
	} catch {
		// A name that is no valid percent-encoding is taken as it is written.
		return name;
	}
}
