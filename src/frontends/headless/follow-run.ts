import type { App } from '../../app/app.js';
import type { AgentExit } from '../../core/agent-info.js';
import { defined } from '../../core/defined.js';
import type { AppEvent } from '../../core/event.js';
import { type Failure, type Result, succeed } from '../../core/failure.js';
import { mentionsIn } from '../../core/mention.js';
import type { Prompt } from '../../core/prompt-schema.js';
import { whyWithheld } from '../../core/session/prompts/withheld-file.js';
import { agentGone } from '../../core/session/resuming/agent-end.js';
import { explainedBySandbox } from '../../core/session/sandbox/refused-by-sandbox.js';
import type { SessionState } from '../../core/session/state.js';
import { cannotAttach } from '../prompt/attach-messages.js';
import { attach, knownAgent } from '../prompt/prompt-attachments.js';
import type { Outcome } from './exit-code.js';
import { openAgainMessage, queuedMessage, restartMessage, retryMessage } from './headless-messages.js';
import type { HeadlessOptions } from './headless-options.js';
import { watchRun } from './watch-run.js';

/** Milliseconds for an interrupted turn to end by itself. */
const GRACE = 500;

/** Runs one prompt and returns the exit code. Standard output gets the answer alone. The caller closes the app. */
export async function runHeadless(app: App, options: HeadlessOptions): Promise<number> {
	const isStream = options.format === 'stream-json';
	const stream = isStream ? (await import('./stream/open-stream.js')).openStream(app, options) : null;
	const watch = watchRun(app, options, stream?.lines ?? null);
	const { outcome, retries } = await followPrompt(app, options, watch.report);
	const code = await watch.end(outcome, retries);
	stream?.stop();
	return code;
}

export function startSession(app: App, { resume }: Pick<HeadlessOptions, 'resume'>): void {
	// Before the start, so that no new session is opened first.
	if (resume != null) app.dispatch({ type: 'resume-session', ...resume });
	app.start();
}

/** Starts the agent and follows the prompt's turn to its end. A time-out or an interruption cancels it. */
export function followPrompt(app: App, options: HeadlessOptions, report: (message: string) => void): Promise<Followed> {
	const { prompt, clock, interrupted, cancelled, timeoutSeconds, secondsSpent = 0 } = options;
	return new Promise((resolve) => {
		// Unique over all runs of the session.
		const { promptId: id = options.ids.next('prompt') } = options;
		const watch = watchTurn(app, id);
		const restart = createRestart(app, watch, options.retries ?? 0);
		let stopped: Outcome | null = null;
		let isOver = false;
		let stopGrace = (): void => {};
		const settle = (outcome: Outcome): void => {
			isOver = true;
			stopListening();
			stopTimer();
			stopGrace();
			interrupted.removeEventListener('abort', interrupt);
			cancelled?.removeEventListener('abort', cancel);
			// Reported as failed: whoever resumes the session later did not write it.
			if (watch.isQueued()) app.dispatch({ type: 'queue-remove', promptId: id });
			const waiting = app.getState().queue.filter((other) => other.id !== id).length;
			if (waiting > 0) report(queuedMessage(waiting));
			resolve({ outcome, retries: watch.retries() });
		};
		const stop = (outcome: Outcome): void => {
			if (stopped !== null) return;
			const failure = watch.waitsAfter();
			stopped = outcome.type === 'timed-out' && failure !== null ? { ...outcome, failure } : outcome;
			// The prompt must not be sent again while the run ends.
			if (failure !== null) app.dispatch({ type: 'retry-stop' });
			if (watch.isRunning()) app.dispatch({ type: 'cancel' });
			else settle(stopped);
		};
		const interrupt = (): void => {
			const outcome: Outcome = { type: 'interrupted', code: Number(interrupted.reason) };
			// The sender of the signal waits for the process to end, so the agent gets little time.
			stopGrace = clock.after(GRACE, () => settle(outcome));
			stop(outcome);
		};
		const cancel = (): void => stop({ type: 'interrupted', code: 130, isByInput: true });
		const stopListening = app.onEvent((event, at) => {
			if (event.type === 'question-asked' && options.takesAnswers !== true) dismissLater(app, event.question.id);
			const outcome = watch.see(event);
			const again = event.type === 'open-failed' ? openAgainMessage(app.getState(), at) : null;
			if (again !== null) report(again);
			const failure = event.type === 'turn-failed' ? watch.waitsAfter() : null;
			if (failure !== null) report(retryMessage(app.getState(), at));
			if (stopped === null && outcome?.type === 'agent-exited' && restart()) report(restartMessage(outcome.exit));
			else if (isOver) return;
			else if (outcome !== null) settle(stopped ?? outcome);
			else if (stopped !== null && event.type === 'cancel-ignored') settle(stopped);
		});
		const stopTimer =
			timeoutSeconds === null
				? () => {}
				: clock.after((timeoutSeconds - secondsSpent) * 1000, () =>
						stop({ type: 'timed-out', seconds: timeoutSeconds }),
					);
		if (interrupted.aborted) {
			interrupt();
			return;
		}
		interrupted.addEventListener('abort', interrupt);
		cancelled?.addEventListener('abort', cancel);
		if (options.takesAnswers !== true) startSession(app, options);
		else if (isGone(app)) app.dispatch({ type: 'restart-agent' });
		const send = (words: Omit<Prompt, 'id'>): void => {
			if (!isOver && stopped === null) app.dispatch({ type: 'prompt', prompt: { id, ...words, isAlone: true } });
		};
		const written = options.mentions?.written ?? '';
		if (!prompt.startsWith('/') && mentionsIn(written).length === 0)
			send({ text: prompt, blocks: [{ type: 'text', text: prompt }] });
		else
			promptOf(app, options, report).then(
				(made) => (made.ok ? send(made.value) : settle({ type: 'failed', failure: made.failure })),
				(error: unknown) => {
					settle({
						type: 'failed',
						failure: { code: 'internal', message: `Could not read what the prompt mentions: ${String(error)}` },
					});
				},
			);
	});
}

