import type { App } from '../../app/app.js';
import type { AppEvent } from '../../core/event.js';
import { sanitizeText } from '../../core/text/sanitize.js';
import { type Answer, createAnswer } from './answer.js';
import { eventLine, jsonLine } from './bounded-json.js';
import { createFacts } from './facts.js';
import { followPrompt } from './follow.js';
import type { HeadlessOptions } from './options.js';
import { exitCodeOf, explain } from './outcome.js';
import { remarkOn } from './remarks.js';
import { buildResult } from './result.js';

/** Milliseconds that the comparison of the files may take after the turn. */
const FILES_PATIENCE = 3000;

/**
 * Runs one prompt without an interface and returns the exit code. Standard output gets the answer
 * alone (or the JSON that was asked for), everything else goes to standard error. The app is not
 * closed: whoever made it does that.
 */
export async function runHeadless(app: App, options: HeadlessOptions): Promise<number> {
	const { format, clock, write } = options;
	const startedAt = clock.now();
	const answer = createAnswer();
	const facts = createFacts();
	const isText = format === 'text';

	const see = (event: AppEvent, at: number): void => {
		if (format === 'stream-json') write(eventLine(event, at));
		facts.see(event);
		const words = takeWords(app, answer, event);
		if (isText && words !== '') write(words);
		const remark = remarkOn(event);
		if (remark !== null) tell(options, remark);
	};
	const outcome = await followPrompt(app, options, see, (words) => tell(options, words));

	const rest = answer.end();
	const plan = facts.plan() ?? '';
	if (isText) {
		if (rest !== '') write(rest);
		if (!answer.text().includes(sanitizeText(plan).trim())) write(paragraph(plan, answer.text() !== ''));
	}
	if (outcome.type !== 'interrupted') await awaitFiles(app, see);
	const exitCode = exitCodeOf(outcome, facts.decisions());
	const words = explain(outcome, facts.decisions());
	if (words !== '') tell(options, words);
	if (!isText) {
		const durationMs = clock.now() - startedAt;
		write(jsonLine(buildResult(app, { outcome, exitCode, answer: answer.text(), facts, durationMs })));
	}
	return exitCode;
}

/** What the turn changed is known a moment after its end. */
async function awaitFiles(app: App, see: (event: AppEvent, at: number) => void): Promise<void> {
	const stopListening = app.onEvent(see);
	await app.filesSettled(FILES_PATIENCE);
	stopListening();
}

/** What an event adds to the answer. Only the words of our own turn are the answer. */
function takeWords(app: App, answer: Answer, event: AppEvent): string {
	if (app.getState().turn === null) return '';
	// What a sub-agent says is not the answer.
	if (event.type === 'text' && event.role === 'agent' && event.parentId !== undefined) return '';
	if (event.type === 'text' && event.role === 'agent') return answer.add(event.text, event.messageId);
	if (event.type === 'tool' || event.type === 'block' || event.type === 'compaction') answer.interrupt();
	return '';
}

function paragraph(text: string, isAfterText: boolean): string {
	return `${isAfterText ? '\n' : ''}${sanitizeText(text).trimEnd()}\n`;
}

function tell(options: HeadlessOptions, text: string): void {
	const [first = '', ...more] = sanitizeText(text).trimEnd().split('\n');
	options.writeError([`acp-tui: ${first}`, ...more.map((line) => `  ${line}`), ''].join('\n'));
}
