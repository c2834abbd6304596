import { isDeepStrictEqual } from 'node:util';
import type { AgentLaunch } from '../../core/agent-info.js';
import type { AgentConnection, AgentHost, ConnectOptions, PreparedLaunch } from '../../core/agent-port.js';
import type { Result } from '../../core/failure.js';
import { type ConnectDeps, connectAgent } from '../connect.js';
import { quirksOf } from '../quirks.js';
import { SharedProcess } from './shared-process.js';

export type KnownProcess = {
	readonly shared: SharedProcess;
	readonly launch: AgentLaunch;
	readonly options: Pick<ConnectOptions, 'cwd' | 'features' | 'provider'>;
	/** Launch as resolved on this machine; null until it is known. */
	prepared: PreparedLaunch | null;
};

export type JoinParts = {
	readonly deps: ConnectDeps;
	readonly processes: Set<KnownProcess>;
	/** Processes that the session was in: it gets another one when it reconnects. */
	readonly left: WeakSet<KnownProcess>;
};

export async function joinProcess(
	parts: JoinParts,
	launch: AgentLaunch,
	options: ConnectOptions,
	host: AgentHost,
): Promise<Result<AgentConnection>> {
	const { processes, left } = parts;
	// Decided synchronously where possible: another session may be connecting too.
	let known = processHere(parts, launch, options) ?? null;
	if (known === null && sameProcesses(parts, launch, options).length > 0) {
		known = await processElsewhere(parts, launch, options);
	}
	if (known !== null) {
		left.add(known);
		return known.shared.join(host, options.signal, false);
	}
	const made = startProcess(parts, launch, options);
	// A session that restarts its agent retires the old process for later joins.
	for (const each of processes) if (left.has(each) && isSameLaunch(each, launch, options)) processes.delete(each);
	processes.add(made);
	left.add(made);
	return made.shared.join(host, options.signal, true);
}

function startProcess({ deps, processes }: JoinParts, launch: AgentLaunch, options: ConnectOptions): KnownProcess {
	const { cwd, features, provider = null } = options;
	const made: KnownProcess = {
		launch,
		options: { cwd, features, provider },
		prepared: null,
		shared: new SharedProcess(
			(host, signal) => {
				const prepare: ConnectDeps['prepare'] = async (...given) => {
					const prepared = await deps.prepare(...given);
					made.prepared = prepared;
					return prepared;
				};
				// The start is called off only when no session waits for it any more.
				return connectAgent({ ...deps, prepare }, launch, { ...options, signal }, host);
			},
			() => processes.delete(made),
		),
	};
	return made;
}

function sameProcesses({ processes, left }: JoinParts, launch: AgentLaunch, options: ConnectOptions) {
	return [...processes].filter((each) => !left.has(each) && !each.shared.isOver && isSameLaunch(each, launch, options));
}

function processHere(parts: JoinParts, launch: AgentLaunch, options: ConnectOptions): KnownProcess | undefined {
	const same = sameProcesses(parts, launch, options);
	return same.find((each) => each.options.cwd === options.cwd || launch.cwd !== undefined);
}

/** Finds a process of another folder: only for agents known to keep the folders of their sessions apart. */
async function processElsewhere(
	parts: JoinParts,
	launch: AgentLaunch,
	options: ConnectOptions,
): Promise<KnownProcess | null> {
	for (const each of sameProcesses(parts, launch, options)) {
		const started = await each.shared.connecting;
		if (!started.ok || quirksOf(started.value.info.name).sharesFolders !== true) continue;
		// Another folder may resolve to another program or other variables.
		const prepared = await parts.deps.prepare(launch, options.cwd).catch(() => null);
		if (prepared !== null && isSamePrepared(prepared, each.prepared) && !each.shared.isOver) return each;
	}
	return null;
}

function isSameLaunch(each: KnownProcess, launch: AgentLaunch, { features, provider = null }: ConnectOptions): boolean {
	const { command, args, env, cwd } = each.launch;
	return isDeepStrictEqual(
		{ command, args, env, cwd, features: each.options.features, provider: each.options.provider },
		{ command: launch.command, args: launch.args, env: launch.env, cwd: launch.cwd, features, provider },
	);
}

function isSamePrepared(prepared: PreparedLaunch, other: PreparedLaunch | null): boolean {
	if (prepared.type !== 'ready' || other?.type !== 'ready') return false;
	return isDeepStrictEqual({ ...prepared, cwd: '' }, { ...other, cwd: '' });
}
