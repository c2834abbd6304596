import { isRecord } from '../is-record.js';
import { jsonIn } from '../json-in.js';
import { clip, sanitizeLine, sanitizeText } from '../text/sanitize.js';
import type { Hook, HookEnd, HookResult } from './hook.js';

/** Meaning of a hook's end. `context`: words for the agent. `output`: what it wrote besides, for the user. */
export type HookAnswer = {
	readonly result: HookResult;
	readonly words?: string;
	readonly context?: string;
	readonly output?: string;
};

const DENIES = 2;
const MOST_WORDS = 300;
/** Characters. */
const MOST_CONTEXT = 16_000;
const MOST_OUTPUT = 4_000;

/** Reads how a hook ended. What is not understood is a failure, which loosens and denies nothing. */
export function readHookEnd({ timeout }: Pick<Hook, 'timeout'>, end: HookEnd): HookAnswer {
	switch (end.type) {
		case 'late':
			return failed(`it took longer than ${timeout} s and was ended`);
		case 'flooded':
			return failed('it wrote too much and was ended');
		case 'stopped':
			return failed('it was stopped');
		case 'not-started':
			return failed(`it could not be started: ${line(end.because)}`);
		case 'exited':
			return readExit(end);
	}
}

function readExit({ code, signal, stdout, stderr }: Extract<HookEnd, { type: 'exited' }>): HookAnswer {
	const wrote = [stdout, stderr].map((text) => sanitizeText(text).trim()).filter((text) => text !== '');
	const output = wrote.length === 0 ? {} : { output: cut(wrote.join('\n'), MOST_OUTPUT) };
	if (signal !== null) return { ...failed(`it was ended by ${signal}`), ...output };
	if (code === DENIES) return { result: 'denied', words: line(stderr) || 'it gave no reason', ...output };
	if (code !== 0) return { ...failed(`it exited with code ${code}`), ...output };
	// Output that is no JSON object is for the user alone.
	return stdout.trimStart().startsWith('{') ? readJson(stdout, stderr) : { result: 'done', ...output };
}

function readJson(stdout: string, stderr: string): HookAnswer {
	const output = stderr.trim() === '' ? {} : { output: cut(sanitizeText(stderr).trim(), MOST_OUTPUT) };
	const read = jsonIn(stdout);
	if (!isRecord(read)) return { ...failed('its answer is not valid JSON'), ...output };
	const { decision, reason, context } = read;
	const because = typeof reason === 'string' && reason.trim() !== '' ? line(reason) : 'it gave no reason';
	const words = typeof context === 'string' ? cut(sanitizeText(context).trim(), MOST_CONTEXT) : '';
	const rest = { ...output, ...(words === '' ? {} : { context: words }) };
	if (decision === 'deny') return { result: 'denied', words: because, ...rest };
	if (decision === 'ask') return { result: 'asked', words: because, ...rest };
	if (decision === undefined || decision === null) return { result: 'done', ...rest };
	const shown = line(typeof decision === 'string' ? decision : JSON.stringify(decision));
	return { ...failed(`its decision “${shown}” is neither deny nor ask`), ...rest };
}

function failed(words: string): HookAnswer {
	return { result: 'failed', words };
}

function line(text: string): string {
	return clip(sanitizeLine(text).trim(), MOST_WORDS);
}

function cut(text: string, most: number): string {
	return text.length <= most ? text : `${text.slice(0, most)}\n… cut here`;
}
