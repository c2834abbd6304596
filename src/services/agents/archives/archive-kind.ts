import { basename } from 'node:path/posix';
import { type Result, succeed } from '../../../core/failure.js';
import { ARCHIVES } from './messages.js';

/** How an agent's program is packed; `executable` is the program itself. */
export type ArchiveKind = 'zip' | 'tar.gz' | 'tar.bz2' | 'executable';

const KINDS: readonly (readonly [ending: string, kind: ArchiveKind])[] = [
	['.zip', 'zip'],
	['.tar.gz', 'tar.gz'],
	['.tgz', 'tar.gz'],
	['.tar.bz2', 'tar.bz2'],
	['.tbz2', 'tar.bz2'],
];

/** Installers, and archives that the registry's format does not know: none of them is a program that could be started. */
const UNSUPPORTED =
	/\.(?:dmg|pkg|deb|rpm|msi|msix|appimage|apk|snap|flatpak|iso|7z|rar|tar|xz|txz|zst|tzst|gz|bz2|lz4)$/;

/** How the file at an address is packed, by its name; fails for what is neither an archive nor a program. */
export function archiveKind(address: URL): Result<ArchiveKind> {
	const name = archiveName(address);
	const lower = name.toLowerCase();
	const known = KINDS.find(([ending]) => lower.endsWith(ending));
	if (known !== undefined) return succeed(known[1]);
	return UNSUPPORTED.test(lower) ? ARCHIVES.unsupportedKind(name) : succeed('executable');
}

/** The name of the file at an address, decoded. */
export function archiveName(address: URL): string {
	const name = basename(address.pathname);
	try {
		return decodeURIComponent(name);
	} catch {
		// A name that is no valid percent-encoding is taken as it is written.
		return name;
	}
}
