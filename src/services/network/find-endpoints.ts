import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Variables that name the address of an agent's models. */
const ENDPOINT_VARIABLE =
	/(?:_BASE_UR[LI]|_API_BASE|_API_HOST|_ENDPOINT)$|^(?:OLLAMA|OPENAI|ANTHROPIC|DATABRICKS)_HOST$/;
/** Files of an agent that may name one. */
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
	env: Readonly<Record<string, string | undefined>>,
	places: readonly string[],
): Promise<{ readonly inEnv: readonly string[]; readonly inFiles: readonly string[] }> {
	const inEnv = Object.entries(env).flatMap(([name, value]) =>
		value !== undefined && value !== '' && ENDPOINT_VARIABLE.test(name) ? [value] : [],
	);
	const left = { entries: MOST_ENTRIES };
	const texts: string[] = [];
	for (const place of places) texts.push(...(await settingsAt(place, DEPTH, left)));
	const inFiles = texts.flatMap((text) => [...text.matchAll(ENDPOINT)].map(([, address = '']) => address));
	return { inEnv, inFiles: inFiles.filter((address) => !STORES.test(address)) };
}

/** The settings files at a path, or below it. Unreadable ones are skipped. */
async function settingsAt(path: string, depth: number, left: { entries: number }): Promise<readonly string[]> {
	const facts = await stat(path).catch(() => null);
	if (facts === null) return [];
	if (!facts.isDirectory()) return facts.isFile() && facts.size <= MOST_BYTES ? [await readText(path)] : [];
	const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
	const texts: string[] = [];
	for (const entry of entries.slice(0, left.entries)) {
		left.entries -= 1;
		const isFolder = entry.isDirectory() && depth > 1 && entry.name !== 'node_modules';
		// A link is the agent's to turn elsewhere.
		if (isFolder || (entry.isFile() && SETTINGS.test(entry.name)))
			texts.push(...(await settingsAt(join(path, entry.name), depth - 1, left)));
	}
	return texts;
}

function readText(path: string): Promise<string> {
	return readFile(path, 'utf8').catch(() => '');
}
