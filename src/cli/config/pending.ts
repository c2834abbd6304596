import { relative } from 'node:path';
import { sanitizeLine } from '../../core/text/sanitize.js';

/** A project's config file of which a part waits for the user's word. */
export type PendingProjectConfig = {
	readonly file: string;
	/** What it would do, in words that follow "cannot": `set the agent`, `add 2 allow rules`. */
	readonly effects: readonly string[];
};

/** The one line that tells of a project's config that waits for the user's word. */
export function pendingNotice(pending: PendingProjectConfig, cwd: string): string {
	const file = sanitizeLine(relative(cwd, pending.file));
	return `${file} is not trusted yet, so it cannot ${inWords(pending.effects)}. Review it with "acp-tui config trust".`;
}

/** `a`, `a and b`, `a, b and c`. */
export function inWords(parts: readonly string[]): string {
	const last = parts.at(-1) ?? '';
	return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
