import type { App } from '../../../app/app.js';
import { exitCodeOf } from '../exit-code.js';
import { followPrompt, startSession } from '../follow-run.js';
import { outcomeMessage } from '../headless-messages.js';
import type { HeadlessOptions } from '../headless-options.js';
import { RunRecord } from '../run-record.js';
import { watchRun, writeNotice } from '../watch-run.js';
import type { OpenQuestions } from './open-questions.js';
import { openStream } from './open-stream.js';
import { answerTo, refusal } from './stream-answer.js';
import type { EventLines } from './stream-events.js';
import type { StreamCommand } from './stream-schema.js';

/** A line of standard input: what it says, or why it does not count. */
export type InputLine = { readonly line: number } & (
	| { readonly command: StreamCommand }
	| { readonly problem: string }
);

/** No prompt was read, though something was written. */
const USAGE_ERROR = 2;

type ConversationOptions = Omit<HeadlessOptions, 'prompt' | 'promptId' | 'format' | 'mentions' | 'takesAnswers'> & {
	readonly input: AsyncIterable<InputLine>;
	readonly mentionsIn: (text: string) => NonNullable<HeadlessOptions['mentions']>;
};

/** Holds a conversation by lines of standard input; returns the exit code of its last prompt. The caller closes the app. */
export async function runConversation(app: App, options: ConversationOptions): Promise<number> {
	const { clock, ids, input, mentionsIn } = options;
	const startedAt = clock.now();
	const spent = (): number => (options.secondsSpent ?? 0) + (clock.now() - startedAt) / 1000;
	const stream = openStream(app, options);
	const queue = createPromptQueue();
	const ended = watchEnd(options, spent(), queue.stop);
	const stopRefusing = refuseWhen(queue.isClosed, app, stream.questions);
	startSession(app, options);
	let isBroken = false;
	const broken = (): void => {
		isBroken = true;
	};
	void readCommands(input, { app, queue, broken, ...stream }).finally(() => {
		queue.close();
		refuseAll(app, stream.questions);
	});
	let code: number | null = null;
	for (let text = await queue.next(); text !== null; text = await queue.next()) {
		const prompt = { ...options, format: 'stream-json', takesAnswers: true, promptId: ids.next('prompt') } as const;
		const watch = watchRun(app, prompt, stream.lines);
		const { outcome, retries } = await followPrompt(
			app,
			{ ...prompt, prompt: text, mentions: mentionsIn(text), secondsSpent: spent(), cancelled: queue.begin() },
			watch.report,
		);
		code = await watch.end(outcome, retries);
		if (ended.code() === null) await leaveTurn(app);
	}
	ended.stop();
	stopRefusing();
	stream.stop();
	const without = isBroken ? USAGE_ERROR : codeAtStart(app);
	if (code === null && isBroken)
		writeNotice(options, 'No line of standard input could be read as a prompt; each error names its line.');
	return ended.code() ?? code ?? without;
}

type Commands = {
	readonly app: App;
	readonly queue: ReturnType<typeof createPromptQueue>;
	readonly questions: OpenQuestions;
	readonly lines: EventLines;
	/** Called for each line that does not count. */
	readonly broken: () => void;
};

async function readCommands(input: AsyncIterable<InputLine>, commands: Commands): Promise<void> {
	for await (const line of input) {
		if ('command' in line && line.command.type === 'end') return;
		const problem = 'problem' in line ? line.problem : carryOut(line.command, commands);
		if (problem === null) continue;
		commands.broken();
		commands.lines.put({ type: 'error', message: problem, line: line.line });
	}
}

/** Null, or why the line does not count. */
function carryOut(command: StreamCommand, { app, queue, questions }: Commands): string | null {
	if (command.type === 'prompt') queue.add(command.text);
	if (command.type === 'cancel') queue.cancel();
	if (command.type !== 'answer') return null;
	const { type: _, id, ...answer } = command;
	const question = questions.find(id);
	const named = JSON.stringify(id);
	if (question === null) return `There is no open question ${named}.`;
	const event = answerTo(question, answer);
	if (typeof event === 'string') return `The question ${named} is still open: ${event}.`;
	app.dispatch(event);
	return questions.find(id) === null ? null : `The question ${named} is still open: this answer does not count now.`;
}

function refuseAll(app: App, questions: OpenQuestions): void {
	for (const question of questions.all()) app.dispatch(refusal(question));
}

/** Once nobody can answer, questions are refused as they come. */
function refuseWhen(isClosed: () => boolean, app: App, questions: OpenQuestions): () => void {
	return app.onEvent(() => {
		if (isClosed() && questions.all().length > 0) queueMicrotask(() => refuseAll(app, questions));
	});
}

/** The exit code of a signal or the time-out, which end the conversation; null before. */
function watchEnd(
	{ clock, interrupted, timeoutSeconds, writeError }: ConversationOptions,
	spent: number,
	stop: () => void,
) {
	let isTimedOut = false;
	const stopTimer =
		timeoutSeconds === null
			? () => {}
			: clock.after((timeoutSeconds - spent) * 1000, () => {
					isTimedOut = true;
					const outcome = { type: 'timed-out', seconds: timeoutSeconds } as const;
					writeNotice({ writeError }, outcomeMessage(outcome, new RunRecord().decisions()));
					stop();
				});
	interrupted.addEventListener('abort', stop);
	if (interrupted.aborted) stop();
	return {
		code: (): number | null => (interrupted.aborted ? Number(interrupted.reason) : isTimedOut ? 6 : null),
		stop(): void {
			stopTimer();
			interrupted.removeEventListener('abort', stop);
		},
	};
}

/** Ends an agent that goes on with a cancelled turn: the next prompt starts it again. */
async function leaveTurn(app: App): Promise<void> {
	if (app.getState().turn === null) return;
	const left = new Promise<void>((resolve) => {
		const stop = app.onEvent(() => {
			if (app.getState().turn !== null) return;
			stop();
			resolve();
		});
	});
	app.dispatch({ type: 'kill-agent' });
	await left;
}

/** Without a prompt, the start alone decides. */
function codeAtStart(app: App): number {
	const { connection } = app.getState();
	if (connection.phase === 'signed-out') return 3;
	if (connection.phase !== 'failed') return 0;
	return exitCodeOf({ type: 'failed', failure: connection.failure }, new RunRecord().decisions());
}

/** Prompts of a conversation that wait for the one before them. */
function createPromptQueue() {
	const waiting: string[] = [];
	let isClosed = false;
	let wake = (): void => {};
	let running = new AbortController();

	return {
		add(text: string): void {
			waiting.push(text);
			wake();
		},
		/** Settles with the next prompt, or null when no more will come. */
		async next(): Promise<string | null> {
			while (waiting.length === 0 && !isClosed) {
				await new Promise<void>((resolve) => {
					wake = resolve;
				});
			}
			return waiting.shift() ?? null;
		},
		/** Aborts when the prompt that begins is cancelled. */
		begin(): AbortSignal {
			running = new AbortController();
			return running.signal;
		},
		cancel: (): void => running.abort(),
		isClosed: (): boolean => isClosed,
		close(): void {
			isClosed = true;
			wake();
		},
		/** Drops what waits, too. */
		stop(): void {
			waiting.length = 0;
			isClosed = true;
			wake();
		},
	};
}
