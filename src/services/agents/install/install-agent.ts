import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
	type AgentsLock,
	firstSeenKey,
	type InstallScript,
	type LockedAgent,
	type LockedVersion,
} from '../../../core/agents/agents-lock.js';
import type { AgentInstaller, InstallOutcome, InstallRequest } from '../../../core/agents/installer.js';
import {
	downgrade,
	isOtherPackage,
	newInstallScripts,
	publisherChanges,
	publisherFacts,
} from '../../../core/agents/publisher-changes.js';
import { type Result, succeed } from '../../../core/failure.js';
import type { ProcessLock } from '../../state/process-lock.js';
import { locate, readLock } from './agents-lock-file.js';
import { fetchVersion, type InstallHost, type Made } from './fetch-version.js';
import { agentFolder, treesFolder } from './install-layout.js';
import { whileLocked } from './install-lock.js';
import { INSTALL } from './install-messages.js';
import { cleanLeftovers, commit, discard, makeStaging } from './install-transaction.js';

type Options = Parameters<AgentInstaller['install']>[1];

export function createInstaller(host: InstallHost): AgentInstaller {
	return {
		async install(request, options) {
			const { id, target, name, reason } = request.plan;
			if (target === null) return INSTALL.noPlatform(name, reason ?? '');
			const { signal } = options;
			const onWait = () => options.onProgress({ step: 'waiting', bytes: null, totalBytes: null, count: null });
			return whileLocked(id, { dataDir: host.dataDir, signal, onWait }, (lock) =>
				new Install(host, request, options, lock).run(),
			);
		},
	};
}

class Install {
	readonly #host: InstallHost;
	readonly #request: InstallRequest;
	readonly #options: Options;
	readonly #installLock: ProcessLock;
	#agreedScripts = '';

	constructor(host: InstallHost, request: InstallRequest, options: Options, installLock: ProcessLock) {
		this.#host = host;
		this.#request = request;
		this.#options = options;
		this.#installLock = installLock;
	}

