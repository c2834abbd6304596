import { exitPhrase } from '../../core/exit-status-text.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { redactText } from '../secrets/redact.js';

/** Bytes that a server may send in one test. */
export const MOST_BYTES = 16 * 1024 * 1024;

/** Why a server could not be tested: the message follows a colon and has no period. */
export class ServerTrouble extends Error {}

const MOST_WORDS = 300;

function words(text: string): string {
	const line = sanitizeLine(redactText(text.trim().slice(0, 10 * MOST_WORDS)));
	return line.length > MOST_WORDS ? `${line.slice(0, MOST_WORDS)}…` : line;
}

const NPM_NOISE = /^npm (?:error|ERR!)\s*(?:code \S+|A complete log of this run.*|)$|_logs\/\S+\.log$/;

/** The line of a thrown error; its stack and the runtime's version follow. */
const THROWN = /^(?:\w+\.)*\w*(?:Error|Exception)(?: \[\w+\])?: ./;

function causeLine(text: string): string {
	const lines = text.split('\n').filter((line) => line.trim() !== '');
	const candidates = lines.filter((line) => !NPM_NOISE.test(line.trim()));
	const npm = candidates.find((line) => /^npm (?:error|ERR!)/.test(line));
	return npm ?? candidates.findLast((line) => THROWN.test(line)) ?? candidates.at(-1) ?? lines.at(-1) ?? '';
}

const CONNECTION_WORDS: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'nothing listens there',
	ENOTFOUND: 'there is no such host',
	EAI_AGAIN: 'its host could not be looked up',
	ETIMEDOUT: 'it does not answer',
	ECONNRESET: 'the connection was closed',
};

function connectionWords(why: string): string {
	const meaning = Object.hasOwn(CONNECTION_WORDS, why) ? CONNECTION_WORDS[why] : undefined;
	return meaning === undefined ? words(why) : `${meaning} (${why})`;
}

export const TROUBLE = {
	notStarted: (why: string): string => `it could not be started: ${words(why)}`,
	ended: (code: number | null, signal: string | null, stderr: string): string => {
		const said = words(causeLine(stderr));
		return `it ${exitPhrase({ code, signal })} before it answered${said === '' ? '' : `: ${said}`}`;
	},
	silent: (seconds: number): string => `it did not answer within ${seconds} s`,
	flood: 'it sends far too much, so it was stopped',
	stopped: 'the test was stopped',
	noSignIn: (status: number): string =>
		`it wants a sign-in (HTTP ${status}); agents that can do that ask for it, or a header carries a key`,
	http: (status: number): string => `its address answers with HTTP ${status}`,
	unreachable: (why: string): string => `its address cannot be reached: ${connectionWords(why)}`,
	noMcp: (why: string): string => `its answer is not MCP: ${words(why)}`,
} as const;
