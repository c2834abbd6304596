import { join } from 'node:path';
import { isIntegrity, isPathBelow } from '../../../../core/agents/agents-lock.js';
import type { PackagePin } from '../../../../core/agents/checked-names.js';
import { fail, type Result, succeed } from '../../../../core/failure.js';
import { isRecord } from '../../../../core/is-record.js';
import { readJsonBounded } from '../../../files/read-bounded.js';
import { NPM } from '../install-messages.js';

const MOST_MANIFEST = 2_000_000;
const MOST_LOCK = 50_000_000;

/**
 * Checks npm's lock file: every package of the tree comes from a registry by its hash, or inside of a package that
 * does. Returns the integrity of the agent's own package. Fails for other sources, for a tree that leads out of its
 * folder, and where the agent's package is not the requested one.
 */
export async function checkedTree(folder: string, pin: PackagePin): Promise<Result<{ readonly integrity: string }>> {
	const lock = await readJsonBounded(join(folder, 'package-lock.json'), MOST_LOCK);
	const packages = isRecord(lock) ? lock['packages'] : null;
	if (!isRecord(packages)) return fail('invalid', 'npm left no lock that says what it installed, so nothing was kept.');
	for (const [path, entry] of Object.entries(packages)) {
		if (path === '') continue;
		if (!isRecord(entry) || !isPathBelow(path) || !path.startsWith('node_modules/')) return NPM.oddTree(path);
		if (entry['inBundle'] === true) continue;
		const { resolved, integrity, link } = entry;
		// npm can be set to leave the addresses of its registry out.
		const isFetched = link !== true && (resolved === undefined || /^https?:\/\//.test(String(resolved)));
		if (!isFetched || typeof integrity !== 'string' || !isStrong(integrity)) return NPM.notPinned(path);
	}
	const own = packages[`node_modules/${pin.name}`];
	const integrity = isRecord(own) ? own['integrity'] : null;
	if (!isRecord(own) || !isSameVersion(own['version'], pin.version) || typeof integrity !== 'string')
		return NPM.otherPackage(pin);
	const strongest = integrity.split(' ').find(isIntegrity);
	if (strongest === undefined) return NPM.notPinned(`node_modules/${pin.name}`);
	const manifest = await readManifest(packageFolder(folder, pin.name));
	// The registry's metadata and the package itself may differ.
	if (manifest === null || manifest['name'] !== pin.name || !isSameVersion(manifest['version'], pin.version)) {
		return NPM.otherPackage(pin);
	}
	return succeed({ integrity: strongest });
}

export function packageFolder(folder: string, name: string): string {
	return join(folder, 'node_modules', ...name.split('/'));
}

export async function readManifest(folder: string): Promise<Readonly<Record<string, unknown>> | null> {
	const manifest = await readJsonBounded(join(folder, 'package.json'), MOST_MANIFEST);
	return isRecord(manifest) ? manifest : null;
}

/** An SRI may hold several hashes: npm checks the strongest, so one strong hash suffices. */
function isStrong(integrity: string): boolean {
	const hashes = integrity.trim().split(/\s+/);
	return hashes.some(isIntegrity);
}

/** Build metadata after `+` is no part of the version. */
function isSameVersion(own: unknown, wanted: string): boolean {
	return typeof own === 'string' && own.trim().replace(/^v/, '').split('+')[0] === wanted.split('+')[0];
}
