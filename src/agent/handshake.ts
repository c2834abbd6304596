import type { AgentInfo, AgentLaunch, AuthMethod, ClientFeatures } from '../core/agent-info.js';
import { fail, type Result, succeed } from '../core/failure.js';
import { quoteWords } from '../core/policy/shell/quote.js';
import { findAgent } from './catalogue.js';
import { bounded, compact, isObject, objectOf, textOf } from './json.js';
import { HANDSHAKE, HANDSHAKE_HINTS } from './messages.js';
import { publicQuirks, quirksOf } from './quirks.js';

/** The version of the protocol that this client speaks. */
const PROTOCOL_VERSION = 1;

/** The parameters of `initialize`: only what this client really does. */
export function initializeParams(features: ClientFeatures, version: string): Record<string, unknown> {
	return {
		protocolVersion: PROTOCOL_VERSION,
		clientCapabilities: {
			fs: { readTextFile: features.files, writeTextFile: features.files },
			terminal: features.terminals,
			session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
			// Agents that run their commands themselves send the output in `_meta` then.
			_meta: { terminal_output: true },
		},
		clientInfo: { name: 'acp-tui', title: 'acp-tui', version },
	};
}

/** Reads the answer to `initialize`; fails with `agent-handshake` when the agent speaks another version. */
export function readInitialize(value: unknown, launch: AgentLaunch): Result<AgentInfo> {
	const line = quoteWords([launch.command, ...launch.args]);
	if (!isObject(value)) return fail('agent-handshake', HANDSHAKE.noObject(line));
	const version = value['protocolVersion'];
	if (version !== PROTOCOL_VERSION) {
		const spoken =
			typeof version === 'number' || typeof version === 'string'
				? `speaks version ${bounded(String(version), 40)} of the protocol`
				: 'names no version of the protocol';
		return fail('agent-handshake', HANDSHAKE.version(line, spoken, PROTOCOL_VERSION), {
			hint: HANDSHAKE_HINTS.version,
		});
	}
	const info = objectOf(value['agentInfo']);
	const name = textOf(info['name']) ?? '';
	const capabilities = objectOf(value['agentCapabilities']);
	const prompt = objectOf(capabilities['promptCapabilities']);
	const session = objectOf(capabilities['sessionCapabilities']);
	return succeed({
		title: textOf(info['title']) ?? textOf(name) ?? launch.name,
		name,
		version: textOf(info['version']) ?? '',
		protocolVersion: version,
		loadSession: capabilities['loadSession'] === true,
		prompt: {
			image: prompt['image'] === true,
			audio: prompt['audio'] === true,
			embeddedContext: prompt['embeddedContext'] === true,
		},
		closeSession: isObject(session['close']),
		takesAdditionalDirectories: isObject(session['additionalDirectories']),
		takesSystemPrompt: isObject(session['systemPrompt']),
		authMethods: toAuthMethods(value['authMethods']),
		quirks: publicQuirks(quirksOf(name)),
	});
}

/** Reads sign-in methods; what has no id is left out. */
function toAuthMethods(value: unknown): readonly AuthMethod[] {
	if (!Array.isArray(value)) return [];
	return value.flatMap((item) => {
		const method = objectOf(item);
		const id = textOf(method['id']);
		if (id === undefined) return [];
		const type = method['type'] ?? 'agent';
		return [
			compact({
				id,
				name: textOf(method['name']) ?? id,
				description: textOf(method['description']),
				type: type === 'agent' || type === 'terminal' ? type : 'unknown',
			}),
		];
	});
}

/**
 * How to sign in, for the user: the agent's own methods. `offered` is their JSON; a method of type
 * `terminal` is run as the agent's command with further arguments.
 */
export function signInHint(offered: unknown, launch: AgentLaunch): string {
	const methods = Array.isArray(offered) ? offered.map(objectOf) : [];
	const words = methods.slice(0, 6).map((method) => {
		const name = textOf(method['name']) ?? textOf(method['id']) ?? 'a method without a name';
		const { args } = method;
		if (method['type'] === 'terminal' && Array.isArray(args) && args.every((word) => typeof word === 'string'))
			return `${name} (run: ${quoteWords([launch.command, ...launch.args, ...args])})`;
		const description = textOf(method['description']);
		return description === undefined || description === name ? name : `${name} (${description.trim()})`;
	});
	const known = findAgent(launch.name)?.signIn;
	const own = `To sign in, ${known ?? "use the agent's own program"}; then start acp-tui again.`;
	return bounded(words.length === 0 ? own : `${own} The agent offers: ${words.join('; ')}.`, 1200);
}
