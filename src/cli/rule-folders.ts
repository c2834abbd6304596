import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Rule } from '../core/policy/types.js';
import { isWithin } from '../services/files/inside.js';
import { ruleFolderMissing, ruleFolderTooWide } from './command-line-messages.js';

/** Notices of folders that an allow rule opens in vain: missing ones, and ones that would open too much. */
export async function ruleFolderNotices(
	rules: readonly Rule[],
	home: string,
	workspace: string,
): Promise<readonly string[]> {
	const named = new Map<string, Rule>();
	for (const rule of rules) {
		if (rule.opens === undefined || rule.opens === 'no-sandbox') continue;
		for (const folder of rule.opens.folders) if (!named.has(folder)) named.set(folder, rule);
	}
	const notices = await Promise.all(
		[...named].map(async ([folder, { text, place, origin }]) => {
			const real = await realpath(folder.startsWith('~/') ? join(home, folder.slice(2)) : folder).catch(codeOf);
			const where = place ?? origin;
			// One that may not be looked at may be there.
			if (typeof real !== 'string') return real.isMissing ? [ruleFolderMissing(folder, text, where)] : [];
			const isTooWide = real !== workspace && [home, workspace].some((kept) => isWithin(real, kept));
			return isTooWide ? [ruleFolderTooWide(folder, text, where)] : [];
		}),
	);
	return notices.flat();
}

function codeOf({ code }: NodeJS.ErrnoException): { readonly isMissing: boolean } {
	return { isMissing: code === 'ENOENT' || code === 'ENOTDIR' };
}
