import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { fail, type Result, succeed } from '../../core/failure.js';
import { isRecord } from '../../core/is-record.js';
import { jsonIn } from '../../core/json-in.js';
import type { AgentCredentials, CredentialsPort } from '../../core/sign-in/credentials.js';
import { isMissing, systemError } from '../errno.js';
import { replaceFile } from '../files/replace-file.js';
import { addKnownSecret } from '../secrets/known-secrets.js';
import { withLock } from '../state/lock-file.js';
import { foreignAccess } from '../state/ownership.js';

const MOST_BYTES = 1024 * 1024;
const VERSION = 1;
const PRIVATE = 0o600;

const OTHERS = 0o077;

const NOTHING: AgentCredentials = { env: {}, apiKeys: {} };

type Content = {
	readonly agents: ReadonlyMap<string, AgentCredentials>;
	readonly raw: Readonly<Record<string, unknown>>;
};

/**
 * Keys for sign-ins, in a file of the config folder that only its owner can read. It is neither read nor written where
 * another user could have put it there. Every value is registered as a secret of this process.
 */
export function createCredentials(file: string): CredentialsPort {
	async function change<T>(to: (content: Content) => { readonly agents: Content['agents'] | null; readonly value: T }) {
		try {
			return await withLock(`${file}.lock`, async (): Promise<Result<T>> => {
				const content = await readContent(file);
				if (!content.ok) return content;
				const { agents, value } = to(content.value);
				if (agents !== null) await replaceFile(file, textOf(content.value.raw, agents), { mode: PRIVATE });
				return succeed(value);
			});
		} catch (error) {
			const { code, why } = systemError(error);
			return fail(code, fail('disk-full', `The key could not be kept in ${file}: ${why}.`).failure.message);
		}
	}

	return {
		async load(agent) {
			const content = await readContent(file);
			return content.ok ? succeed(content.value.agents.get(agent) ?? NOTHING) : content;
		},
		async save(agent, { env = {}, apiKeys = {} }) {
			const odd = Object.entries(env).find(([name, value]) => !isVariable(name, value));
			if (odd !== undefined) return CREDENTIALS.oddVariable(odd[0]);
			for (const value of [...Object.values(env), ...Object.values(apiKeys)]) addKnownSecret(value);
			return change(({ agents }) => {
				const before = agents.get(agent) ?? NOTHING;
				const after = { env: { ...before.env, ...env }, apiKeys: { ...before.apiKeys, ...apiKeys } };
				return { agents: new Map([...agents, [agent, after]]), value: undefined };
			});
		},
		forget(agent) {
			return change(({ agents }) => {
				if (!agents.has(agent)) return { agents: null, value: false };
				return { agents: new Map([...agents].filter(([name]) => name !== agent)), value: true };
			});
		},
	};
}

/** The whole file; a missing one is empty. Never throws. */
async function readContent(file: string): Promise<Result<Content>> {
	try {
		await using handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
		const doubt = await foreignAccess(file);
		if (doubt !== null) return CREDENTIALS.doubted(file, doubt);
		const facts = await handle.stat();
		if (!facts.isFile()) return CREDENTIALS.unreadable(file, 'it is not a file');
		if (facts.size > MOST_BYTES) return CREDENTIALS.unreadable(file, 'it is too large');
		if ((facts.mode & OTHERS) !== 0)
			await handle.chmod(PRIVATE).catch(() => {
				// Some file systems have no rights; the folders above were looked at.
			});
		return toContent(file, await handle.readFile('utf8'));
	} catch (error) {
		if (isMissing(error)) return succeed({ agents: new Map(), raw: {} });
		return CREDENTIALS.unreadable(file, systemError(error).why);
	}
}

function toContent(file: string, text: string): Result<Content> {
	// The parser's words would quote a piece of a key.
	const raw = jsonIn(text);
	if (!isRecord(raw)) return CREDENTIALS.damaged(file);
	const { version = VERSION, agents = {} } = raw;
	if (typeof version === 'number' && version > VERSION) return CREDENTIALS.ofLaterVersion(file);
	if (!isRecord(agents)) return CREDENTIALS.damaged(file);
	const read = new Map<string, AgentCredentials>();
	for (const [name, entry] of Object.entries(agents)) {
		if (!isRecord(entry)) return CREDENTIALS.damaged(file);
		const env = texts(entry['env'], isVariable);
		const apiKeys = texts(entry['apiKeys'], () => true);
		read.set(name, { env, apiKeys });
		for (const value of [...Object.values(env), ...Object.values(apiKeys)]) addKnownSecret(value);
	}
	return succeed({ agents: read, raw });
}

function texts(value: unknown, isKept: (name: string, text: string) => boolean): Readonly<Record<string, string>> {
	if (!isRecord(value)) return {};
	return Object.fromEntries(
		Object.entries(value).filter(
			(pair): pair is [string, string] => typeof pair[1] === 'string' && isKept(pair[0], pair[1]),
		),
	);
}

function isVariable(name: string, value: string): boolean {
	return /^[A-Za-z_]\w*$/.test(name) && name !== '__proto__' && !value.includes('\0');
}

function textOf(raw: Content['raw'], agents: Content['agents']): string {
	return `${JSON.stringify({ ...raw, version: VERSION, agents: Object.fromEntries(agents) }, null, 2)}\n`;
}

const CREDENTIALS = {
	doubted: (file: string, doubt: string) =>
		fail('no-permission', `The keys in ${file} are not used: ${doubt}.`, {
			hint: 'Make the file and its folder your own, for you alone to write, or remove the file and sign in again.',
		}),
	unreadable: (file: string, why: string) =>
		fail('no-permission', `The keys in ${file} cannot be read: ${why}.`, {
			hint: 'Correct that, or remove the file and sign in again.',
		}),
	damaged: (file: string) =>
		fail('invalid', `The keys in ${file} cannot be read: it is not JSON of the expected form.`, {
			hint: 'Correct it, or remove the file and sign in again.',
		}),
	ofLaterVersion: (file: string) =>
		fail('invalid', `${file} was written by a later version of acp-tui; its keys are not used.`),

	oddVariable: (name: string) =>
		fail('invalid', `${JSON.stringify(name)} cannot be set: names hold letters, digits and _, values no NUL.`),
};
