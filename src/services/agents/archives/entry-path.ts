import { ThrownFailure } from '../thrown-failure.js';
import { ARCHIVES } from './archives-messages.js';

/** File system limits: bytes of a name, bytes of a path, nested folders. */
const LONGEST_NAME = 255;
const LONGEST_PATH = 1024;
const DEEPEST = 64;

/** Control characters, invisible or reordering ones, lone surrogates, and U+FFFD. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFD]/u;
/** Names that are a separator or dots after Unicode normalization. */
const STANDS_FOR_OTHERS = /^\.{0,2}$|\//;
const DRIVE = /^[a-z]:/i;
/** Windows device names, and characters that Windows forbids in names. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;
const NOT_ON_WINDOWS = /[<>:"|?*]|[. ]$/;

/**
 * The parts of an entry's path below the folder that is unpacked into; none for the folder itself. Throws
 * {@link ThrownFailure} for whatever could lead elsewhere on any system: absolute paths, `..`, drive letters,
 * backslashes, characters that become a separator when a file system normalizes them, names that are too long.
 */
export function entryPath(name: string, platform: NodeJS.Platform = process.platform): readonly string[] {
	const refuse = (why: string): never => {
		throw new ThrownFailure(ARCHIVES.badName(name, why));
	};
	if (name === '') refuse('is empty');
	if (HIDDEN.test(name)) refuse('has characters that cannot be seen');
	// Some file systems and programs take compatible characters (a full-width slash, a two-dot leader) for the plain ones.
	for (const form of [name, name.normalize('NFKC')]) {
		if (form.startsWith('/')) refuse('is an absolute path');
		if (form.includes('\\')) refuse('has a backslash');
		if (form.split('/').some((part) => DRIVE.test(part))) refuse('has a drive letter');
		if (form.split('/').includes('..')) refuse('leads out of the folder');
	}
	const parts = name.split('/').filter((part) => part !== '' && part !== '.');
	if (parts.some((part) => STANDS_FOR_OTHERS.test(part.normalize('NFKC'))))
		refuse('has characters that stand for others');
	if (Buffer.byteLength(parts.join('/')) > LONGEST_PATH || parts.length > DEEPEST) refuse('is too long');
	for (const part of parts) {
		if (Buffer.byteLength(part) > LONGEST_NAME) refuse('is too long');
		if (platform === 'win32' && (DEVICE.test(part) || NOT_ON_WINDOWS.test(part))) refuse('is not possible on Windows');
	}
	return parts;
}

/** A key equal for names that some file system takes for one: differing in case or Unicode composition only. */
export function sameNameKey(parts: readonly string[]): string {
	return parts.join('/').normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}
