import type { App } from '../../app/app.js';
import { defined } from '../../core/defined.js';
import type { AppEvent } from '../../core/event.js';
import { isNotAsking, notAskingWarning } from '../../core/session/questions/asking.js';
import { blockedOutside } from '../../core/session/sandbox/blocked-by-sandbox.js';
import { isNewSentence } from '../../core/text/new-sentence.js';
import { sanitizeText } from '../../core/text/sanitize.js';
import { trimNewlinesEnd } from '../../core/text/trim-ends.js';
import { exitCodeOf, type Outcome } from './exit-code.js';
import { eventMessage, lines, outcomeMessage, waitingMessage } from './headless-messages.js';
import type { HeadlessOptions } from './headless-options.js';
import { RunRecord } from './run-record.js';
import { buildResult } from './run-result.js';
import { jsonLine } from './stream/json-line.js';
import type { EventLines } from './stream/stream-events.js';

/** Events after which the agent's text is a paragraph of its own. */
const ENDS_MESSAGE: ReadonlySet<AppEvent['type']> = new Set(['tool', 'block', 'compaction', 'message-ended']);

/** Milliseconds for the comparison of the files after the turn. */
const FILES_PATIENCE = 3000;

type WatchOptions = Pick<
	HeadlessOptions,
	'format' | 'clock' | 'write' | 'writeError' | 'isOwnOutput' | 'sandboxKnown' | 'takesAnswers' | 'promptId'
>;

/** Watches one prompt from here to its `end`, which writes what is left to say and returns the exit code. */
export function watchRun(app: App, options: WatchOptions, events: EventLines | null) {
	const { format, clock, write, promptId } = options;
	const startedAt = clock.now();
	const firstEntry = promptId === undefined ? 0 : app.getState().entries.size;
	const answer = createAnswerText();
	const record = new RunRecord(options.takesAnswers === true);
	const isText = format === 'text';
	let lastWordAt = startedAt;
	const reported = new Set<string>();
	let isFork = app.getState().resuming?.isFork === true;
	const report = (text: string): void => writeNotice(options, text);

	const stopListening = app.onEvent((seen, at) => {
		const event = withoutOwnOutput(seen, options);
		record.add(event);
		const words = takeWords(app, answer, event, at - lastWordAt);
		if (event.type === 'text') lastWordAt = at;
		if (isText && words !== '') write(words);
		isFork ||= app.getState().resuming?.isFork === true;
		const isPlanAsked = event.type === 'question-asked' && options.takesAnswers === true;
		const message = isPlanAsked ? null : eventMessage(event, isFork);
		if (message !== null) report(message);
		const kept = event.type === 'tool' ? blockedOutside(app.getState(), event.patch.id) : null;
		if (kept !== null && !reported.has(kept.title)) report(`${kept.title}\n${kept.hint}`);
		if (kept !== null) reported.add(kept.title);
		const warning =
			event.type === 'session-opened' && isNotAsking(app.getState()) ? notAskingWarning(app.getState()) : null;
		if (warning !== null) report(warning);
	});

	return {
		report,
		async end(outcome: Outcome, retries: number): Promise<number> {
			const rest = answer.end();
			const plan = record.plan ?? '';
			if (isText) {
				if (rest !== '') write(rest);
				if (!answer.text().includes(sanitizeText(plan).trim()))
					write(`${answer.text() !== '' ? '\n' : ''}${sanitizeText(plan).trimEnd()}\n`);
			}
			// Unasked actions are known a moment later, perhaps before the comparison of the files.
			if (outcome.type !== 'interrupted' || outcome.isByInput === true)
				await Promise.all([app.filesSettled(FILES_PATIENCE), options.sandboxKnown?.()]);
			stopListening();
			const exitCode = exitCodeOf(outcome, record.decisions());
			const message = outcomeMessage(outcome, record.decisions());
			if (message !== '') report(message);
			if (isText && record.otherBlocks.length > 0)
				report(lines('The answer has more than text (--output-format stream-json has it all):', ...record.otherBlocks));
			const waiting = waitingMessage(app.getState());
			if (waiting !== null) report(waiting);
			if (!isText) {
				const durationMs = clock.now() - startedAt;
				const own = defined({ isOwnOutput: options.isOwnOutput, promptId });
				const run = { outcome, exitCode, answer: answer.text(), record, retries, durationMs, firstEntry, ...own };
				const result = buildResult(app, run);
				if (events === null) write(jsonLine(result));
				else events.put(result);
			}
			return exitCode;
		},
	};
}

