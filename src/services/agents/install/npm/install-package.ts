import { cp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstallScript } from '../../../../core/agents/agents-lock.js';
import type { PackagePin } from '../../../../core/agents/checked-names.js';
import type { InstallProgress } from '../../../../core/agents/installer.js';
import { type Result, succeed } from '../../../../core/failure.js';
import { sanitizeLine } from '../../../../core/text/sanitize.js';
import { isThere } from '../../../files/what-is-there.js';
import type { ProgramEnd } from '../../../programs/run-program.js';
import { watchFolder } from '../folder-size.js';
import { INSTALL, NPM, npmFailure } from '../install-messages.js';

import type { Npm } from './npm.js';
import { checkedTree, readManifest } from './package-tree.js';

export const PACKAGE_TREE = 'package-lock.json';

export type PinnedInstall = {
	readonly pin: PackagePin;
	readonly executable: string | null;
	readonly folder: string;
	readonly trees: string;
	readonly signal: AbortSignal;
	readonly onProgress: (progress: InstallProgress) => void;
};

export type PackageInstall = PinnedInstall & { readonly npm: Npm };

export type FetchedPackage = { readonly integrity: string; readonly scripts: readonly ScriptedPackage[] };

/**
 * Installs one version of a package and its dependencies below a folder, without install scripts: from the tree that
 * the first install of this version resolved, where there is one. Fails with npm's last lines, and for a tree in which
 * something is not pinned by a hash.
 */
export async function fetchPackage(install: PackageInstall): Promise<Result<FetchedPackage>> {
	const { pin, folder, trees, npm, signal, onProgress } = install;
	const kept = join(trees, PACKAGE_TREE);
	const isLocked = await isThere(kept);
	await writeManifest(folder, pin, []);
	if (isLocked) await cp(kept, join(folder, PACKAGE_TREE));
	let count = 0;
	const watch = watchFolder(folder, signal, (bytes) =>
		onProgress({ step: 'fetching', bytes, totalBytes: null, count }),
	);
	const onLine = (line: string): void => {
		if (/^npm http (?:fetch|cache) .*\.tgz\b/.test(line)) count += 1;
	};
	const end = await npm.install(folder, isLocked, { signal: watch.signal, onLine });
	const tooLarge = watch.stop();
	if (tooLarge !== null) return tooLarge;
	const failure = failureOf(end, `${pin.name}@${pin.version}`);
	if (failure !== null) {
		if (failure.ok || failure.failure.code !== 'not-found') return failure;
		const newest = await npm.newest(folder, pin.name, { signal });
		return newest === null || newest === pin.version ? failure : NPM.otherVersion(failure.failure.message, newest);
	}
	const tree = await checkedTree(folder, pin);
	if (!tree.ok) return tree;
	return succeed({ integrity: tree.value.integrity, scripts: await findInstallScripts(folder) });
}

export async function runInstallScripts(
	{ pin, folder, npm, signal, onProgress }: PackageInstall,
	scripts: readonly ScriptedPackage[],
): Promise<Result<void>> {
	// Newer versions of npm run only what the manifest allows.
	await writeManifest(folder, pin, scripts);
	onProgress({ step: 'scripts', bytes: null, totalBytes: null, count: scripts.length });
	const end = await npm.rebuild(
		folder,
		scripts.map(({ spec }) => spec),
		{ signal },
	);
	return failureOf(end, scripts.map((script) => script.package).join(', '), true) ?? succeed(undefined);
}

/** Without a name of its own, so that npm neither publishes it nor takes settings of a parent folder. */
async function writeManifest(folder: string, { name, version }: PackagePin, scripts: readonly InstallScript[]) {
	const allowScripts = Object.fromEntries(scripts.map((script) => [script.package, true]));
	const manifest = { private: true, dependencies: { [name]: version }, ...(scripts.length > 0 && { allowScripts }) };
	await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
}

function failureOf(end: ProgramEnd, what: string, isScript = false): Result<never> | null {
	if (end.type === 'stopped') return INSTALL.stopped();
	if (end.type === 'not-started') return NPM.notStarted(end.error);
	return end.code === 0 ? null : npmFailure(end, what, isScript);
}

const SCRIPTS = ['preinstall', 'install', 'postinstall'] as const;

/** npm's default for a package with a `binding.gyp` and no install script. */
const IMPLIED = 'install (node-gyp rebuild)';

export type ScriptedPackage = InstallScript & { readonly spec: string };

/** Finds the packages with install scripts by what is on the disk, not by what a registry says. */
export async function findInstallScripts(folder: string): Promise<readonly ScriptedPackage[]> {
	const found = new Map<string, ScriptedPackage>();
	const look = async (modules: string): Promise<void> => {
		for (const name of await packagesIn(modules)) {
			const place = join(modules, ...name.split('/'));
			const scripts = await scriptsOf(place);
			if (scripts.length > 0) {
				const label = sanitizeLine(name);
				const known = found.get(name)?.scripts ?? [];
				found.set(name, { package: label, spec: name, scripts: [...new Set([...known, ...scripts])] });
			}
			await look(join(place, 'node_modules'));
		}
	};
	await look(join(folder, 'node_modules'));
	return [...found.values()].sort((left, right) => (left.spec < right.spec ? -1 : 1));
}

async function packagesIn(modules: string): Promise<readonly string[]> {
	const entries = await readdir(modules, { withFileTypes: true }).catch(() => []);
	const names: string[] = [];
	for (const entry of entries) {
		if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
		if (!entry.name.startsWith('@')) names.push(entry.name);
		else {
			const inside = await readdir(join(modules, entry.name), { withFileTypes: true });
			names.push(...inside.filter((each) => each.isDirectory()).map((each) => `${entry.name}/${each.name}`));
		}
	}
	return names;
}

async function scriptsOf(place: string): Promise<readonly string[]> {
	const manifest = await readManifest(place);
	const scripts = manifest?.['scripts'];
	const own =
		typeof scripts === 'object' && scripts !== null
			? SCRIPTS.filter((name) => typeof (scripts as Readonly<Record<string, unknown>>)[name] === 'string')
			: [];
	if (own.includes('preinstall') || own.includes('install') || manifest?.['gypfile'] === false) return own;
	return (await isThere(join(place, 'binding.gyp'))) ? [...own, IMPLIED] : own;
}