type Followed = { readonly outcome: Outcome; readonly retries: number };

function isGone(app: App): boolean {
	const { phase } = app.getState().connection;
	return phase === 'exited' || phase === 'failed' || phase === 'signed-out';
}

/** Restarts an agent, once, that ended before any word on the prompt, which is sent again. False: it stays ended. */
function createRestart(app: App, watch: ReturnType<typeof watchTurn>, retries: number): () => boolean {
	let isUsed = false;
	return () => {
		if (isUsed || watch.retries() >= retries || !watch.isUnanswered()) return false;
		isUsed = true;
		// Not within the event that reports the end.
		queueMicrotask(() => app.dispatch({ type: 'restart-agent' }));
		return true;
	};
}

/** The prompt with its mentions, in the form that the agent takes, or the one that a command of the user's stands for. */
async function promptOf(
	app: App,
	{ prompt, mentions }: HeadlessOptions,
	report: (message: string) => void,
): Promise<Result<Omit<Prompt, 'id'>>> {
	const takes = await knownAgent(app);
	const typed = mentions?.written ?? '';
	const expanded = prompt.startsWith('/') ? await app.expandCommand(prompt, typed) : null;
	if (expanded?.ok === false) return expanded;
	const { text, written, command } = expanded?.value ?? { text: prompt, written: typed, command: undefined };
	const words = { text, ...defined({ command }) };
	if (mentions === undefined) return succeed({ ...words, blocks: [{ type: 'text', text }] });
	const { attachments, limits } = mentions;
	const { blocks, problems, notes } = await attach({ text, written, images: [] }, takes, attachments, limits, (paths) =>
		whyWithheld(app.getState(), paths, command),
	);
	if (problems.length > 0) report(cannotAttach(problems));
	for (const note of notes) report(note);
	return succeed({ ...words, blocks });
}

// A question that the app leaves open (a plan without an option that keeps planning) would wait for ever.
function dismissLater(app: App, questionId: string): void {
	queueMicrotask(() => {
		if (!app.getState().questions.some((question) => question.id === questionId)) return;
		app.dispatch({ type: 'answer', questionId, outcome: { type: 'cancelled' } });
	});
}

function watchTurn(app: App, promptId: string) {
	let turnId: string | null = null;
	let retries = 0;
	let passing: Failure | null = null;

	const waitsAfter = (): Failure | null => {
		const { failed } = app.getState();
		return failed?.prompt.id === promptId && failed.wait !== undefined ? failed.failure : null;
	};
	const isQueued = (): boolean => app.getState().queue.some(({ id }) => id === promptId);
	const follow = (): void => {
		const { turn } = app.getState();
		if (turn?.prompt.id !== promptId || turn.id === turnId) return;
		if (turnId !== null) retries += 1;
		turnId = turn.id;
		passing = null;
	};
	const outcomeOf = (event: AppEvent): Outcome | null => {
		switch (event.type) {
			case 'resume-refused':
			case 'agent-failed':
				return { type: 'failed', failure: explainedBySandbox(app.getState(), event.failure, true) };
			case 'agent-exited':
				// While an older session is resumed, the agent is restarted.
				return app.getState().connection.phase === 'exited' ? endedAgent(app.getState(), event.exit) : null;
			case 'turn-failed':
				if (event.turnId !== turnId) return null;
				passing = waitsAfter();
				return passing === null
					? { type: 'failed', failure: explainedBySandbox(app.getState(), event.failure, true) }
					: null;
			case 'turn-ended':
				if (event.turnId !== turnId) return null;
				return { type: 'ended', reason: event.reason, ...defined({ word: event.word, failure: event.failure }) };
		}
		// No retry follows after all.
		return passing !== null && waitsAfter() === null && isQueued() ? { type: 'failed', failure: passing } : null;
	};
	return {
		isRunning: (): boolean => turnId !== null && app.getState().turn?.id === turnId,
		/** Why the prompt waits for a retry; null while it does not. */
		waitsAfter,
		/** True when the agent ended before any word on the prompt, which a restarted one could get. */
		isUnanswered: (): boolean => turnId !== null && app.getState().turn === null && isQueued(),
		isQueued,
		retries: (): number => retries,
		/** Feeds a folded event; returns the outcome when the event ended the turn. */
		see(event: AppEvent): Outcome | null {
			follow();
			return outcomeOf(event);
		},
	};
}

function endedAgent(state: SessionState, exit: AgentExit): Outcome {
	return { type: 'agent-exited', exit, ...defined({ hint: explainedBySandbox(state, agentGone(exit), true).hint }) };
}
