import { defined } from '../../core/defined.js';
import type { HookEnd, HookEvent, HookState } from '../../core/hooks/hook.js';
import { type HookAnswer, readHookEnd } from '../../core/hooks/read-hook-end.js';
import { detailsOf } from '../../core/policy/action-details.js';
import type { ActionRequest, Verdict } from '../../core/policy/policy-types.js';
import { matchRule } from '../../core/policy/rule-match.js';
import type { Ports } from '../../core/ports.js';
import type { Prompt } from '../../core/prompt-schema.js';
import { Serial } from '../../core/serial.js';
import { actionFields, cutText, hookInput, isPassedWhole } from '../../core/session/hooks/hook-input.js';
import { clip, sanitizeLine } from '../../core/text/sanitize.js';
import { cannotAsk } from '../app-messages.js';
import type { Store } from '../store.js';

export type HooksOptions = {
	readonly ports: Pick<Ports, 'hooks' | 'clock'>;
	readonly store: Store;
	readonly isHeadless: boolean;
};

/** Hooks' word on an action: a stricter verdict, or `passed`. */
export type HookVerdict = Verdict | 'passed';

/** Hooks' word on a prompt: why it is not sent, or what goes along. */
export type PromptWord = { readonly denied: string | null; readonly context: readonly string[] };

type Placed = { readonly hook: HookState; readonly index: number };
type Answered = HookAnswer & { readonly hook: HookState };

const MOST_NAME = 60;

/** Runs the hooks of a session, the user's before the project's. No method rejects; what fails is reported and goes on. */
export class Hooks {
	readonly #options: HooksOptions;
	readonly #closing = new AbortController();
	/** Two formatters at once could damage a file. */
	readonly #edits = new Serial();
	readonly #unawaited = new Serial();
	#held: Promise<unknown> = Promise.resolve();
	#starting: Promise<unknown> = Promise.resolve();
	/** Words for the agent that wait for the next prompt. */
	#waiting: readonly string[] = [];

	constructor(options: HooksOptions) {
		this.#options = options;
	}

	has(event: HookEvent): boolean {
		return this.#options.ports.hooks !== undefined && this.#state().hooks.some((hook) => hook.event === event);
	}

