import { isSemver, isVersionName, npmPin, pythonPin } from './names.js';
import type { RegistryEntry } from './registry.js';

/**
 * An entry at another version than the index has: packages are there in all their versions, archives in one only. Null
 * where it cannot be had.
 */
export function entryAtVersion(entry: RegistryEntry, version: string): RegistryEntry | null {
	if (version === entry.version) return entry;
	if (!isVersionName(version)) return null;
	const { npx, uvx } = entry.distribution;
	if (npx !== null && isSemver(version)) {
		const name = npmPin(npx.package)?.name;
		const distribution = { binary: null, npx: { ...npx, package: `${name}@${version}` }, uvx: null };
		return name === undefined ? null : { ...entry, version, distribution };
	}
	if (uvx === null) return null;
	const text = `${pythonPin(uvx.package)?.name}==${version}`;
	if (pythonPin(text) === null) return null;
	return { ...entry, version, distribution: { binary: null, npx: null, uvx: { ...uvx, package: text } } };
}
