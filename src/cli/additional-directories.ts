import { realpath, stat } from 'node:fs/promises';
import { parse } from 'node:path';
import { isMissing, systemError } from '../services/errno.js';
import { isWithin } from '../services/files/inside.js';
import * as messages from './messages.js';
import { UsageError } from './usage-error.js';

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
		if (real === parse(real).root) throw refusal(path, messages.additionalDirectory.root);
		if (real === realHome) throw refusal(path, messages.additionalDirectory.home);
		if (isWithin(real, realHome)) throw refusal(path, messages.additionalDirectory.aboveHome);
		if (real !== realWorkspace && isWithin(real, realWorkspace))
			throw refusal(path, messages.additionalDirectory.aboveWorkspace);
		found.push({ path, real });
	}
	const directories: string[] = [];
	const notices: string[] = [];
	for (const [index, { path, real }] of found.entries()) {
		const around = found.find(
			(other, at) => at !== index && isWithin(other.real, real) && (other.real !== real || at < index),
		);
		if (isWithin(realWorkspace, real)) notices.push(messages.additionalDirectoryInWorkspace(path));
		else if (around !== undefined) notices.push(messages.additionalDirectoryWithin(path, around.path));
		else directories.push(real);
	}
	return { directories, notices };
}

function refusal(path: string, why: string): UsageError {
	return new UsageError(messages.badAdditionalDirectory(path, why));
}

async function realFolder(path: string): Promise<string> {
	try {
		const real = await realpath(path);
		if ((await stat(real)).isDirectory()) return real;
	} catch (error) {
		throw refusal(path, isMissing(error) ? messages.additionalDirectory.missing : systemError(error).why);
	}
	throw refusal(path, messages.additionalDirectory.noFolder);
}
