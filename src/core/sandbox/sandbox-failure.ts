import type { sandboxFailure as failure } from '../permission-schema.js';
import type { Read } from '../schema.js';
import { sanitizeLine, sanitizeText } from '../text/sanitize.js';
import type { ExitStatus } from '../tool-call.js';
import { type CommandAccess, hasNetwork } from './command-access.js';

export type SandboxFailure = Read<typeof failure>;
export type SandboxObstacle = SandboxFailure['obstacle'];

export type EndedCommand = {
	readonly exit: ExitStatus;
	readonly output: string;
	readonly program: string;
	readonly text: string;
	readonly access: CommandAccess;
};

const READ_ONLY = /read-only file ?system|\bEROFS\b|os error 30\b/i;
const NO_RIGHT = /permission denied|\bEACCES\b|os error 13\b/i;

/** Messages of programs and libraries for what a sandbox refuses. */
const SIGNS: readonly (readonly [SandboxObstacle, RegExp])[] = [
	[
		'network',
		/could not resolve (?:host|proxy)|couldn't resolve host|unable to resolve host|temporary failure (?:in name resolution|resolving)|name or service not known|nodename nor servname|\b(?:EAI_AGAIN|ENETUNREACH)\b|getaddrinfo ENOTFOUND|failed to lookup address|network is unreachable|UnknownHostException|no such host$|lookup \S+ on \S+:53: .*connection refused|^curl: \((?:6|7|28)\)/i,
	],
	['read-only', READ_ONLY],
	[
		'service',
		/cannot connect to the docker daemon|failed to connect to the docker api|could not open a connection to your authentication agent|failed to connect to (?:the )?(?:system |session |user )?(?:scope )?bus|can't connect to the (?:gpg-)?agent|no (?:gpg-)?agent running/i,
	],
	[
		'privileges',
		/"no new privileges" flag|effective uid is not 0|no usable sandbox!|failed to move to new namespace|creating new namespace failed|unshare(?:\(| failed|: write failed)/i,
	],
];

const MISSING =
	/no such file or directory|\bENOENT\b|permission denied|\bEACCES\b|cannot find the file|os error (?:2|13)\b/i;
const ABOUT_ERRORS = /^\s*[-+✓✔✕×❯|]|AssertionError|\bexpect(?:ed|s)?\b|^\s*received:/i;
/** Exit codes of quiet programs for a missing network. */
const NETWORK_CODES: Readonly<Record<string, readonly number[]>> = { curl: [6, 7, 28], wget: [4] };

/** Characters at the end of an output that are searched. */
const MOST_CHARS = 16_000;
const MOST_LINES = 60;
const MOST_LINE = 2000;
const MOST_PATHS = 8;

/** Restriction of its sandbox that a failed command most likely failed by; null without a sign of one. */
export function sandboxFailure(command: EndedCommand): SandboxFailure | null {
	if (!hasFailed(command)) return null;
	const { access, exit, program } = command;
	const isConnected = hasNetwork(access);
	for (const line of lastLines(command)) {
		const found = SIGNS.find(([obstacle, sign]) => (obstacle !== 'network' || !isConnected) && sign.test(line));
		if (found !== undefined) return { obstacle: found[0], line: sanitizeLine(line.trim()) };
	}
	const isQuiet = exit.code !== null && NETWORK_CODES[program]?.includes(exit.code) === true;
	return isQuiet && !isConnected ? { obstacle: 'network', line: '' } : null;
}

const ABSOLUTE = /(?<![^\s'"`‘“(:=])\/[^\s/'"`’”:;,()<>][^\s'"`’”:;,()<>]*/g;

export function pathsIn(line: string): readonly string[] {
	return [...line.replace(/^\S+: /, '').matchAll(ABSOLUTE)].map(([path]) => path);
}

/** Absolute paths that a failed command says are missing: the sandbox may have hidden them. */
export function missingPaths(command: EndedCommand): readonly { readonly path: string; readonly line: string }[] {
	if (!hasFailed(command)) return [];
	const found = lastLines(command).flatMap((line) =>
		MISSING.test(line) ? namedBy(line).map((path) => ({ path, line: sanitizeLine(line.trim()) })) : [],
	);
	const paths = new Map(found.map((one) => [one.path, one]));
	return [...paths.values()].slice(0, MOST_PATHS);
}

function namedBy(line: string): readonly string[] {
	const paths = [...line.matchAll(ABSOLUTE)].map(([path]) => path);
	if (!NO_RIGHT.test(line)) return paths;
	const folders = pathsIn(line).map((path) => path.slice(0, path.lastIndexOf('/')));
	return [...paths, ...folders.filter((folder) => folder !== '')];
}

const REFUSED = /connection refused|\bECONNREFUSED\b|can't connect to (?:local )?\w+ server/i;
const LOCAL_PORT = /(?:\blocalhost|\b127(?:\.\d{1,3}){3}|::1)[\])'"|]*(?::|,? *port[ =]+)(\d{1,5})\b/gi;

/** Ports of this machine that refused a command without network, which could not have reached a server there. */
export function refusedPorts(command: EndedCommand): readonly { readonly port: number; readonly line: string }[] {
	if (!hasFailed(command) || hasNetwork(command.access)) return [];
	const found = lastLines(command).flatMap((line) =>
		REFUSED.test(line)
			? [...line.matchAll(LOCAL_PORT)].map(([, port]) => ({ port: Number(port), line: sanitizeLine(line.trim()) }))
			: [],
	);
	const ports = new Map(found.filter(({ port }) => port > 0 && port < 65_536).map((one) => [one.port, one]));
	return [...ports.values()].slice(0, MOST_PATHS);
}

/** A command that was ended, by a signal or the user, has not failed by itself. */
function hasFailed({ exit }: EndedCommand): boolean {
	return exit.code !== null && exit.code !== 0 && exit.code !== 130 && exit.code !== 143;
}

/** Last lines that may tell of an error, the last one first, without what a test says of an expected one. */
export function errorLines(output: string): readonly string[] {
	const lines = sanitizeText(output.slice(-MOST_CHARS)).split('\n').slice(-MOST_LINES).reverse();
	return lines.filter((line) => line.length <= MOST_LINE && !ABOUT_ERRORS.test(line));
}

export function isReadOnlyRefusal(line: string): boolean {
	return READ_ONLY.test(line);
}

export function isRightsRefusal(line: string): boolean {
	return NO_RIGHT.test(line);
}

/** The refusal without a leading program name (`/bin/sh: 1: cannot create x`); a path before it may be what was refused. */
export function withoutSpeaker(line: string): string {
	const speaker = /^\s*\/[^\s:]*: /.exec(line)?.[0];
	if (speaker === undefined) return line;
	const rest = line.slice(speaker.length);
	const refusal = [READ_ONLY, NO_RIGHT].map((sign) => rest.search(sign)).filter((at) => at >= 0);
	return rest.slice(0, Math.min(...refusal, rest.length)).includes(': ') ? rest : line;
}

function lastLines({ output, access, program, text }: EndedCommand): readonly string[] {
	const isOwn = (line: string): boolean => {
		const path = /^([\w.+/-]+): /.exec(line)?.[1];
		if (path === undefined) return false;
		const name = path.slice(path.lastIndexOf('/') + 1);
		return ['fatal', 'error', 'warning', 'sh', 'bash', program].includes(name) || isWordOf(name, text);
	};
	return errorLines(output).filter((line) => access.files !== 'read' || isOwn(line));
}

/** Programs that the command names: in a pipe each of them may say something. */
function isWordOf(name: string, text: string): boolean {
	return name !== '' && text.split(/[\s;|&()]+/).includes(name);
}
