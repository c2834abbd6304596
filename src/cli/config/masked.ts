import type { McpDefinition } from '../../core/mcp/definition.js';
import { shownAddress, shownArguments } from '../../services/mcp/shown.js';
import type { AgentSettings } from './agent-settings.js';
import type { McpServerSetting } from './values.js';

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
