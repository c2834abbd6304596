import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstallScript } from '../../../../core/agents/lock.js';
import { sanitizeLine } from '../../../../core/text/sanitize.js';
import { readManifest } from './package-tree.js';

/** Scripts that npm runs when it installs a package. */
const SCRIPTS = ['preinstall', 'install', 'postinstall'] as const;

/** What npm runs for a package that has this file and no install script. */
const IMPLIED = 'install (node-gyp rebuild)';

/** `spec` names the package to npm, the rest is shown. */
export type ScriptedPackage = InstallScript & { readonly spec: string };

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
	const isBuilt = await lstat(join(place, 'binding.gyp')).then(
		() => true,
		() => false,
	);
	return isBuilt ? [...own, IMPLIED] : own;
}
