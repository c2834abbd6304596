import type { BinaryTarget, RegistryEntry, RegistryIndex } from '../../../core/agents/registry.js';
import { archiveAddress } from '../download/archive-address.js';

/**
 * An index with absolute archive addresses, so that two indexes can be compared. `base` is the index's own address or
 * file; null for the embedded one. What cannot be an address stays as written.
 */
export function withArchiveAddresses(index: RegistryIndex, base: string | null): RegistryIndex {
	const entries = [...index.entries].map(([id, entry]) => [id, withAddresses(entry, base)] as const);
	return { ...index, entries: new Map(entries) };
}

function withAddresses(entry: RegistryEntry, base: string | null): RegistryEntry {
	const { binary } = entry.distribution;
	if (binary === null) return entry;
	const targets = [...binary].map(([target, each]): [string, BinaryTarget] => {
		const address = archiveAddress(each.archive, base);
		return [target, address.ok ? { ...each, archive: address.value.href } : each];
	});
	return { ...entry, distribution: { ...entry.distribution, binary: new Map(targets) } };
}
