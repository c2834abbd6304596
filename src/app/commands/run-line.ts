import { fail, type Result, succeed } from '../../core/failure.js';
import { detailsOf } from '../../core/policy/action-details.js';
import { alwaysRules } from '../../core/policy/always.js';
import { accessOf } from '../../core/policy/command-access.js';
import { decide } from '../../core/policy/decide.js';
import type { ActionRequest, Mode, PolicyContext, Rule, Verdict } from '../../core/policy/policy-types.js';
import { plainTail } from '../../core/session/entries/command-output.js';
import { confirmation } from '../../core/session/question.js';
import { policyContext } from '../../core/session/sandbox/held-by.js';
import { terminalAction, terminalCommand } from '../action-request.js';
import { type ClientContext, realWorkspace } from '../client-methods/client-context.js';
import { withFindings } from '../command-findings.js';
import { stricter } from '../hooks/hooks.js';
import * as messages from './commands-messages.js';

export type LineOptions = {
	/** The command that it belongs to, without the slash. */
	readonly name: string;
	readonly mode: (now: Mode) => Mode;
	readonly rules: readonly Rule[];
	readonly signal: AbortSignal;
};

/** Milliseconds, and characters of what it writes. */
const LONGEST = 30_000;
const MOST_WRITTEN = 2_000_000;
const SHELL = '/bin/sh';
const SESSION = 'own-commands';

/**
 * Runs a line of a user's command in a terminal and gives what it wrote. The policy decides as about an agent's command,
 * for a file of a repository may hold it: what it asks is asked, headless that is a denial.
 */
export async function runLine(client: ClientContext, line: string, options: LineOptions): Promise<Result<string>> {
	const { ports, store } = client;
	const request = { sessionId: SESSION, command: line, args: [], env: [] };
	const cwd = await ports.files.inspect(store.getState().cwd);
	if (cwd.real === null) return fail('not-found', messages.noFolder(cwd.given));
	const command = await withFindings(terminalCommand(request, cwd, true), await realWorkspace(client), ports);
	const action = terminalAction(request, command, undefined);
	const refused = await refusal(client, action, options);
	if (refused !== null) return refused;
	const release = client.allowances.hold(action);
	try {
		return await run(client, line, cwd.real, action, options);
	} finally {
		release();
	}
}

/** Null where it may run. */
async function refusal(
	client: ClientContext,
	action: ActionRequest,
	options: LineOptions,
): Promise<Result<never> | null> {
	const { ports, isHeadless, questions } = client;
	const { name, signal } = options;
	const judging = client.hooks.judge(action, decide(action, contextOf(client, options)), signal);
	const hooked = judging === null ? null : await judging;
	if (signal.aborted) return fail('cancelled', messages.notAllowed(name));
	const verdict = stricter(decide(action, contextOf(client, options)), hooked);
	ports.log.write('info', 'decided about a line of a command', { decision: verdict.decision, isHeadless });
	if (verdict.decision === 'allow') return null;
	if (verdict.decision === 'deny') return denied(name, action, verdict);
	if (isHeadless) {
		const [always] = alwaysRules(action);
		const ways = always === undefined ? [] : [always.rule, ...always.further].map(({ text }) => `--allow "${text}"`);
		return fail(
			'denied',
			messages.cannotAsk(name, action.title),
			ways.length === 0 ? {} : { hint: messages.allowedBy(ways) },
		);
	}
	const outcome = await questions.put(
		confirmation({
			id: ports.ids.next('question'),
			request: { ...action, title: messages.runsCommand(name) },
			because: messages.OUTPUT_SENT,
			askedAt: ports.clock.now(),
		}),
		signal,
	);
	if (outcome.type !== 'selected' || outcome.optionId !== 'allow') return fail('cancelled', messages.notAllowed(name));
	// Plan mode may be on by now.
	const now = decide(action, contextOf(client, options));
	return now.decision === 'deny' ? denied(name, action, now) : null;
}

function denied(name: string, { title }: ActionRequest, { because }: Verdict): Result<never> {
	return fail('denied', messages.lineDenied(name, title, because));
}

function contextOf({ store }: ClientContext, { mode, rules }: LineOptions): PolicyContext {
	const state = store.getState();
	const context = policyContext(state, mode(state.mode.mode));
	return { ...context, rules: [...context.rules, ...rules] };
}

async function run(
	client: ClientContext,
	line: string,
	cwd: string,
	action: ActionRequest,
	options: LineOptions,
): Promise<Result<string>> {
	const { terminals, clock } = client.ports;
	const sandbox = accessOf(action, contextOf(client, options));
	const stopped = new AbortController();
	let written = 0;
	const created = await terminals.create(
		{
			...{ sessionId: SESSION, command: SHELL, args: ['-c', line], env: [], cwd },
			...(detailsOf(action).isReadOnlyCommand ? { notFrom: client.store.getState().cwd } : {}),
			...(sandbox === null ? {} : { sandbox }),
		},
		{
			onData: (_, data) => {
				written += data.length;
				if (written > MOST_WRITTEN) stopped.abort();
			},
			onExit: () => {},
		},
	);
	if (!created.ok) return created;
	const { terminalId } = created.value;
	const stopTimer = clock.after(LONGEST, () => stopped.abort());
	const exit = await terminals.waitForExit(terminalId, AbortSignal.any([stopped.signal, options.signal]));
	stopTimer();
	const output = terminals.output(terminalId);
	await terminals.release(terminalId);
	if (options.signal.aborted) return fail('cancelled', messages.notAllowed(options.name));
	const { output: text, isCut } = plainTail({ output: output.ok ? output.value.output : '', outputStart: 0 });
	const end = !exit.ok ? messages.STOPPED : exit.value.code === 0 ? null : messages.exited(exit.value);
	return succeed([...(isCut ? [messages.CUT] : []), text, ...(end === null ? [] : [end])].join('\n').trim());
}
