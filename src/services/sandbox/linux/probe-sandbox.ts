import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Result } from '../../../core/failure.js';
import type { SandboxUnavailable } from '../../../core/sandbox/sandbox.js';
import { Namespace } from './namespace.js';
import { findNamespaceTools, type NamespaceTools } from './namespace-tools.js';
import { placeFacts } from './place-facts.js';
import { type RefusalFacts, reasonFor } from './sandbox-unavailable.js';
import { devicePlaces, systemPlaces } from './system-places.js';

/** Offer of this machine: what a namespace is started with, or why there is none. */
export type NamespaceSupport =
	| { readonly works: true; readonly tools: NamespaceTools; readonly hasOwnProc: boolean }
	| { readonly works: false; readonly because: SandboxUnavailable };

export type ProbedMachine = {
	readonly platform: NodeJS.Platform;
	findTools(): ReturnType<typeof findNamespaceTools>;
	/** Sets a namespace up and takes it down again; fails with what the system said. */
	tryNamespace(tools: NamespaceTools, hasOwnProc: boolean): Promise<Result<unknown>>;
	/** A small file's text; null where there is none. */
	read(path: string): Promise<string | null>;
};

let found: Promise<NamespaceSupport> | null = null;

/**
 * Support a namespace most likely starts with, without trying: who starts one anyway finds out whether that works,
 * and asks the probe only where it does not. Null: nothing can be assumed.
 */
export async function likelySupport(): Promise<Extract<NamespaceSupport, { works: true }> | null> {
	if (process.platform !== 'linux') return null;
	const search = await findNamespaceTools();
	return 'missing' in search ? null : { works: true, tools: search.tools, hasOwnProc: true };
}

/** Tries once for this program whether namespaces work here; it takes some hundredths of a second. Never rejects. */
export function probeNamespaces(): Promise<NamespaceSupport> {
	found ??= probeTwice(thisMachine);
	return found;
}

/** A machine without is asked again, as the answer is kept: what tried it may have been killed, or lacked memory. */
async function probeTwice(machine: ProbedMachine): Promise<NamespaceSupport> {
	const first = await probeMachine(machine);
	return first.works ? first : probeMachine(machine);
}

/** Whether namespaces work on a machine. Where a `/proc` of their own is refused, they are tried with that of the machine. */
export async function probeMachine(machine: ProbedMachine): Promise<NamespaceSupport> {
	const no = (facts: RefusalFacts): NamespaceSupport => ({ works: false, because: reasonFor(facts) });
	if (machine.platform !== 'linux') return no({ type: 'platform' });
	const search = await machine.findTools();
	if ('missing' in search) return no({ type: 'program', name: search.missing });
	const { tools } = search;
	// Some containers refuse a `/proc` of one's own alone.
	for (const hasOwnProc of [true, false]) {
		const tried = await machine.tryNamespace(tools, hasOwnProc);
		if (tried.ok) return { works: true, tools, hasOwnProc };
		if (hasOwnProc) continue;
		const read = async (path: string): Promise<string | null> => (await machine.read(path))?.trim() ?? null;
		return no({
			type: 'refused',
			said: tried.failure.detail ?? tried.failure.message,
			mostNamespaces: await read('/proc/sys/user/max_user_namespaces'),
			unprivileged: await read('/proc/sys/kernel/unprivileged_userns_clone'),
			appArmor: await read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns'),
			isContainer: (await Promise.all(CONTAINER_MARKS.map(machine.read))).some((mark) => mark !== null),
		});
	}
	return no({ type: 'platform' });
}

/** Docker's and Podman's. */
const CONTAINER_MARKS = ['/.dockerenv', '/run/.containerenv'];

const thisMachine: ProbedMachine = {
	platform: process.platform,
	findTools: () => findNamespaceTools(),
	async tryNamespace(tools, hasOwnProc) {
		const started = await Namespace.start({
			tools,
			facts: placeFacts(),
			// Only a place to mount on, in the namespace alone: nothing is made there that could be left behind.
			folder: tmpdir(),
			places: [...(await systemPlaces()), ...devicePlaces(hasOwnProc)],
			network: 'none',
			hasOwnProc,
		});
		// The caller need not wait for the end of the trial.
		if (started.ok) void started.value.close();
		return started;
	},
	read: (path) => readFile(path, 'utf8').catch(() => null),
};
