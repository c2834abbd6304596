import { type OwnHost, readOwnHost } from '../../core/network/own-hosts.js';
import { openRecordFile } from '../state/record-file.js';
import { findEndpoints } from './find-endpoints.js';
import { isLocalAddress } from './local-address.js';

export type KnownHosts = {
	/** Allowed without asking. */
	readonly own: readonly OwnHost[];
	/** Services of this machine that the settings name; those that are not the agent's own as well are asked about. */
	readonly local: readonly { readonly host: string; readonly port: number }[];
};

type Sources = {
	readonly named: readonly string[];
	readonly env: Readonly<Record<string, string | undefined>>;
	/** The agent's own files and folders. */
	readonly places: readonly string[];
	/** The agent's record and its file; null: nothing is remembered. */
	readonly kept: { readonly file: string; readonly agent: string } | null;
};

const MOST_AGENTS = 200;
const MOST_HOSTS = 100;

/**
 * An agent's own hosts: those named for it, those of its environment, and those of its settings files as they were when
 * it first ran here. It may write to these files: hosts that it adds later are asked about like any other.
 */
export async function ownHostsOf({ named, env, places, kept }: Sources): Promise<KnownHosts> {
	const { inEnv, inFiles } = await findEndpoints(env, places);
	// Only the host counts.
	const origins = inFiles.flatMap((address) => (URL.canParse(address) ? [new URL(address).origin] : []));
	const found = [...new Set(origins)].slice(0, MOST_HOSTS);
	const learned = kept === null ? found : await learn(kept, found);
	const read = (texts: readonly string[]): readonly OwnHost[] => texts.flatMap((text) => readOwnHost(text) ?? []);
	const own = read([...named, ...inEnv, ...found.filter((address) => learned.includes(address))]);
	const local = [...own, ...read(found)].flatMap(({ host, port, isBelow }) =>
		!isBelow && port !== null && isLoopback(host) ? [{ host, port }] : [],
	);
	return { own, local: [...new Map(local.map((each) => [`${each.host} ${each.port}`, each])).values()] };
}

function isLoopback(host: string): boolean {
	return host === 'localhost' || ((host.startsWith('127.') || host === '::1') && isLocalAddress(host, []));
}

/** The hosts of the settings when the agent was first seen; records them now if it never was. */
async function learn(
	{ file, agent }: { readonly file: string; readonly agent: string },
	found: readonly string[],
): Promise<readonly string[]> {
	const rows = openRecordFile(file, { most: MOST_AGENTS, readRecord: readRow });
	const before = (await rows.read()).find((row) => row.agent === agent);
	if (before !== undefined) return before.hosts;
	// What could not be kept is learned again the next time.
	await rows.change((all) => [{ agent, hosts: [...found] }, ...all]).catch(() => {});
	return found;
}

function readRow({ agent, hosts }: Readonly<Record<string, unknown>>) {
	if (typeof agent !== 'string' || !Array.isArray(hosts)) return null;
	return { agent, hosts: hosts.filter((host) => typeof host === 'string') };
}
