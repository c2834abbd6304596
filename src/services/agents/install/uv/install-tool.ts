import { createHash } from 'node:crypto';
import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Result, succeed } from '../../../../core/failure.js';
import { isThere } from '../../../files/what-is-there.js';
import { watchFolder } from '../folder-size.js';
import { INSTALL, UV, uvFailure } from '../install-messages.js';
import type { PinnedInstall } from '../npm/install-package.js';
import type { Uv } from './uv.js';

export const TOOL_TREE = 'requirements.txt';
const ENVIRONMENT = '.venv';

export type ToolInstall = PinnedInstall & {
	readonly uv: Uv;
	/** The user agreed to builds of packages without a wheel, which run their code. */
	readonly mayBuild: boolean;
};

export type InstalledTool = { readonly integrity: string; readonly command: string };

/**
 * Installs one version of a PyPI package and its dependencies into a Python environment of its own, each by its hash:
 * from the tree that the first install of this version resolved, where there is one. Fails with uv's last lines.
 */
export async function installTool(install: ToolInstall): Promise<Result<InstalledTool>> {
	const { pin, folder, trees, signal, onProgress } = install;
	const watch = watchFolder(folder, signal, (bytes) =>
		onProgress({ step: 'fetching', bytes, totalBytes: null, count: null }),
	);
	try {
		if (await isThere(join(trees, TOOL_TREE))) await cp(join(trees, TOOL_TREE), join(folder, TOOL_TREE));
		else {
			const resolved = await resolve(install, watch.signal);
			if (!resolved.ok) return watch.stop() ?? resolved;
		}
		const integrity = integrityOf(await readFile(join(folder, TOOL_TREE), 'utf8'), pin.name);
		if (integrity === null) return UV.noHash(pin);
		const made = await run(install, ['venv', '--relocatable', '--no-project', ENVIRONMENT], watch.signal);
		if (!made.ok) return watch.stop() ?? made;
		const python = join(
			folder,
			ENVIRONMENT,
			...(process.platform === 'win32' ? ['Scripts', 'python.exe'] : ['bin', 'python']),
		);
		const words = ['pip', 'install', '--python', python, '--require-hashes', '--no-deps', ...buildOption(install)];
		const filled = await run(install, [...words, '-r', TOOL_TREE], watch.signal);
		if (!filled.ok) return watch.stop() ?? filled;
		const command = await findCommand(install);
		return command.ok ? succeed({ integrity, command: command.value }) : command;
	} finally {
		watch.stop();
	}
}

/** Resolves the package and its dependencies to single versions with hashes. */
async function resolve(install: ToolInstall, signal: AbortSignal): Promise<Result<void>> {
	const wanted = 'requirements.in';
	await writeFile(join(install.folder, wanted), `${install.pin.name}==${install.pin.version}\n`, { mode: 0o600 });
	const words = ['pip', 'compile', wanted, '--generate-hashes', '--no-header', '--no-annotate'];
	return run(install, [...words, ...buildOption(install), '-o', TOOL_TREE], signal);
}

function buildOption({ mayBuild }: ToolInstall): readonly string[] {
	return mayBuild ? [] : ['--no-build'];
}

async function run(
	{ uv, folder, pin, mayBuild }: ToolInstall,
	args: readonly string[],
	signal: AbortSignal,
): Promise<Result<void>> {
	const end = await uv(args, { folder, signal, buildsPackages: mayBuild });
	if (end.type === 'stopped') return INSTALL.stopped();
	if (end.type === 'not-started') return UV.notStarted(end.error);
	return end.code === 0 ? succeed(undefined) : uvFailure(end, `${pin.name}==${pin.version}`);
}

/**
 * The hash of a package among hashed requirements; where it has several files, one hash over theirs, so that it is
 * equal on every machine. Null where there is none.
 */
function integrityOf(requirements: string, name: string): string | null {
	const lines = requirements.replace(/\\\r?\n/g, ' ').split(/\r?\n/);
	const own = lines.find((line) => isRequirementOf(line, name));
	const hashes = [...(own ?? '').matchAll(/--hash=sha256:([0-9a-f]{64})\b/g)].map(([, hash = '']) => hash).sort();
	const [first] = hashes;
	if (first === undefined) return null;
	return `sha256:${hashes.length === 1 ? first : createHash('sha256').update(hashes.join('\n')).digest('hex')}`;
}

function isRequirementOf(line: string, name: string): boolean {
	const own = /^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==/.exec(line.trim())?.[1];
	return own !== undefined && normalized(own) === normalized(name);
}

function normalized(name: string): string {
	return name
		.replace(/\[.*$/, '')
		.toLowerCase()
		.replace(/[._-]+/g, '-');
}

async function findCommand({ pin, executable, folder }: ToolInstall): Promise<Result<string>> {
	const bin = process.platform === 'win32' ? 'Scripts' : 'bin';
	const programs = await programsOf(join(folder, ENVIRONMENT), pin.name);
	const names =
		executable !== null ? [executable] : programs.length === 1 ? programs : [normalized(pin.name), pin.name];
	for (const name of names) {
		const command = `${ENVIRONMENT}/${bin}/${name}${process.platform === 'win32' ? '.exe' : ''}`;
		const facts = await stat(join(folder, command)).catch(() => null);
		if (facts?.isFile() === true) return succeed(command);
	}
	return UV.noExecutable(pin.name, executable, programs);
}

async function programsOf(environment: string, name: string): Promise<readonly string[]> {
	const entries = await readdir(environment, { recursive: true }).catch(() => []);
	const own = entries.find((path) => {
		const folder = /(?:^|[\\/])([^\\/]+?)-[^\\/-]+\.dist-info[\\/]entry_points\.txt$/.exec(path)?.[1];
		return folder !== undefined && normalized(folder) === normalized(name);
	});
	if (own === undefined) return [];
	const text = await readFile(join(environment, own), 'utf8').catch(() => '');
	const section = /\[console_scripts\]([^[]*)/.exec(text)?.[1] ?? '';
	return [...section.matchAll(/^\s*([\w.-]+)\s*=/gm)].map(([, program = '']) => program);
}
