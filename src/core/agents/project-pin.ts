import type { LockedVersion, PinnedVersion } from './agents-lock.js';
import { isSemver, isVersionName, npmPin, pythonPin } from './checked-names.js';
import type { RegistryEntry } from './registry.js';

export type PinMismatch = 'missing' | 'version' | 'content';

export function pinMismatch(pin: PinnedVersion, installed: LockedVersion | null): PinMismatch | null {
	if (installed === null) return 'missing';
	if (installed.version !== pin.version) return 'version';
	return installed.kind === pin.kind && installed.integrity === pin.integrity ? null : 'content';
}

/** Whether a pin is of another platform's archive: its bytes differ, so only the version can be checked. */
export function isOfOtherPlatform(pin: PinnedVersion, entry: RegistryEntry, target: string): boolean {
	const targets = entry.distribution.binary;
	if (pin.kind !== 'binary' || pin.version !== entry.version || targets === null) return false;
	if (targets.get(target)?.archive === pin.location) return false;
	return [...targets].some(([other, { archive }]) => other !== target && archive === pin.location);
}

export function entryForPin(entry: RegistryEntry, pin: PinnedVersion): RegistryEntry | null {
	const { kind, version, location } = pin;
	const none = { binary: null, npx: null, uvx: null };
	if (kind === 'binary') {
		const { binary } = entry.distribution;
		return binary === null || entry.version !== version ? null : { ...entry, distribution: { ...none, binary } };
	}
	const found = entry.distribution[kind];
	const read = kind === 'npx' ? npmPin : pythonPin;
	const own = read(location);
	if (found === null || own?.version !== version || own.name !== read(found.package)?.name) return null;
	return { ...entry, version, distribution: { ...none, [kind]: { ...found, package: location } } };
}

/** The entry at another version: packages exist in all versions, archives in one only. Null where unavailable. */
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
