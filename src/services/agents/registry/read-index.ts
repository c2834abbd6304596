import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRegistry } from '../../../core/agents/read-registry.js';
import type { RegistryIndex } from '../../../core/agents/registry.js';
import { defined } from '../../../core/defined.js';
import { fail, messageOf, type Result, succeed } from '../../../core/failure.js';
import { jsonIn } from '../../../core/json-in.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { errnoOf, systemError } from '../../errno.js';
import { readBounded } from '../../files/read-bounded.js';
import { isFolder } from '../../files/what-is-there.js';
import { httpGet } from '../download/http-get.js';
import { ThrownFailure } from '../thrown-failure.js';
import { shownAddress } from './shown-address.js';

const MOST_INDEX_BYTES = 5 * 1000 * 1000;
/** Milliseconds for a whole index. */
const PATIENCE = 30_000;

export type NamedIndex = { readonly index: RegistryIndex; readonly from: string; readonly text: string };

type ReadOptions = {
	/** Relative paths count from it. */
	readonly cwd: string;
	/** The variables that may name a proxy. */
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly signal?: AbortSignal;
};

/**
 * Reads the index that `--from` names: a file, a folder with a `registry.json`, or an http(s) address, which is
 * fetched. Unusable entries are in its `skipped`. Fails when it cannot be read, has more than 5 MB, or is no index in
 * JSON.
 */
export async function readIndex(from: string, { cwd, env, signal }: ReadOptions): Promise<Result<NamedIndex>> {
	if (/^https?:\/\//i.test(from)) {
		const fetched = await fetchIndex(from, { env, ...defined({ signal }) });
		return fetched.ok ? parseIndex(fetched.value, from, { quarantine: null, date: null }) : fetched;
	}
	if (/^(?!file:)[a-z][a-z0-9+.-]+:\/\//i.test(from)) return REGISTRY.badAddress(shownAddress(from));
	const path = /^file:/i.test(from) && URL.canParse(from) ? fileURLToPath(from) : from;
	const named = resolve(cwd, path);
	const file = (await isFolder(named)) ? join(named, 'registry.json') : named;
	const text = await readText(file);
	if (!text.ok) return text;
	const quarantine = await readText(join(dirname(file), 'quarantine.json'));
	return parseIndex(text.value, file, { quarantine: quarantine.ok ? jsonOf(quarantine.value) : null, date: null });
}

async function readText(file: string): Promise<Result<string>> {
	const where = sanitizeLine(file);
	try {
		const read = await readBounded(file, MOST_INDEX_BYTES);
		if (read === 'not-a-file') return REGISTRY.unreadable(where, 'it is not a regular file');
		return read === 'too-large' ? REGISTRY.tooLarge(where) : succeed(read.toString('utf8'));
	} catch (error) {
		return REGISTRY.unreadable(where, systemError(error).why);
	}
}

/** Parses an index; `from` is its source. Fails when the text is no JSON or no index. */
export function parseIndex(
	text: string,
	from: string,
	about: { readonly quarantine: unknown; readonly date: string | null },
): Result<NamedIndex> {
	const where = shownAddress(from);
	const value = jsonOf(text);
	if (value === undefined) return REGISTRY.noJson(where);
	const index = readRegistry(value, about);
	return index === null ? REGISTRY.noIndex(where) : succeed({ index, from, text });
}

function jsonOf(text: string): unknown {
	return jsonIn(text.replace(/^\uFEFF/, ''));
}

async function fetchIndex(address: string, { env, signal }: Omit<ReadOptions, 'cwd'>): Promise<Result<string>> {
	const where = shownAddress(address);
	const url = URL.parse(address);
	if (url === null || url.username !== '' || url.password !== '') return REGISTRY.badAddress(where);
	const timeout = AbortSignal.timeout(PATIENCE);
	try {
		const answer = await httpGet(url, {
			signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
			env,
		});
		const status = answer.statusCode ?? 0;
		if (status < 200 || status > 299) {
			answer.destroy();
			return REGISTRY.answered(where, status);
		}
		const parts: Uint8Array[] = [];
		let length = 0;
		for await (const part of answer as AsyncIterable<Buffer>) {
			length += part.length;
			// Leaving the loop ends the connection.
			if (length > MOST_INDEX_BYTES) return REGISTRY.tooLarge(where);
			parts.push(part);
		}
		return succeed(Buffer.concat(parts).toString('utf8'));
	} catch (error) {
		if (error instanceof ThrownFailure) return error.result;
		if (signal?.aborted === true) return fail('cancelled', `Fetching the index of agents ${where} was stopped.`);
		return REGISTRY.unreachable(where, whyOf(error, timeout.aborted));
	}
}

function whyOf(error: unknown, isLate: boolean): string {
	if (isLate) return 'no whole answer came within 30 seconds';
	const words = new Map([
		['ENOTFOUND', 'its host is not known, or there is no network'],
		['EAI_AGAIN', 'its host is not known, or there is no network'],
		['ECONNREFUSED', 'nothing answers there'],
		['ENETUNREACH', 'there is no network'],
		['ECONNRESET', 'the connection broke'],
	]);
	return words.get(errnoOf(error)) ?? sanitizeLine(messageOf(error));
}

const REGISTRY = {
	unreadable: (where: string, why: string) =>
		fail('not-found', `The index of agents ${where} cannot be read: ${why}.`, {
			hint: 'Name a file in the registry’s format, a folder with a registry.json, or an http(s) address of one.',
		}),
	badAddress: (where: string) =>
		fail('invalid', `The index of agents ${where} cannot be fetched: the address is none, or has a password in it.`, {
			hint: 'Name an http(s) address without one, or a file.',
		}),
	tooLarge: (where: string) =>
		fail('too-large', `The index of agents ${where} is larger than 5 MB.`, {
			hint: 'The registry’s own index has less than 100 kB.',
		}),
	noJson: (where: string) =>
		fail('invalid', `The index of agents ${where} is not JSON.`, { hint: 'Name a file in the registry’s format.' }),
	noIndex: (where: string) =>
		fail('invalid', `${where} is not an index of agents: it has no list "agents".`, {
			hint: 'Name a file in the registry’s format.',
		}),
	answered: (where: string, status: number) =>
		fail('not-found', `The index of agents ${where} cannot be fetched: the server answered ${status}.`, {
			hint: 'Check the address.',
		}),
	unreachable: (where: string, why: string) =>
		fail('could-not-start', `The index of agents ${where} cannot be fetched: ${why}.`, {
			hint: 'Check the network, or name a file with --from.',
		}),
};
