import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstallProgress } from '../../../core/agents/installer.js';
import type { InstallScript } from '../../../core/agents/lock.js';
import { npmPin, pythonPin } from '../../../core/agents/names.js';
import type { InstallPlan } from '../../../core/agents/plan.js';
import { type Result, succeed } from '../../../core/failure.js';
import type { ProcessGuard } from '../../../core/ports.js';
import { replaceFile } from '../../files/replace-file.js';
import { isThere } from '../../files/what-is-there.js';
import { makePrivateFolder } from '../../state/private-folder.js';
import { emptyFolder } from '../archives/unpack.js';
import { installArchive, type Unpacker } from './binary/install-archive.js';
import { INSTALL } from './install-messages.js';
import { ownFile } from './lock-file.js';
import {
	executableOf,
	fetchPackage,
	PACKAGE_TREE,
	type PackageInstall,
	runInstallScripts,
} from './npm/install-package.js';
import { findNpm } from './npm/npm.js';
import { installTool, TOOL_TREE, type ToolInstall } from './uv/install-tool.js';
import { findUv } from './uv/uv.js';

/** The machine that agents are installed on. */
export type InstallHost = {
	readonly dataDir: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly cwd: string;
	readonly node: string;
	readonly repositoryFolders: readonly string[];
	readonly unpack: Unpacker;
	readonly guard?: ProcessGuard;
};

export type Made = {
	readonly integrity: string;
	readonly command: string;
	readonly isSystemCommand: boolean;
	readonly isNodeScript: boolean;
	readonly installScripts: readonly InstallScript[];
	readonly haveScriptsRun: boolean;
	keep(): Promise<void>;
};

export type Place = {
	readonly staging: string;
	readonly folder: string;
	readonly trees: string;
	readonly expected: string | null;
	readonly base: string | null;
};

type Watch = {
	readonly signal: AbortSignal;
	readonly onProgress: (progress: InstallProgress) => void;
	/** Whether the found scripts may run; fails where they must not even exist. */
	readonly mayRun: (scripts: readonly InstallScript[]) => Promise<Result<boolean>>;
};

/** Fetches and checks a plan's version, and prepares it in the folder. Only agreed scripts of it were run. */
export function fetchVersion(host: InstallHost, plan: InstallPlan, place: Place, watch: Watch): Promise<Result<Made>> {
	if (plan.kind === 'binary') return fromArchive(host, plan, place, watch);
	return plan.kind === 'npx' ? fromNpm(host, plan, place, watch) : fromPyPi(host, plan, place, watch);
}

type PackagePlan = Extract<InstallPlan, { readonly kind: 'npx' | 'uvx' }>;

async function fromArchive(
	{ env, unpack }: InstallHost,
	plan: Extract<InstallPlan, { readonly kind: 'binary' }>,
	{ staging, folder, expected, base }: Place,
	{ signal, onProgress }: Watch,
): Promise<Result<Made>> {
	const sha256 = expected?.startsWith('sha256:') === true ? expected.slice('sha256:'.length) : null;
	const { archive, command } = plan;
	const where = { downloads: staging, folder, base, env, unpack, signal, onProgress };
	const made = await installArchive({ ...where, archive, command, sha256 });
	if (!made.ok) return made;
	if (expected !== null && made.value.integrity !== expected) return INSTALL.otherBytes(plan.id, plan.version);
	if (made.value.isSystemCommand) {
		const own = await Promise.all(plan.args.map((arg) => ownFile(folder, arg)));
		if (own.every((file) => file === null)) return INSTALL.nothingOfArchive(plan.id, made.value.command);
	}
	return succeed({
		...made.value,
		isNodeScript: false,
		installScripts: [],
		haveScriptsRun: false,
		keep: () => Promise.resolve(),
	});
}

async function fromNpm(host: InstallHost, plan: PackagePlan, place: Place, watch: Watch): Promise<Result<Made>> {
	const pin = npmPin(plan.package);
	if (pin === null) return INSTALL.notPinned(plan.package);
	const npm = await findNpm({ ...host, folders: host.repositoryFolders });
	if (!npm.ok) return npm;
	const executable = plan.isCommandKnown ? plan.command : null;
	const { folder, trees, expected } = place;
	const install: PackageInstall = { pin, executable, folder, trees, npm: npm.value, ...watch };
	const fetched = await fetchPackage(install);
	if (!fetched.ok) return fetched;
	const { integrity, scripts } = fetched.value;
	if (expected !== null && integrity !== expected) return INSTALL.otherBytes(plan.id, plan.version);
	const installScripts = scripts.map(({ spec: _, ...script }) => script);
	const mayRun = await watch.mayRun(installScripts);
	if (!mayRun.ok) return mayRun;
	if (mayRun.value) {
		const ran = await runInstallScripts(install, scripts);
		if (!ran.ok) return ran;
	}
	const program = await executableOf(install);
	if (!program.ok) return program;
	const { command, isNodeScript } = program.value;
	const haveScriptsRun = mayRun.value;
	const keep = (): Promise<void> => keepTree(install, PACKAGE_TREE);
	return succeed({ integrity, command, isNodeScript, isSystemCommand: false, installScripts, haveScriptsRun, keep });
}

async function fromPyPi(host: InstallHost, plan: PackagePlan, place: Place, watch: Watch): Promise<Result<Made>> {
	const pin = pythonPin(plan.package);
	if (pin === null) return INSTALL.notPinned(plan.package);
	const uv = await findUv({ ...host, folders: host.repositoryFolders });
	if (!uv.ok) return uv;
	const { folder, trees, expected } = place;
	const executable = plan.isCommandKnown ? plan.command : null;
	const install: ToolInstall = { pin, executable, folder, trees, uv: uv.value, mayBuild: false, ...watch };
	const scripts: InstallScript[] = [];
	let made = await installTool(install);
	if (!made.ok && made.failure.code === 'usage') {
		scripts.push({ package: pin.name, scripts: ['build'] });
		const mayRun = await watch.mayRun(scripts);
		if (!mayRun.ok) return mayRun;
		if (!mayRun.value) return made;
		await emptyFolder(folder);
		made = await installTool({ ...install, mayBuild: true });
	}
	if (!made.ok) return made;
	const { integrity, command } = made.value;
	if (expected !== null && integrity !== expected) return INSTALL.otherBytes(plan.id, plan.version);
	const keep = (): Promise<void> => keepTree(install, TOOL_TREE);
	const ran = { installScripts: scripts, haveScriptsRun: scripts.length > 0 };
	return succeed({ integrity, command, isNodeScript: false, isSystemCommand: false, ...ran, keep });
}

/**
 * Stores the file that pins an install's whole tree, for later installs of this version, unless there is one. Throws
 * the system's error.
 */
async function keepTree(
	{ folder, trees }: { readonly folder: string; readonly trees: string },
	file: string,
): Promise<void> {
	if (await isThere(join(trees, file))) return;
	await makePrivateFolder(trees);
	await replaceFile(join(trees, file), await readFile(join(folder, file)));
}
