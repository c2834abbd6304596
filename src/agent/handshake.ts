import type { AgentExit, AgentInfo, AgentLaunch, ClientFeatures } from '../core/agent-info.js';
import type { ConnectOptions } from '../core/agent-port.js';
import { defined } from '../core/defined.js';
import { exitPhrase } from '../core/exit-status-text.js';
import { fail, type Result, succeed } from '../core/failure.js';
import { quoteWords } from '../core/policy/shell/quote-word.js';
import { readError } from './errors/error-text.js';
import { stderrDetail } from './exit-text.js';
import { bounded, isObject, objectOf, textOf } from './json.js';
import { publicQuirks, quirksOf } from './quirks.js';
import type { Rpc } from './rpc.js';
import { readAuthMethods } from './sign-in/auth-methods.js';
import { plainName } from './translate/input/walk.js';
import { aborted, CALLED_OFF, within } from './within.js';

const PROTOCOL_VERSION = 1;

export function initializeParams(
	features: ClientFeatures,
	version: string,
	hasProvider = false,
): Record<string, unknown> {
	const auth = {
		// Agents offer sign-ins in a terminal only to clients that have one.
		...(features.terminalSignIn === true ? { terminal: true } : {}),
		...(hasProvider ? { _meta: { gateway: true } } : {}),
	};
	return {
		protocolVersion: PROTOCOL_VERSION,
		clientCapabilities: {
			fs: { readTextFile: features.files, writeTextFile: features.files },
			terminal: features.terminals,
			session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
			subagents: {},
			// Agents that run their commands themselves send the output in `_meta` then.
			_meta: { terminal_output: true, ...(features.terminalSignIn === true ? { 'terminal-auth': true } : {}) },
			...(Object.keys(auth).length === 0 ? {} : { auth }),
			// No elicitation is announced where nobody can be asked.
			...(announcedModes(features) === null ? {} : { elicitation: announcedModes(features) }),
		},
		clientInfo: { name: 'acp-tui', title: 'acp-tui', version },
	};
}

function announcedModes({ elicitation }: ClientFeatures): Record<string, unknown> | null {
	if (elicitation === undefined || !(elicitation.form || elicitation.url)) return null;
	return { ...(elicitation.form ? { form: {} } : {}), ...(elicitation.url ? { url: {} } : {}) };
}

/** Lines and blocks, as frames are drawn with. */
const DRAWS = /[\u2500-\u259f]/;

/** The agent's name for itself, where its questions cannot be taken for ours by it. */
function titleOf(title: string | undefined, { name }: AgentLaunch): string {
	return title === undefined || DRAWS.test(title) || plainName(title).includes('acptui') ? name : title;
}

/** Reads the answer to `initialize`; fails with `agent-handshake` when the agent speaks another version. */
export function readInitialize(value: unknown, launch: AgentLaunch): Result<AgentInfo> {
	const line = quoteWords([launch.command, ...launch.args]);
	if (!isObject(value))
		return fail('agent-handshake', `"${line}" answered initialize with something else than an object.`);
	const version = value['protocolVersion'];
	if (version !== PROTOCOL_VERSION) return otherVersion(line, [version]);
	const info = objectOf(value['agentInfo']);
	const name = textOf(info['name']) ?? '';
	const capabilities = objectOf(value['agentCapabilities']);
	const prompt = objectOf(capabilities['promptCapabilities']);
	const session = objectOf(capabilities['sessionCapabilities']);
	const mcp = objectOf(capabilities['mcpCapabilities']);
	const meta = objectOf(capabilities['_meta']);
	const quirks = quirksOf(name);
	return succeed({
		title: titleOf(textOf(info['title']) ?? textOf(name), launch),
		name,
		version: textOf(info['version']) ?? '',
		protocolVersion: version,
		prompt: {
			image: prompt['image'] === true,
			audio: prompt['audio'] === true,
			embeddedContext: prompt['embeddedContext'] === true,
		},
		sessions: {
			list: isObject(session['list']),
			load: capabilities['loadSession'] === true,
			resume: isObject(session['resume']),
			close: isObject(session['close']),
			delete: isObject(session['delete']),
			fork: isObject(session['fork']),
			title: isObject(session['title']),
		},
		takesAdditionalDirectories: isObject(session['additionalDirectories']),
		takesSystemPrompt: isObject(session['systemPrompt']),
		takesClaudeSettings: isObject(meta['claudeCode']),
		steering: objectOf(objectOf(value['_meta'])['steering'])['supported'] === true,
		takesProvider: isObject(capabilities['providers']),
		mcp: { http: mcp['http'] === true, sse: mcp['sse'] === true, isIgnored: quirks.ignoresMcpServers === true },
		authMethods: readAuthMethods(value['authMethods']),
		auth: {
			logout: isObject(objectOf(capabilities['auth'])['logout']),
			status: isObject(objectOf(capabilities['auth'])['status']),
			pushesStatus: isObject(meta['authStatus']),
		},
		quirks: publicQuirks(quirks),
	});
}

