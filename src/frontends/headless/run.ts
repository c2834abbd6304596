import type { App } from '../../app/app.js';
import { defined } from '../../core/defined.js';
import type { AppEvent } from '../../core/event.js';
import { isNotAsking, notAskingWarning } from '../../core/session/questions/asking.js';
import { keptOutside } from '../../core/session/sandbox/kept-by-sandbox.js';
import { isNewSentence } from '../../core/text/new-sentence.js';
import { sanitizeText } from '../../core/text/sanitize.js';
import { type AnswerText, createAnswerText } from './answer-text.js';
import { exitCodeOf } from './exit-code.js';
import { followPrompt } from './follow.js';
import { eventMessage, lines, outcomeMessage, waitingMessage } from './headless-messages.js';
import type { HeadlessOptions } from './options.js';
import { buildResult } from './result.js';
import { RunRecord } from './run-record.js';
import { eventLine, jsonLine } from './stream-event.js';

/** Events after which the agent's text is a paragraph of its own. */
const ENDS_MESSAGE: ReadonlySet<AppEvent['type']> = new Set(['tool', 'block', 'compaction', 'message-ended']);

/** Milliseconds for the comparison of the files after the turn. */
const FILES_PATIENCE = 3000;

/**
 * Runs one prompt without an interface and returns the exit code. Standard output gets the answer alone (or the JSON),
 * everything else goes to standard error. The caller closes the app.
 */
export async function runHeadless(app: App, options: HeadlessOptions): Promise<number> {
	const { format, clock, write } = options;
	const startedAt = clock.now();
	const answer = createAnswerText();
	const record = new RunRecord();
	const isText = format === 'text';
	let lastWordAt = startedAt;
	const told = new Set<string>();
	let isFork = app.getState().resuming?.isFork === true;

	const see = (seen: AppEvent, at: number): void => {
		const event = withoutOwnOutput(seen, options);
		if (format === 'stream-json') {
			const line = eventLine(event, at);
			if (line !== '') write(line);
		}
		record.add(event);
		const words = takeWords(app, answer, event, at - lastWordAt);
		if (event.type === 'text') lastWordAt = at;
		if (isText && words !== '') write(words);
		isFork ||= app.getState().resuming?.isFork === true;
		const message = eventMessage(event, isFork);
		if (message !== null) report(options, message);
		const kept = event.type === 'tool' ? keptOutside(app.getState(), event.patch.id) : null;
		if (kept !== null && !told.has(kept.title)) report(options, `${kept.title}\n${kept.hint}`);
		if (kept !== null) told.add(kept.title);
		const warning =
			event.type === 'session-opened' && isNotAsking(app.getState()) ? notAskingWarning(app.getState()) : null;
		if (warning !== null) report(options, warning);
	};
	// Unasked actions are known a moment later, perhaps between the turn's end and the comparison of the files.
	const stopListening = app.onEvent((event, at) => event.type === 'unasked' && see(event, at));
	const seeOthers = (event: AppEvent, at: number): void => {
		if (event.type !== 'unasked') see(event, at);
	};
	const { outcome, retries } = await followPrompt(app, options, seeOthers, (message) => report(options, message));

	const rest = answer.end();
	const plan = record.plan ?? '';
	if (isText) {
		if (rest !== '') write(rest);
		if (!answer.text().includes(sanitizeText(plan).trim()))
			write(`${answer.text() !== '' ? '\n' : ''}${sanitizeText(plan).trimEnd()}\n`);
	}
	if (outcome.type !== 'interrupted') await Promise.all([awaitFiles(app, seeOthers), options.sandboxKnown?.()]);
	stopListening();
	const exitCode = exitCodeOf(outcome, record.decisions());
	const message = outcomeMessage(outcome, record.decisions());
	if (message !== '') report(options, message);
	if (isText && record.besideText.length > 0)
		report(
			options,
			lines('The answer has more than text (--output-format stream-json has it all):', ...record.besideText),
		);
	const waiting = waitingMessage(app.getState());
	if (waiting !== null) report(options, waiting);
	if (!isText) {
		const durationMs = clock.now() - startedAt;
		const own = defined({ isOwnOutput: options.isOwnOutput });
		const run = { outcome, exitCode, answer: answer.text(), record, retries, durationMs, ...own };
		write(jsonLine(buildResult(app, run)));
	}
	return exitCode;
}

/** The file that standard output or error was redirected to is no change of the agent's. */
function withoutOwnOutput(event: AppEvent, { isOwnOutput }: HeadlessOptions): AppEvent {
	if (isOwnOutput === undefined || (event.type !== 'turn-changes' && event.type !== 'plan-tampering')) return event;
	const files = event.set.files.filter(({ path }) => !isOwnOutput(path));
	return files.length === event.set.files.length ? event : { ...event, set: { ...event.set, files } };
}

/** The turn's changes are known a moment after its end. */
async function awaitFiles(app: App, see: (event: AppEvent, at: number) => void): Promise<void> {
	const stopListening = app.onEvent(see);
	await app.filesSettled(FILES_PATIENCE);
	stopListening();
}

function takeWords(app: App, answer: AnswerText, event: AppEvent, pause: number): string {
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

function report(options: HeadlessOptions, text: string): void {
	const [first = '', ...more] = sanitizeText(text).trimEnd().split('\n');
	options.writeError([`acp-tui: ${first}`, ...more.map((line) => `  ${line}`), ''].join('\n'));
}
