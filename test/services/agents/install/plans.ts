import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InstallPlan } from '../../../../src/core/agents/install-plan.js';
import type { InstallConsents, InstallProgress, InstallRequest } from '../../../../src/core/agents/installer.js';
import { unpack } from '../../../../src/services/agents/archives/unpack.js';
import type { InstallHost } from '../../../../src/services/agents/install/fetch-version.js';

const common = {
	id: 'acme',
	name: 'Acme',
	version: '1.0.0',
	license: 'MIT',
	licenseUrl: 'https://acme.example/license',
	publisher: 'Acme',
	authors: ['Acme'],
	repository: 'https://github.com/acme/agent',
	owner: null,
	isCommandKnown: false,
	args: ['--acp'],
	env: { ACME: '1' },
	steeringEnv: [],
	droppedEnv: [],
	target: 'linux-x86_64',
	reason: null,
	broken: null,
} as const;

/** The plan of an npm package, `@acme/agent` unless `change` says otherwise. */
export function npmPlan(version: string, change: Partial<InstallPlan> = {}): InstallPlan {
	return {
		...common,
		version,
		kind: 'npx',
		from: 'npm',
		installScripts: null,
		command: 'agent',
		package: `@acme/agent@${version}`,
		integrity: null,
		...change,
	} as InstallPlan;
}

/** The plan of a package of PyPI, `acme-agent`. */
export function uvPlan(version: string, change: Partial<InstallPlan> = {}): InstallPlan {
	const own = { kind: 'uvx', from: 'PyPI', package: `acme-agent==${version}` };
	return { ...npmPlan(version), ...own, ...change } as InstallPlan;
}

/** The plan of an archive at an address. */
function archivePlan(version: string, archive: string, change: Partial<InstallPlan> = {}): InstallPlan {
	const own = { kind: 'binary', from: 'this machine', archive, sha256: null, command: './agent', installScripts: [] };
	return { ...common, isCommandKnown: true, version, ...own, ...change } as InstallPlan;
}

/** A request for a plan of the registry. */
export function requestOf(plan: InstallPlan, change: Partial<InstallRequest> = {}): InstallRequest {
	return { plan, source: 'registry', base: null, expectedIntegrity: null, isVersionChosen: false, ...change };
}

/** What a test agrees to; what was asked is kept. */
export function watched(answers: { readonly changes?: boolean; readonly scripts?: boolean } = {}) {
	const asked: unknown[] = [];
	const progress: InstallProgress[] = [];
	const controller = new AbortController();
	const consents: InstallConsents = {
		changes: async (changes) => {
			asked.push(changes);
			return answers.changes ?? false;
		},
		scripts: async (scripts) => {
			asked.push(scripts);
			return answers.scripts ?? false;
		},
	};
	const onProgress = (each: InstallProgress): void => void progress.push(each);
	return {
		asked,
		progress,
		stop: () => controller.abort(),
		options: { signal: controller.signal, onProgress, consents },
	};
}

/** Writes the program of one version of an agent, and returns the plan that fetches it. */
export function writeAgent(folder: string, version: string, change: Partial<InstallPlan> = {}): InstallPlan {
	const file = join(folder, `agent-${version}`);
	writeFileSync(file, `#!/bin/sh\necho ${version}\n`);
	return archivePlan(version, pathToFileURL(file).href, change);
}

/** A machine with a data folder below `folder`, and npm that asks only `registry`. */
export function machine(folder: string, registry: string, env: Readonly<Record<string, string>> = {}): InstallHost {
	return {
		dataDir: join(folder, 'data'),
		cwd: folder,
		node: process.execPath,
		repositoryFolders: [],
		// A thread is tested where it is made.
		unpack: (request, { onProgress }) => unpack(request, onProgress),
		env: {
			PATH: process.env['PATH'] ?? '/usr/bin:/bin',
			HOME: join(folder, 'home'),
			npm_config_registry: registry,
			npm_config_cache: join(folder, 'npm-cache'),
			...env,
		},
	};
}