const MOST_VERSIONS = 5;

function otherVersion(line: string, versions: readonly unknown[]): Result<never> {
	const named = versions.filter((each) => typeof each === 'number' || typeof each === 'string');
	const spoken = named.slice(0, MOST_VERSIONS).map((each) => bounded(String(each), 40));
	const speaks = spoken.length === 0 ? 'names no version of ACP' : `speaks ACP ${spoken.join(', ')} only`;
	return fail('agent-handshake', `"${line}" ${speaks}; acp-tui speaks ACP ${PROTOCOL_VERSION}.`, {
		hint: 'Use a release of the agent that speaks ACP 1.',
		isPermanent: true,
	});
}

/** Versions that an agent names when it refuses ours; null where it refused for another reason. */
function refusedVersions(error: unknown): readonly unknown[] | null {
	const { message, data } = objectOf(error);
	const { supported, supportedVersions = supported } = objectOf(data);
	if (!Array.isArray(supportedVersions) || supportedVersions.includes(PROTOCOL_VERSION)) return null;
	return /version/i.test(String(message)) ? supportedVersions : null;
}

type HandshakeParts = {
	readonly rpc: Rpc;
	readonly params: unknown;
	readonly exited: Promise<AgentExit>;
	readonly launch: AgentLaunch;
	readonly options: ConnectOptions;
	stderrTail(): readonly string[];
};

/** Sends `initialize`; fails with `agent-handshake`, `timed-out` or `cancelled`. */
export async function shakeHands(parts: HandshakeParts): Promise<Result<unknown>> {
	const { rpc, exited, launch, options } = parts;
	const line = quoteWords([launch.command, ...launch.args]);

	// A failed handshake ends the process; a late answer is ignored.
	const givenUp = new AbortController();
	const answered = rpc.request('initialize', parts.params, givenUp.signal).then(succeed, async (error: unknown) => {
		if (!rpc.isClosed) return refusal(line, error);
		const exit = await within(exited, 1500);
		if (exit !== null) return ended(line, exit.value);
		return fail('agent-handshake', `"${line}" closed its output before it answered initialize.`);
	});
	const ending = exited.then((exit) => ended(line, exit));
	const calledOff = aborted(options.signal).then(() => fail('cancelled', CALLED_OFF));
	const outcome = await within(Promise.race([answered, ending, calledOff]), options.handshakeTimeout);
	givenUp.abort();
	return outcome?.value ?? silence(line, options.handshakeTimeout, parts.stderrTail());
}

function refusal(line: string, error: unknown): Result<never> {
	const versions = refusedVersions(error);
	if (versions !== null) return otherVersion(line, versions);
	const { code, text, detail } = readError(error);
	const number = code === null ? '' : ` (${code})`;
	return fail('agent-handshake', `"${line}" refused the handshake${number}: ${text}`, defined({ detail }));
}

function ended(line: string, exit: AgentExit): Result<never> {
	const isStarted = !CANNOT_START.has(exit.code ?? 0);
	return fail('agent-handshake', `"${line}" ${exitPhrase(exit)} before it answered initialize.`, {
		hint: isStarted
			? 'Run the command in a terminal to see what it needs.'
			: 'A program that it starts was not found, or may not be started.',
		...stderrDetail(exit.stderrTail),
		...(isStarted ? {} : { isPermanent: true }),
	});
}

/** Exit codes of shells that cannot run a command. */
const CANNOT_START: ReadonlySet<number> = new Set([126, 127]);

function silence(line: string, timeout: number, stderr: readonly string[]): Result<never> {
	return fail('timed-out', `"${line}" did not answer initialize within ${Math.round(timeout / 100) / 10} s.`, {
		hint: 'Check that the command starts an agent that speaks ACP on standard input and output.',
		...stderrDetail(stderr),
	});
}
