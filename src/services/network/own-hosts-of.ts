import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../../core/environment.js';
import { type OwnHost, readOwnHost } from '../../core/network/own-hosts.js';
import { list, shape, text } from '../../core/schema.js';
import { readTextWithin } from '../files/read-regular.js';
import { openRecordFile } from '../state/record-file.js';
import { isLocalAddress } from './local-address.js';

export type KnownHosts = {
	readonly own: readonly OwnHost[];
	/** Services of this machine that the settings name; those that are not the agent's own as well are asked about. */
	readonly local: readonly { readonly host: string; readonly port: number }[];
};

type Sources = {
	readonly named: readonly string[];
	readonly env: Environment;
	readonly places: readonly string[];
	/** The agent's record and its file; null: nothing is remembered. */
	readonly saved: { readonly file: string; readonly agent: string } | null;
};

const MOST_AGENTS = 200;
const MOST_HOSTS = 100;

/**
 * An agent's own hosts: those named for it, those of its environment, and those of its settings files as they were when
 * it first ran here. It may write to these files: hosts that it adds later are asked about like any other.
 */
export async function ownHostsOf({ named, env, places, saved }: Sources): Promise<KnownHosts> {
	const { inEnv, inFiles } = await findEndpoints(env, places);
	// Only the host counts.
	const origins = inFiles.flatMap((address) => (URL.canParse(address) ? [new URL(address).origin] : []));
	const found = [...new Set(origins)].slice(0, MOST_HOSTS);
	const recorded = saved === null ? found : await recordHosts(saved, found);
	const read = (texts: readonly string[]): readonly OwnHost[] => texts.flatMap((text) => readOwnHost(text) ?? []);
	const own = read([...named, ...inEnv, ...found.filter((address) => recorded.includes(address))]);
	const local = [...own, ...read(found)].flatMap(({ host, port, isBelow }) =>
		!isBelow && port !== null && isLoopback(host) ? [{ host, port }] : [],
	);
	return { own, local: [...new Map(local.map((each) => [`${each.host} ${each.port}`, each])).values()] };
}

function isLoopback(host: string): boolean {
	return host === 'localhost' || ((host.startsWith('127.') || host === '::1') && isLocalAddress(host, []));
}

async function recordHosts(
	{ file, agent }: { readonly file: string; readonly agent: string },
	found: readonly string[],
): Promise<readonly string[]> {
	const rows = openRecordFile(file, { most: MOST_AGENTS, readRecord: readRow });
	const before = (await rows.read()).find((row) => row.agent === agent);
	if (before !== undefined) return before.hosts;
	// Hosts that could not be saved are found again the next time.
	await rows.put({ agent, hosts: [...found] }, (row) => row.agent === agent).catch(() => {});
	return found;
}

const anyText = text(Number.POSITIVE_INFINITY);
const readRow = shape({ agent: anyText, hosts: list(anyText, Number.POSITIVE_INFINITY) });

const ENDPOINT_VARIABLE =
	/(?:_BASE_UR[LI]|_API_BASE|_API_HOST|_ENDPOINT)$|^(?:OLLAMA|OPENAI|ANTHROPIC|DATABRICKS)_HOST$/;
const SETTINGS =
	/^(?:config|settings|models?|providers?|mcp|opencode|auth)[\w.-]*\.(?:jsonc?|toml|ya?ml)$|^\.env$|^\.claude\.json$/i;
/** Keys before such an address. */
const ENDPOINT =
	/["']?\b(?:[\w.-]*(?:base_?ur[li]|api_?base|api_?host|endpoint)|url)["']?\s*[:=]\s*["']?(https?:\/\/[^\s"'`,{}<>\\]+)/gi;

/** Folders of free content: an address there is neither a model nor an MCP server. */
const STORES =
	/^https?:\/\/(?:[^/@]*\.)?(?:github(?:usercontent)?\.com|gitlab\.com|bitbucket\.org|npmjs\.(?:org|com)|pypi\.org)(?=[/:]|$)/i;

const MOST_BYTES = 500_000;
const MOST_ENTRIES = 1500;
const DEPTH = 3;

/** The addresses of models and MCP servers that an environment and an agent's own settings files name. */
export async function findEndpoints(
	env: Environment,
	places: readonly string[],
): Promise<{ readonly inEnv: readonly string[]; readonly inFiles: readonly string[] }> {
	const inEnv = Object.entries(env).flatMap(([name, value]) =>
		value !== undefined && value !== '' && ENDPOINT_VARIABLE.test(name) ? [value] : [],
	);
	const left = { entries: MOST_ENTRIES };
	const texts: string[] = [];
	for (const place of places) {
		const real = await realpath(place).catch(() => null);
		if (real !== null) texts.push(...(await settingsAt(real, DEPTH, left)));
	}
	const inFiles = texts.flatMap((text) => [...text.matchAll(ENDPOINT)].map(([, address = '']) => address));
	return { inEnv, inFiles: inFiles.filter((address) => !STORES.test(address)) };
}

/** A link below a place is the agent's to turn elsewhere, also between two looks at it: none is followed. */
async function settingsAt(path: string, depth: number, left: { entries: number }): Promise<readonly string[]> {
	const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
	if (entries === null) {
		const text = await readTextWithin(path, MOST_BYTES);
		return text === null ? [] : [text];
	}
	const texts: string[] = [];
	for (const entry of entries) {
		if (left.entries === 0) break;
		left.entries -= 1;
		const isFolder = entry.isDirectory() && depth > 1 && entry.name !== 'node_modules';
		if (isFolder || (entry.isFile() && SETTINGS.test(entry.name)))
			texts.push(...(await settingsAt(join(path, entry.name), depth - 1, left)));
	}
	return texts;
}
