import type { ShadowChange } from '../../../core/shadow/shadow-change.js';
import type { ShadowPort } from '../../../core/shadow/shadow-port.js';
import type { Allowance } from '../../changes/allowances.js';
import { MOST_CHARS, MOST_CHARS_IN_ALL } from '../../changes/change-evidence.js';

/** Files whose texts are read. */
const MOST_TEXTS = 200;

/**
 * Texts of the changed files as the command left them, those that are known and short enough to be compared at the
 * turn's end. `allowed`: the turn's actions so far, whose texts take their part of what is kept.
 */
export async function textsLeft(
	layer: Pick<ShadowPort, 'texts'>,
	changes: readonly ShadowChange[],
	allowed: readonly Allowance[],
): Promise<Map<string, string>> {
	const left = new Map<string, string>();
	let room = MOST_CHARS_IN_ALL;
	for (const before of allowed) for (const text of before.left?.values() ?? []) room -= text.length;
	for (const { path, status, version, kind } of changes.slice(0, MOST_TEXTS)) {
		if (kind !== 'file') continue;
		const texts = status === 'deleted' ? null : await layer.texts(path, version);
		const text = texts === null ? '' : texts.ok ? texts.value.after : null;
		if (text === null || text.length > Math.min(room, MOST_CHARS)) continue;
		left.set(path, text);
		room -= text.length;
	}
	return left;
}