	async run(): Promise<Result<InstallOutcome>> {
		const { plan } = this.#request;
		const { dataDir } = this.#host;
		await cleanLeftovers(dataDir, plan.id);
		const lock = await readLock(dataDir);
		if (!lock.ok) return lock;
		const installed = lock.value.agents.get(plan.id);
		const expected = this.#expected(lock.value, installed);
		if (!expected.ok) return expected;
		if (installed?.version === plan.version) {
			const present = await this.#present(installed);
			if (present !== null) return present;
		}
		const changes =
			installed === undefined
				? []
				: [
						...(this.#request.isVersionChosen ? [] : downgrade(installed.version, plan.version)),
						...publisherChanges(installed, publisherFacts(plan)),
					];
		if (changes.length > 0 && !(await this.#options.consents.changes(changes))) return this.#refused();
		const staging = await makeStaging(dataDir, plan.id);
		try {
			return await this.#make(staging, installed, expected.value);
		} finally {
			await discard(dataDir, staging);
			// The folder stays where another version is in it.
			await rmdir(agentFolder(dataDir, plan.id)).catch(() => {});
		}
	}

	#expected(lock: AgentsLock, installed: LockedAgent | undefined): Result<string | null> {
		const { plan, expectedIntegrity } = this.#request;
		const ofIndex = plan.kind === 'binary' && plan.sha256 !== null ? `sha256:${plan.sha256}` : null;
		const kept = [installed, installed?.previous].find((each) => each?.version === plan.version);
		const before = kept?.integrity ?? lock.firstSeen.get(firstSeenKey(plan.id, plan.version)) ?? null;
		const known = [...new Set([expectedIntegrity, before, ofIndex].filter((each) => each !== null))];
		if (kept && isOtherPackage(kept, publisherFacts(plan))) return INSTALL.otherBytes(plan.id, plan.version);
		if (expectedIntegrity !== null && known.length > 1) return INSTALL.notAsInProject(plan.id, plan.version);
		return known.length > 1 ? INSTALL.otherBytes(plan.id, plan.version) : succeed(known[0] ?? null);
	}

	/** The installed version; null where it must be installed anew: its files are gone, or its scripts were not run. */
	async #present(installed: LockedAgent): Promise<Result<InstallOutcome> | null> {
		const { isThere } = await locate(this.#host.dataDir, this.#request.plan.id, installed);
		if (!isThere) return null;
		const isWaiting = installed.installScripts.length > 0 && !installed.haveScriptsRun;
		if (isWaiting && (await this.#agreesToScripts(installed.installScripts))) return null;
		return succeed({ type: 'present', agent: installed, before: installed.version });
	}

	async #make(
		staging: string,
		installed: LockedAgent | undefined,
		expected: string | null,
	): Promise<Result<InstallOutcome>> {
		const { plan, source } = this.#request;
		const { dataDir } = this.#host;
		const { signal, onProgress } = this.#options;
		const folder = join(staging, 'content');
		await mkdir(folder, { mode: 0o700 });
		const trees = treesFolder(dataDir, plan.id, plan.version);
		const place = { staging, folder, trees, expected, base: this.#request.base };
		const made = await fetchVersion(this.#host, plan, place, {
			signal,
			onProgress,
			mayRun: (scripts) => this.#mayRun(installed, scripts),
		});
		if (!made.ok) return made.failure.code === 'integrity' ? this.#otherBytes(made, expected) : made;
		if (signal.aborted) return INSTALL.stopped();
		const entry = entryOf(this.#request, source, made.value, installed);
		await made.value.saveTree();
		const isFirst = expected === null;
		const done = await commit(dataDir, this.#installLock, { id: plan.id, staging: folder, entry, firstSeen: isFirst });
		if (!done.ok) return done;
		const lock = await readLock(dataDir);
		const agent = lock.ok ? lock.value.agents.get(plan.id) : undefined;
		const before = installed?.version ?? null;
		return succeed({ type: 'installed', agent: agent ?? { ...entry, previous: null }, before });
	}

	#otherBytes(failed: Result<never>, expected: string | null): Result<never> {
		const { plan, expectedIntegrity } = this.#request;
		if (expectedIntegrity !== null) return INSTALL.notAsInProject(plan.id, plan.version);
		const isOfIndex = expected === null || (plan.kind === 'binary' && plan.sha256 !== null);
		return isOfIndex ? failed : INSTALL.otherBytes(plan.id, plan.version);
	}

	/** Scripts new since the last version need two consents: that they exist, and that they run. */
	async #mayRun(installed: LockedAgent | undefined, scripts: Made['installScripts']): Promise<Result<boolean>> {
		if (scripts.length === 0) return succeed(false);
		const isUpdate = installed !== undefined && installed.version !== this.#request.plan.version;
		const added = isUpdate ? newInstallScripts(installed.installScripts, scripts) : [];
		if (added.length > 0 && !(await this.#options.consents.changes(added))) return this.#refused();
		return succeed(await this.#agreesToScripts(scripts));
	}

	async #agreesToScripts(scripts: readonly InstallScript[]): Promise<boolean> {
		const all = JSON.stringify(scripts);
		if (this.#agreedScripts === all) return true;
		const isAgreed = await this.#options.consents.scripts(scripts);
		if (isAgreed) this.#agreedScripts = all;
		return isAgreed;
	}

	#refused(): Result<never> {
		return this.#options.signal.aborted ? INSTALL.stopped() : INSTALL.changesRefused(this.#request.plan.id);
	}
}

function entryOf(
	{ plan }: InstallRequest,
	source: string,
	{ integrity, command, isSystemCommand, isNodeScript, installScripts, haveScriptsRun }: Made,
	installed: LockedAgent | undefined,
): LockedVersion {
	const now = new Date().toISOString();
	return {
		version: plan.version,
		source,
		integrity,
		...publisherFacts(plan),
		licenseUrl: plan.licenseUrl,
		installedAt: installed?.installedAt ?? now,
		updatedAt: now,
		command,
		isSystemCommand,
		isNodeScript,
		args: plan.args,
		env: plan.env,
		installScripts,
		haveScriptsRun,
	};
}
