import { clip, sanitizeLine } from '../text/sanitize.js';
import type { Subagent, SubagentPatch } from './subagent.js';

const MOST_TITLE = 200;
const MOST_NAME = 60;
const MOST_DESCRIPTION = 10_000;

export function titled(text: string): string {
	return clip(sanitizeLine(text), MOST_TITLE);
}

export function sessionName(sessionId: string): string {
	return clip(sanitizeLine(sessionId), MOST_NAME);
}

export function described(text: string): string {
	return clip(text, MOST_DESCRIPTION);
}

export function newSubagent(
	known: Pick<Subagent, 'id' | 'source' | 'sessionId' | 'order' | 'isAnnounced' | 'title'>,
	at: number,
): Subagent {
	return {
		...known,
		parentId: null,
		cardId: known.id,
		status: 'unknown',
		canCancel: false,
		startedAt: at,
		changedAt: at,
		activeMs: 0,
		toolCalls: 0,
	};
}

/** Applies one `subagent_update`: absent stays, null clears, a state replaces the one before as a whole. */
export function patched(before: Subagent, patch: SubagentPatch): Subagent {
	const { givenTitle, description, cwd, additionalDirectories, reported, cancelledAt, isLost: _lost, ...rest } = before;
	const isWoken = patch.state?.state === 'running' && reported?.state !== 'running';
	return withTitle({
		...rest,
		...field('givenTitle', after(givenTitle, mapped(patch.title, titled))),
		...field('description', after(description, mapped(patch.description, described))),
		...field('cwd', after(cwd, mapped(patch.cwd, described))),
		...field('additionalDirectories', after(additionalDirectories, patch.additionalDirectories)),
		...field('reported', after(reported, patch.state)),
		...field('cancelledAt', isWoken ? undefined : cancelledAt),
		canCancel: patch.canCancel ?? before.canCancel,
	});
}

/** Sets the title: the given one, its own, its prompt, or a number. */
export function withTitle(subagent: Subagent): Subagent {
	const { givenTitle, ownTitle, description = '', isAnnounced, order, sessionId } = subagent;
	const named = givenTitle || ownTitle;
	if (named) return { ...subagent, title: named };
	if (!isAnnounced) return { ...subagent, title: sessionName(sessionId ?? '') };
	const [line = ''] = description.trim().split('\n', 1);
	return { ...subagent, title: titled(line) || `sub-agent ${order}` };
}

export function isAbove(get: (id: string) => Subagent | undefined, id: string, below: string): boolean {
	const seen = new Set<string>();
	for (let next: string | null = below; next !== null && !seen.has(next); ) {
		if (next === id) return true;
		seen.add(next);
		next = get(next)?.parentId ?? null;
	}
	return false;
}

function mapped<T>(value: string | null | undefined, map: (text: string) => T): T | null | undefined {
	return typeof value === 'string' ? map(value) : value;
}

function after<T>(before: T | undefined, value: T | null | undefined): T | undefined {
	return value === undefined ? before : (value ?? undefined);
}

function field<K extends string, T>(key: K, value: T | undefined): { readonly [key in K]?: T } {
	return (value === undefined ? {} : { [key]: value }) as { readonly [key in K]?: T };
}