	/** Asks `permission` hooks, for an edit `beforeEdit` hooks too; null where none is about the action. */
	judge(action: ActionRequest, verdict: Verdict, signal: AbortSignal): Promise<HookVerdict> | null {
		const { isChange } = detailsOf(action);
		const isEdit = isChange && action.command === undefined;
		const due = [...this.#about('permission', action), ...(isEdit ? this.#about('beforeEdit', action) : [])];
		if (due.length === 0 || verdict.decision === 'deny') return null;
		const fields = { ...actionFields(action), verdict: verdict.decision, because: verdict.because };
		return this.#untilDenied(due, fields, signal).then((answers) => this.#verdictOf(answers, isPassedWhole(action)));
	}

	/** Runs `afterEdit` hooks; null where none is about the action. */
	afterEdit(action: ActionRequest): Promise<void> | null {
		const due = this.#about('afterEdit', action);
		if (due.length === 0) return null;
		return this.#edits.run(() => this.#all(due, actionFields(action)));
	}

	/** Runs hooks that nobody waits for. */
	notify(event: 'sessionStart' | 'turnEnd' | 'attention', fields: Readonly<Record<string, unknown>>): void {
		const due = this.#of(event);
		if (due.length === 0) return;
		const run = this.#unawaited.run(() => this.#all(due, fields));
		if (event === 'sessionStart') this.#starting = run;
	}

	/** Waits for `sessionStart` hooks, then runs those of `promptSubmit`; null where nothing is to be waited for or sent. */
	submit(prompt: Prompt, signal: AbortSignal): Promise<PromptWord> | null {
		if (!this.has('sessionStart') && !this.has('promptSubmit') && this.#waiting.length === 0) return null;
		return this.#submit(prompt, signal);
	}

	async #submit(prompt: Prompt, signal: AbortSignal): Promise<PromptWord> {
		await untilAborted(this.#starting, signal);
		const fields = { prompt: cutText(prompt.text) };
		const answers = await this.#untilDenied(this.#of('promptSubmit'), fields, signal);
		const denied = answers.find(({ result }) => result === 'denied' || result === 'asked');
		const context = this.#waiting;
		this.#waiting = [];
		return { denied: denied === undefined ? null : saidBy(denied), context };
	}

	/** Takes words back that were not sent after all. */
	putBack(context: readonly string[]): void {
		this.#waiting = [...context, ...this.#waiting];
	}

	/** Counts work that ends in `afterEdit` hooks. */
	hold(work: Promise<void>): void {
		this.#held = Promise.all([this.#held, work]);
	}

	/** Settles when no `afterEdit` hook runs or is about to. */
	async editsSettled(): Promise<void> {
		await this.#held;
		await this.#edits.settled();
	}

	async settled(): Promise<void> {
		await Promise.all([this.editsSettled(), this.#unawaited.settled()]);
	}

	close(): void {
		this.#closing.abort();
	}

	#state() {
		return this.#options.store.getState();
	}

	#of(event: HookEvent): readonly Placed[] {
		if (this.#options.ports.hooks === undefined) return [];
		return this.#state().hooks.flatMap((hook, index) => (hook.event === event ? [{ hook, index }] : []));
	}

	#about(event: HookEvent, action: ActionRequest): readonly Placed[] {
		return this.#of(event).filter(({ hook: { match } }) => match === undefined || matchRule(match, action));
	}

	async #all(due: readonly Placed[], fields: Readonly<Record<string, unknown>>): Promise<void> {
		for (const each of due) await this.#run(each, fields, this.#closing.signal);
	}

	async #untilDenied(
		due: readonly Placed[],
		fields: Readonly<Record<string, unknown>>,
		signal: AbortSignal,
	): Promise<readonly Answered[]> {
		const answers: Answered[] = [];
		const ending = AbortSignal.any([signal, this.#closing.signal]);
		for (const each of due) {
			if (ending.aborted) break;
			const answer = await this.#run(each, fields, ending);
			answers.push(answer);
			if (answer.result === 'denied') break;
		}
		return answers;
	}

	async #run({ hook, index }: Placed, fields: Readonly<Record<string, unknown>>, signal: AbortSignal) {
		const { ports, store } = this.#options;
		const startedAt = ports.clock.now();
		const input = hookInput(this.#state(), hook.event, fields);
		const end: HookEnd = (await ports.hooks?.run(hook, input, signal)) ?? { type: 'stopped' };
		const answer = readHookEnd(hook, end);
		const { event, command, source } = hook;
		const { result, words, context, output } = answer;
		if (context !== undefined) this.#waiting = [...this.#waiting, context];
		// The caller that stopped the hook needs no message.
		if (end.type !== 'stopped')
			store.dispatch({
				type: 'hook-ran',
				...{ event, command, source, result, index },
				milliseconds: Math.max(0, Math.round(ports.clock.now() - startedAt)),
				...defined({ words, output: context ?? output, isSent: context === undefined ? undefined : true }),
			});
		return { ...answer, hook };
	}

	#verdictOf(answers: readonly Answered[], isPassedWhole: boolean): HookVerdict {
		const denied = answers.find(({ result }) => result === 'denied');
		if (denied !== undefined) return { decision: 'deny', because: saidBy(denied) };
		const asked = answers.find(({ result }) => result === 'asked');
		if (asked === undefined && isPassedWhole) return 'passed';
		const because = asked === undefined ? 'this is too long to be given to a hook' : saidBy(asked);
		return this.#options.isHeadless ? { decision: 'deny', because: cannotAsk(because) } : { decision: 'ask', because };
	}
}

/** Of a question that a hook asks: no rule would spare it. */
export const FROM_HOOK = { offers: [], isFromHook: true } as const;

export function isAsking(hooked: HookVerdict | null): boolean {
	return hooked !== null && hooked !== 'passed' && hooked.decision === 'ask';
}

/** The stricter of two verdicts. */
export function stricter(verdict: Verdict, hooked: HookVerdict | null): Verdict {
	if (hooked === null || hooked === 'passed' || verdict.decision === 'deny') return verdict;
	return verdict.decision === 'ask' && hooked.decision === 'ask'
		? { decision: 'ask', because: `${verdict.because}; ${hooked.because}` }
		: hooked;
}

function saidBy({ hook: { command }, result, words }: Answered): string {
	const name = clip(sanitizeLine(command), MOST_NAME);
	return `the hook ${name} ${result === 'asked' ? 'asks' : 'denies it'}: ${words ?? ''}`;
}

async function untilAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
	if (signal.aborted) return;
	let stop = (): void => {};
	const aborted = new Promise<void>((resolve) => {
		stop = resolve;
		signal.addEventListener('abort', stop, { once: true });
	});
	await Promise.race([work, aborted]);
	signal.removeEventListener('abort', stop);
}
