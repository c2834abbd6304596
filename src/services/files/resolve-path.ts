import { lstat, readlink, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, parse, sep } from 'node:path';
import { type Result, succeed } from '../../core/failure.js';
import { errnoOf, whenMissing } from '../errno.js';
import { FILES } from './file-failure.js';

export type ResolvedPath = {
	/** Absolute, no links, no `..`. */
	readonly real: string;
	readonly missing: readonly string[];
};

/** Links in one path; more are a loop. */
export const MOST_LINKS = 40;
const MOST_BYTES = 4096;
const MOST_SHOWN = 200;

/**
 * Resolves a path step by step, links as the system would follow them. `realpath` alone will not do: it fails on a
 * dangling link, and its parent would then look like a harmless place for a new file. Fails with `invalid`,
 * `outside-workspace` (`/proc`, whose links lead anywhere) or `no-permission`.
 */
export function resolvePath(given: string): Promise<Result<ResolvedPath>> {
	return resolveBy(walk, given);
}

/** Resolves a path with a walk; an invalid path is not walked, and an error of the walk becomes a failure. */
export async function resolveBy(
	walkPath: (given: string) => Promise<Result<ResolvedPath>>,
	given: string,
): Promise<Result<ResolvedPath>> {
	const complaint = complaintOf(given);
	if (complaint !== null) return FILES.oddPath(show(given), complaint);
	try {
		return await walkPath(given);
	} catch (error) {
		switch (errnoOf(error)) {
			case 'EACCES':
			case 'EPERM':
				return FILES.pathHidden(show(given));
			case 'ELOOP':
				return FILES.linkLoop(show(given));
			default:
				return FILES.pathUnresolved(show(given), errnoOf(error));
		}
	}
}

export function show(path: string): string {
	const text = path.length > MOST_SHOWN ? `${path.slice(0, MOST_SHOWN)}…` : path;
	return /[\p{C}"]|^$|\s/u.test(text)
		? JSON.stringify(text).replace(/\p{C}/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`)
		: text;
}

async function walk(given: string): Promise<Result<ResolvedPath>> {
	const normal = normalize(given);
	let current = parse(normal).root;
	let links = 0;
	const ahead = namesOf(normal).reverse();
	for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
		if (name === '..') {
			// `..` occurs only in link targets, where it means the parent of the resolved folder.
			current = dirname(current);
			continue;
		}
		const next = join(current, name);
		if (next === '/proc') return FILES.inProc(show(given));
		const facts = await lstat(next).catch(whenMissing(null));
		if (facts === null) {
			const missing = [name, ...ahead.reverse()];
			return missing.includes('..') ? FILES.danglingLink(show(given)) : succeed(await canonical(current, missing));
		}
		if (facts.isSymbolicLink()) {
			links += 1;
			if (links > MOST_LINKS) return FILES.linkLoop(show(given));
			const target = await readlink(next);
			if (isAbsolute(target)) current = parse(target).root;
			ahead.push(...namesOf(target).reverse());
			continue;
		}
		current = next;
	}
	return succeed(await canonical(current, []));
}

/** The system's spelling of the existing part: where case is ignored, two spellings are one file. */
async function canonical(existing: string, missing: readonly string[]): Promise<ResolvedPath> {
	return { real: join(await realpath(existing), ...missing), missing };
}

export function namesOf(path: string): string[] {
	return path
		.slice(parse(path).root.length)
		.split(sep)
		.filter((name) => name !== '' && name !== '.');
}

function complaintOf(path: string): string | null {
	if (/[\u0000-\u001f\u007f-\u009f]/.test(path)) return 'has control characters';
	if (!path.isWellFormed()) return 'is not well-formed Unicode';
	if (Buffer.byteLength(path) > MOST_BYTES) return 'is too long';
	if (!isAbsolute(path)) return 'is not absolute';
	return process.platform === 'win32' ? windowsComplaintOf(path) : null;
}

/** The reason to refuse a path on Windows: device paths, network shares, streams, reserved and trimmed names. */
export function windowsComplaintOf(path: string): string | null {
	if (/^[\\/]{2}/.test(path) || !/^[a-z]:[\\/]/i.test(path)) return 'is not on a local drive';
	const names = path.slice(3).split(/[\\/]/);
	if (names.some((name) => /[:*?<>|"]/.test(name) || /(?<=[^.])[. ]+$/.test(name))) {
		return 'has characters that a file name cannot have';
	}
	return names.some((name) => /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\..*)?$/i.test(name))
		? 'names a device'
		: null;
}
