import { readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstallScript } from '../../../core/agents/agents-lock.js';
import { npmPin, pythonPin } from '../../../core/agents/checked-names.js';
import type { InstallPlan } from '../../../core/agents/install-plan.js';
import type { InstallProgress } from '../../../core/agents/installer.js';
import type { Environment } from '../../../core/environment.js';
import { type Result, succeed } from '../../../core/failure.js';
import type { ProcessGuard } from '../../../core/ports.js';
import { relativeTo } from '../../files/path-inside.js';
import { replaceFile } from '../../files/replace-file.js';
import { isThere } from '../../files/what-is-there.js';
import { makePrivateFolder } from '../../state/private-folder.js';
import { archiveKind, archiveName } from '../archives/archive-kind.js';
import { emptyFolder } from '../archives/unpack.js';
import type { createUnpacker } from '../archives/unpack-in-thread.js';
import { archiveAddress } from '../download/archive-address.js';
import { fetchArchive } from '../download/fetch-archive.js';
import { ownFile } from './agents-lock-file.js';
import { INSTALL } from './install-messages.js';
import { fetchPackage, PACKAGE_TREE, type PackageInstall, runInstallScripts } from './npm/install-package.js';
import { findNpm } from './npm/npm.js';
import { findPackageExecutable } from './npm/package-executable.js';
import { installTool, TOOL_TREE, type ToolInstall } from './uv/install-tool.js';
import { findUv } from './uv/uv.js';

export type InstallHost = {
	readonly dataDir: string;
	readonly env: Environment;
	readonly cwd: string;
	readonly node: string;
	readonly repositoryFolders: readonly string[];
	readonly unpack: ReturnType<typeof createUnpacker>;
	readonly guard?: ProcessGuard;
};

export type Made = {
	readonly integrity: string;
	/** A path below the folder, or the name of an interpreter of the machine. */
	readonly command: string;
	readonly isSystemCommand: boolean;
	readonly isNodeScript: boolean;
	readonly installScripts: readonly InstallScript[];
	readonly haveScriptsRun: boolean;
	saveTree(): Promise<void>;
};

type Place = {
	readonly staging: string;
	readonly folder: string;
	readonly trees: string;
	readonly expected: string | null;
	/** An address or a file; null for the embedded index. */
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
	const address = archiveAddress(plan.archive, base);
	if (!address.ok) return address;
	const kind = archiveKind(address.value);
	if (!kind.ok) return kind;
	const fetched = await fetchArchive({ address: address.value, sha256 }, staging, {
		signal,
		env,
		onProgress: ({ received, total }) =>
			onProgress({ step: 'downloading', bytes: received, totalBytes: total, count: null }),
	});
	if (!fetched.ok) return fetched;
	const { file: archive, integrity } = fetched.value;
	const unpacked = await unpack(
		{ archive, kind: kind.value, name: archiveName(address.value), folder, command: plan.command },
		{
			signal,
			onProgress: ({ bytes, entries }) => onProgress({ step: 'unpacking', bytes, totalBytes: null, count: entries }),
		},
	);
	await rm(archive, { force: true });
	if (!unpacked.ok) return unpacked;
	const { executable } = unpacked.value;
	const isSystemCommand = executable.type === 'system';
	const command = isSystemCommand ? executable.command : relativeTo(await realpath(folder), executable.path);
	if (expected !== null && integrity !== expected) return INSTALL.otherBytes(plan.id, plan.version);
	if (isSystemCommand) {
		const own = await Promise.all(plan.args.map((arg) => ownFile(folder, arg)));
		if (own.every((file) => file === null)) return INSTALL.nothingOfArchive(plan.id, command);
	}
	const ran = { isNodeScript: false, installScripts: [], haveScriptsRun: false };
	return succeed({ integrity, command, isSystemCommand, ...ran, saveTree: () => Promise.resolve() });
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
	// Looked up once scripts ran: they may have replaced the file.
	const program = await findPackageExecutable(folder, pin.name, executable);
	if (!program.ok) return program;
	const { command, isNodeScript } = program.value;
	const haveScriptsRun = mayRun.value;
	const saveTree = (): Promise<void> => saveLockedTree(install, PACKAGE_TREE);
	return succeed({
		integrity,
		command,
		isNodeScript,
		isSystemCommand: false,
		installScripts,
		haveScriptsRun,
		saveTree,
	});
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
	const saveTree = (): Promise<void> => saveLockedTree(install, TOOL_TREE);
	const ran = { installScripts: scripts, haveScriptsRun: scripts.length > 0 };
	return succeed({ integrity, command, isNodeScript: false, isSystemCommand: false, ...ran, saveTree });
}

/** Stores the file that pins an install's whole tree, unless there is one. Throws the system's error. */
async function saveLockedTree(
	{ folder, trees }: { readonly folder: string; readonly trees: string },
	file: string,
): Promise<void> {
	if (await isThere(join(trees, file))) return;
	await makePrivateFolder(trees);
	await replaceFile(join(trees, file), await readFile(join(folder, file)));
}
