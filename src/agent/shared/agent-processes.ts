import { isDeepStrictEqual } from 'node:util';
import type { AgentLaunch } from '../../core/agent-info.js';
import type { AgentConnection, AgentHost, ConnectOptions, PreparedLaunch } from '../../core/agent-port.js';
import type { Result } from '../../core/failure.js';
import { type ConnectDeps, connectAgent } from '../connect.js';
import { quirksOf } from '../quirks.js';
import { SharedProcess } from './shared-process.js';

/** A process that sessions share, and what it was started as. */
export type KnownProcess = {
	readonly shared: SharedProcess;
	readonly launch: AgentLaunch;
	readonly options: Pick<ConnectOptions, 'cwd' | 'features' | 'provider'>;
	/** What the launch came to on this machine; null until that is known. */
	prepared: PreparedLaunch | null;
};

/** What connecting a session needs, besides its arguments. */
export type JoinParts = {
	readonly deps: ConnectDeps;
	/** The processes of this program that may be shared. */
	readonly processes: Set<KnownProcess>;
	/** Those that the session was in: it wants another one when it connects again. */
	readonly left: WeakSet<KnownProcess>;
};

/** Connects a session to a process that was started just as it would be; else to one of its own, which others may share. */
export async function joinProcess(
	parts: JoinParts,
	launch: AgentLaunch,
	options: ConnectOptions,
	host: AgentHost,
): Promise<Result<AgentConnection>> {
	const { processes, left } = parts;
	// Where there is nothing to wait for it is decided at once: another session may be connecting as well.
	let known = processHere(parts, launch, options) ?? null;
	if (known === null && sameProcesses(parts, launch, options).length > 0) {
		known = await processElsewhere(parts, launch, options);
	}
	if (known !== null) {
		left.add(known);
		return known.shared.join(host, options.signal, false);
	}
	const made = startProcess(parts, launch, options);
	// A session that starts its agent anew wants what others join from now on to be the new one.
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
				// The process belongs to all: only when nobody waits for it any more is its start called off.
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

/** A process that was started in the same folder. */
function processHere(parts: JoinParts, launch: AgentLaunch, options: ConnectOptions): KnownProcess | undefined {
	const same = sameProcesses(parts, launch, options);
	return same.find((each) => each.options.cwd === options.cwd || launch.cwd !== undefined);
}

/** One in another folder: only of agents that are known to keep the folders of their sessions apart. */
async function processElsewhere(
	parts: JoinParts,
	launch: AgentLaunch,
	options: ConnectOptions,
): Promise<KnownProcess | null> {
	for (const each of sameProcesses(parts, launch, options)) {
		const started = await each.shared.connecting;
		if (!started.ok || quirksOf(started.value.info.name).sharesFolders !== true) continue;
		// A folder may put another program first, or take variables away.
		const prepared = await parts.deps.prepare(launch, options.cwd).catch(() => null);
		if (prepared !== null && isSamePrepared(prepared, each.prepared) && !each.shared.isOver) return each;
	}
	return null;
}

/** The program, its arguments, its variables and its models are the same; the folder may be another. */
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
