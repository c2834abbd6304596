import { realpath, stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { sanitizeLine } from '../core/text/sanitize.js';
import { isMissing, systemError } from '../services/errno.js';
import { quote, UsageError } from './usage-error.js';

/** The folders beside the workspace that agents may edit, and what the user should know of them. */
export type AdditionalDirectories = {
	/** Resolved, none inside another or inside the workspace. */
	readonly directories: readonly string[];
	readonly notices: readonly string[];
};

/**
 * Resolves the `additionalDirectories` of the config; a link counts as its target. Throws a UsageError for what
 * is no folder, and for one that would open far more than a project: the root, the home folder, a folder above
 * either of them or above the workspace.
 */
export async function checkAdditionalDirectories(
	given: readonly string[],
	{ workspace, home }: { readonly workspace: string; readonly home: string },
): Promise<AdditionalDirectories> {
	if (given.length === 0) return { directories: [], notices: [] };
	const [realWorkspace, realHome] = await Promise.all([realpath(workspace), realpath(home).catch(() => home)]);
	const found: { readonly path: string; readonly real: string }[] = [];
	for (const path of given) {
		const real = await realFolder(path);
		const refuse = (why: string) => new UsageError(`additionalDirectories ${quote(path)}: ${why}`);
		if (real === parse(real).root) throw refuse('this is the root of the file system; name a folder in it');
		if (isWithin(real, realHome)) {
			const what = real === realHome ? 'this is your home folder' : 'your home folder is in it';
			throw refuse(`${what}; name a folder with less in it`);
		}
		if (real !== realWorkspace && isWithin(real, realWorkspace)) {
			throw refuse('the workspace is in it; start acp-tui there, or pass --cwd, to work on all of it');
		}
		found.push({ path, real });
	}
	const directories: string[] = [];
	const notices: string[] = [];
	for (const [index, { path, real }] of found.entries()) {
		const around = found.find(
			(other, at) => at !== index && isWithin(other.real, real) && (other.real !== real || at < index),
		);
		if (isWithin(realWorkspace, real)) notices.push(unneeded(path, 'the workspace'));
		else if (around !== undefined) notices.push(unneeded(path, sanitizeLine(around.path)));
		else directories.push(real);
	}
	return { directories, notices };
}

function unneeded(path: string, around: string): string {
	return `additionalDirectories: ${sanitizeLine(path)} is already part of ${around}`;
}

async function realFolder(path: string): Promise<string> {
	const refuse = (why: string) => new UsageError(`additionalDirectories ${quote(path)}: ${why}`);
	try {
		const real = await realpath(path);
		if ((await stat(real)).isDirectory()) return real;
	} catch (error) {
		throw refuse(isMissing(error) ? 'there is no such folder' : systemError(error).why);
	}
	throw refuse('it is not a folder');
}

function isWithin(folder: string, path: string): boolean {
	return path === folder || path.startsWith(join(folder, '/'));
}
