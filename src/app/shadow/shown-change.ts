import type { ShadowPort } from '../../core/shadow/port.js';
import type { ShownChange } from '../../core/shadow/shadow-state.js';

/** Reads both sides of a change; a moved file has those of the file `from` before it. */
export async function readShown(
	shadow: ShadowPort,
	{ path, version }: Pick<ShownChange, 'path' | 'version'>,
	from: string | undefined,
): Promise<ShownChange> {
	const [texts, old] = await Promise.all([shadow.texts(path, version), from === undefined ? null : shadow.texts(from)]);
	if (!texts.ok) return { path, version, texts: { before: null, after: null }, failure: texts.failure.message };
	const before = old?.ok === true ? { before: old.value.before } : {};
	return { path, version, texts: { ...texts.value, ...before } };
}
