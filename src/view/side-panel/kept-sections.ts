import { lastOf } from '../../core/once.js';
import type { Section, SectionId } from './section.js';

type Kept = { readonly inputs: readonly unknown[]; readonly section: Section | null };

/** Drawn lines of each part, by the cache of the transcript that they belong to. */
const drawn = new WeakMap<object, Map<SectionId, Kept>>();

/** A part of the panel, drawn again only when one of its inputs is another. */
export function keptSection(
	cache: object,
	id: SectionId,
	inputs: readonly unknown[],
	draw: () => Omit<Section, 'id'> | null,
): Section | null {
	const known = drawn.get(cache) ?? new Map<SectionId, Kept>();
	drawn.set(cache, known);
	const before = known.get(id);
	const isSame = before?.inputs.length === inputs.length && before.inputs.every((one, at) => one === inputs[at]);
	if (before !== undefined && isSame) return before.section;
	const fresh = draw();
	const section = fresh === null ? null : { ...fresh, id, rows: lastOf(fresh.rows) };
	known.set(id, { inputs, section });
	return section;
}