/** The file that standard output or error was redirected to is no change of the agent's. */
export function withoutOwnOutput(event: AppEvent, { isOwnOutput }: Pick<WatchOptions, 'isOwnOutput'>): AppEvent {
	if (isOwnOutput === undefined || (event.type !== 'turn-changes' && event.type !== 'plan-tampering')) return event;
	const files = event.set.files.filter(({ path }) => !isOwnOutput(path));
	return files.length === event.set.files.length ? event : { ...event, set: { ...event.set, files } };
}

function takeWords(app: App, answer: ReturnType<typeof createAnswerText>, event: AppEvent, pause: number): string {
	const { turn } = app.getState();
	// Text before the prompt is sent answers nothing.
	if (turn === null || turn.isPromptWaiting === true) return '';
	// A sub-agent's text is not the answer.
	if (event.type === 'text' && event.role === 'agent' && event.parentId !== undefined) return '';
	if (event.type === 'text' && event.role === 'agent') {
		if (isNewSentence(answer.text(), event.text, pause)) answer.interrupt();
		return answer.add(event.text, event.messageId);
	}
	if (ENDS_MESSAGE.has(event.type)) answer.interrupt();
	return '';
}

export function writeNotice({ writeError }: Pick<WatchOptions, 'writeError'>, text: string): void {
	const [first = '', ...more] = sanitizeText(text).trimEnd().split('\n');
	writeError([`acp-tui: ${first}`, ...more.map((line) => `  ${line}`), ''].join('\n'));
}

/** Characters that wait at most, as they may be half of an escape sequence. */
const MAX_PENDING = 4096;

/** The agent's answer, assembled from message chunks and sanitised. */
function createAnswerText() {
	let printed = '';
	let pending = '';
	let messageId: string | undefined;
	let isInterrupted = false;

	function emit(text: string): string {
		printed += text;
		return text;
	}

	return {
		add(chunk: string, id: string | undefined): string {
			if (chunk === '') return '';
			const isNew = isInterrupted || (id !== undefined && messageId !== undefined && id !== messageId);
			isInterrupted = false;
			messageId = id ?? messageId;
			const gap = isNew ? harmless(pending) : '';
			if (isNew) pending = '';
			const before = `${gap}${isNew ? blankLineAfter(printed + gap) : ''}`;
			const whole = pending + chunk;
			const cut = safeLength(whole);
			pending = whole.slice(cut);
			return emit(before + harmless(whole.slice(0, cut)));
		},
		/** Something else came in between: the next chunk begins a paragraph. */
		interrupt(): void {
			isInterrupted = printed !== '' || pending !== '';
		},
		end(): string {
			const rest = harmless(pending);
			pending = '';
			const text = emit(rest);
			return printed === '' || printed.endsWith('\n') ? text : `${text}\n`;
		},
		/** Everything returned so far, without the last newline. */
		text: (): string => trimNewlinesEnd(printed),
	};
}

// Tabs are kept: the output may be source code, and nothing is aligned here.
function harmless(text: string): string {
	return text.split('\t').map(sanitizeText).join('\t');
}

function blankLineAfter(text: string): string {
	if (text === '' || text.endsWith('\n\n')) return '';
	return text.endsWith('\n') ? '\n' : '\n\n';
}

/** Length of the part of `text` that cannot begin an escape sequence, a surrogate pair or a CRLF. */
function safeLength(text: string): number {
	const introducer = Math.max(text.lastIndexOf('\x1b'), lastC1(text));
	const tail = introducer === -1 ? '' : text.slice(introducer);
	if (tail !== '' && tail.length < MAX_PENDING && !tail.includes('\n')) return introducer;
	return /[\r\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
}

function lastC1(text: string): number {
	for (let index = text.length - 1; index >= 0 && text.length - index < MAX_PENDING; index -= 1) {
		const code = text.charCodeAt(index);
		if (code >= 0x80 && code <= 0x9f) return index;
	}
	return -1;
}
