import { isRecord } from '../../core/is-record.js';
import type { McpDefinition } from '../../core/mcp/mcp-definition.js';
import { shownAddress, shownArguments } from '../../services/mcp/shown-server.js';
import { REDACTED } from '../../services/secrets/known-secrets.js';
import { UsageError } from '../errors.js';
import type { McpServerSetting } from './config-values.js';
import type { AgentSettings } from './schema-parts.js';

/** Names with their values hidden: environment variables and headers hold tokens. */
export function masked(values: Readonly<Record<string, string>>): Record<string, string> {
	return Object.fromEntries(Object.keys(values).map((name) => [name, '…']));
}

/** An MCP server as a file has it, without values of variables and headers, and without what looks like a secret. */
export function maskedServer(definition: McpDefinition): Readonly<Record<string, unknown>> {
	if (definition.type !== 'stdio') {
		const { type, url, headers } = definition;
		return { type, url: shownAddress(url), ...unlessEmpty('headers', masked(headers)) };
	}
	const { command, args, env } = definition;
	return { command, args: shownArguments(args), ...unlessEmpty('env', masked(env)) };
}

function unlessEmpty(key: string, values: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
	return Object.keys(values).length === 0 ? {} : { [key]: values };
}

/** The settings in the shape of a file, without what may be a secret. */
export function shownSettings({ provider, ...settings }: AgentSettings): object {
	if (provider === undefined) return settings;
	const { baseUrl, headers = {} } = provider;
	return { ...settings, provider: { ...provider, baseUrl: shownAddress(baseUrl), headers: masked(headers) } };
}

/** A server of the settings, without what may be a secret. */
export function shownServer({ definition }: McpServerSetting): unknown {
	return maskedServer(definition);
}

export function fromMap<T>(map: ReadonlyMap<string, T>, show: (value: T) => unknown): Record<string, unknown> {
	return Object.fromEntries([...map].map(([name, value]) => [name, show(value)]));
}

/** Settings whose values may be secrets: they are shown masked. */
const MASKED = /^(?:mcpServers|agents\..*\.(?:env|mcpServers|provider))$/;

export function isMasked(path: readonly string[]): boolean {
	return MASKED.test(path.join('.'));
}

/** A value as a file has it, without what may be a secret; one that only says where a secret is stays. */
export function maskedValue(path: readonly string[], value: unknown): unknown {
	const name = path.at(-1) ?? '';
	if (Array.isArray(value)) return value.every(isText) ? shownArguments(value) : value;
	if (isRecord(value))
		return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, maskedValue([...path, key], each)]));
	if (!isText(value) || /^\$\{[^{}]*\}$/.test(value)) return value;
	if (/^(?:env|headers)$/.test(path.at(-2) ?? '')) return MASK;
	return /url$/i.test(name) ? shownAddress(value) : value;
}

const MASK = '…';

/** Typed text, with the values that were left masked as they are `written`. Throws a UsageError where none is. */
export function unmasked(typed: unknown, shown: unknown, written: unknown): unknown {
	if (isText(typed) && typed === shown) return written;
	if (isText(typed) && (typed.includes(MASK) || typed.includes(REDACTED)))
		throw new UsageError(
			`“${typed}” stands for a value that is there already, and here is none: write it, or \${env:NAME} for an environment variable`,
		);
	if (Array.isArray(typed)) {
		const [shownItems, items] = [shown, written].map((each): readonly unknown[] => (Array.isArray(each) ? each : []));
		return typed.map((each, at) => {
			const from = shownItems?.[at] === each ? at : (shownItems?.indexOf(each) ?? -1);
			return unmasked(each, shownItems?.[from], items?.[from]);
		});
	}
	if (!isRecord(typed)) return typed;
	const [shownOnes, ones] = [shown, written].map((each) => (isRecord(each) ? each : {}));
	return Object.fromEntries(
		Object.entries(typed).map(([key, each]) => [key, unmasked(each, shownOnes?.[key], ones?.[key])]),
	);
}

function isText(value: unknown): value is string {
	return typeof value === 'string';
}
