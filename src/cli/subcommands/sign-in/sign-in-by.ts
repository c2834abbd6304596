import type { AgentConnection } from '../../../core/agent-port.js';
import type { AuthMethod } from '../../../core/auth-method.js';
import { exitPhrase, isInterrupted } from '../../../core/exit-status-text.js';
import { type Failure, fail, type Result, succeed } from '../../../core/failure.js';
import { quoteWords } from '../../../core/policy/shell/quote-word.js';
import type { Unconfined } from '../../../core/sandbox/confinement.js';
import { type AgentCredentials, loginCommand } from '../../../core/sign-in/credentials.js';
import { addKnownSecret } from '../../../services/secrets/known-secrets.js';
import { UsageError } from '../../errors.js';
import { quote } from '../../quote-value.js';
import type { SignInAgent } from './sign-in-agent.js';
import type { SignInConsole } from './sign-in-console.js';
import * as messages from './sign-in-messages.js';

type SignInParts = {
	readonly agent: SignInAgent;
	readonly connection: AgentConnection;
	readonly desk: SignInConsole;
	readonly signal: AbortSignal;
};

/** A sign-in that ended well, before the agent was asked whether it takes it. */
export type SignedIn = {
	/** Values that the user gave, to be kept when the agent takes them. */
	readonly given: Partial<AgentCredentials>;
	/** The agent has to be started anew before it knows. */
	readonly needsRestart: boolean;
};

type OfType<T extends UsableMethod['type']> = Extract<UsableMethod, { readonly type: T }>;

export function signInBy(method: UsableMethod, parts: SignInParts): Promise<Result<SignedIn>> {
	switch (method.type) {
		case 'agent':
			return byRequest(method, parts);
		case 'terminal':
		case 'terminal-command':
			return byProgram(method, parts);
		case 'env_var':
			return byVariables(method, parts);
	}
}

/** Milliseconds without an address until it is said that there is none. */
const ADDRESS_PATIENCE = 20_000;

async function byRequest(
	method: OfType<'agent'>,
	{ connection, desk, signal }: SignInParts,
): Promise<Result<SignedIn>> {
	const { title } = connection.info;
	let apiKey: string | null = '';
	if (method.apiKey !== undefined) {
		apiKey = desk.isTerminal
			? await desk.askSecret(
					`${method.name} (what you type is not shown; empty: the agent looks for one itself): `,
					signal,
				)
			: firstLine(await desk.readInput(signal));
		if (apiKey === null || signal.aborted) return fail('cancelled', messages.keyCancelled(title));
		apiKey = apiKey.trim();
		if (apiKey !== '') addKnownSecret(apiKey);
	} else desk.say(`Waiting for the sign-in to ${messages.shown(title)}; ctrl+c stops it.`);
	const slow = setTimeout(() => {
		if (method.apiKey === undefined && !desk.hasShownAddress())
			desk.say(
				desk.isRemote
					? messages.noAddressRemote(title)
					: `${title} has shown no address yet. If no browser has opened, stop with ctrl+c and choose another way.`,
			);
	}, ADDRESS_PATIENCE);
	const answer = await connection.authenticate(method.id, apiKey === '' ? {} : { apiKey }, signal);
	clearTimeout(slow);
	if (!answer.ok) return answer;
	return succeed({ given: apiKey === '' ? {} : { apiKeys: { [method.id]: apiKey } }, needsRestart: false });
}

async function byProgram(
	method: OfType<'terminal' | 'terminal-command'>,
	{ agent, connection, desk, signal }: SignInParts,
): Promise<Result<SignedIn>> {
	const { title } = connection.info;
	if (!desk.isTerminal)
		return fail(
			'usage',
			`"${method.name}" signs in on a terminal, and there is none here. In a terminal, run: ${loginCommand(agent.launch)}`,
		);
	// The agent may hold locks that the sign-in's own program wants.
	await agent.stop();
	const isHeld = agent.sandbox.kind !== 'none';
	let isPlain = false;
	let isOutside = false;
	for (;;) {
		const sandbox = isOutside ? AGREED : agent.sandbox;
		// The agent chose the arguments: where nothing holds what it runs, plan mode does.
		const mustAgree = isOutside || (!isHeld && agent.isPlanMode);
		const plan = await agent.terminal.plan(agent.launch, method, { isPlain, mustAgree });
		if (!plan.ok) return plan;
		const { isOwnProgram } = plan.value;
		const line = messages.shown(plan.value.line);
		if (mustAgree || !isOwnProgram) {
			const ask = isOutside ? messages.leavesSandbox : isOwnProgram ? messages.inPlanMode : messages.otherProgram;
			desk.say(ask(title, line));
			if (!(await desk.agree('Run it? [y/N] ', signal)))
				return fail('cancelled', `The sign-in to ${title} was cancelled: its command was not run.`);
		} else desk.say((isHeld ? messages.runningInSandbox : messages.running)(line));
		const end = await agent.terminal.run(plan.value, sandbox, signal);
		if (!end.ok) return end;
		if (end.value.code === 0) return succeed({ given: {}, needsRestart: true });
		if (isInterrupted(end.value)) return fail('cancelled', `The sign-in to ${title} was stopped.`);
		const mayBePlain = method.type === 'terminal' && !isPlain && agent.launch.args.length > 0;
		const usual = messages.shown(quoteWords([...agent.launch.args]));
		if (
			mayBePlain &&
			end.value.isUsageError &&
			(await desk.agree(
				`The program did not understand its arguments. Try again without the agent's usual ones (${usual})? [y/N] `,
				signal,
			))
		)
			isPlain = true;
		else if (isHeld && !isOutside && !signal.aborted) {
			desk.say(
				`The sign-in program ${exitPhrase(end.value)}. A browser or a key ring may be out of reach in the sandbox.`,
			);
			isOutside = true;
		} else return fail('auth-required', `The sign-in program ${exitPhrase(end.value)}.`);
	}
}

const AGREED: Unconfined = { kind: 'none', because: 'agreed' };

async function byVariables(
	method: OfType<'env_var'>,
	{ connection, desk, signal }: SignInParts,
): Promise<Result<SignedIn>> {
	const { title } = connection.info;
	if (method.link !== undefined) desk.say(`Get a key at ${method.link}`);
	const given = desk.isTerminal
		? await askVariables(method, desk, signal)
		: readVariables(method, await desk.readInput(signal));
	if (given === null || signal.aborted) return fail('cancelled', messages.keyCancelled(title));
	const missing = method.variables.find(({ name, isOptional }) => !isOptional && (given[name] ?? '') === '');
	if (missing !== undefined) return fail('cancelled', `${missing.name} was not given; nothing was changed.`);
	const env = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
	for (const value of Object.values(env)) addKnownSecret(value);
	return succeed({ given: { env }, needsRestart: true });
}

type Variables = Readonly<Record<string, string>>;

async function askVariables(
	{ variables }: OfType<'env_var'>,
	desk: SignInConsole,
	signal: AbortSignal,
): Promise<Variables | null> {
	const given: Record<string, string> = {};
	for (const { name, label, isSecret } of variables) {
		const what = messages.shown(label === undefined || label === name ? name : `${name}, ${label}`);
		const answer = isSecret
			? await desk.askSecret(`${what} (what you type is not shown): `, signal)
			: await desk.ask(`${what}: `, signal);
		if (answer === null) return null;
		given[name] = answer.trim();
	}
	return given;
}

/** Keys from standard input: the first line for one variable, `NAME=value` lines for several. */
function readVariables({ variables }: OfType<'env_var'>, text: string): Variables {
	const [only] = variables;
	const named = text.split('\n').flatMap((line) => {
		const [, name = '', value = ''] = /^\s*([A-Za-z_]\w*)=(.*?)\s*$/.exec(line) ?? [];
		return variables.some((variable) => variable.name === name) ? [[name, value] as const] : [];
	});
	if (named.length > 0 || variables.length !== 1 || only === undefined) return Object.fromEntries(named);
	return { [only.name]: firstLine(text).trim() };
}

function firstLine(text: string): string {
	return text.split(/\r?\n/, 1)[0] ?? '';
}

/** The message of a failed sign-in with its hint. */
export function wordsOf({ message, hint }: Failure): string {
	return hint === undefined ? message : `${message}\n${hint}`;
}

type UsableMethod = Exclude<AuthMethod, { readonly type: 'unknown' }>;

/** The method that was named, or the only one, or the one that the user chooses; null: they chose none. */
export async function chooseMethod(
	methods: readonly AuthMethod[],
	named: string | null,
	agent: string,
	desk: SignInConsole,
	signal: AbortSignal,
): Promise<UsableMethod | null> {
	if (named !== null) return namedMethod(methods, named, agent);
	const usable = methods.filter((method): method is UsableMethod => method.type !== 'unknown');
	const [only] = usable;
	if (only === undefined) return null;
	if (usable.length === 1) return only;
	if (!desk.isTerminal)
		throw new UsageError(
			`there are several ways to sign in: choose one with --method (${usable.map(({ id }) => id).join(', ')})`,
		);
	desk.say(`How do you want to sign in to ${agent}?`);
	for (const [index, method] of usable.entries()) desk.say(`  ${index + 1}  ${labelOf(method)}`);
	for (const method of methods)
		if (method.type === 'unknown') desk.say(`  -  ${labelOf(method)} (not supported by acp-tui)`);
	for (;;) {
		const answer = await desk.ask(`1-${usable.length}: `, signal);
		if (answer === null || /^(?:|q|n|no|quit|exit)$/i.test(answer.trim())) return null;
		const word = answer.trim();
		const chosen = usable[Number(word) - 1] ?? usable.find(({ id }) => id === word);
		if (chosen !== undefined) return chosen;
	}
}

function namedMethod(methods: readonly AuthMethod[], named: string, agent: string): UsableMethod {
	const found = methods.find(({ id }) => id === named);
	if (found === undefined) {
		throw new UsageError(
			messages.unknownMethod(
				named,
				agent,
				methods.map(({ id }) => id),
			),
		);
	}
	if (found.type === 'unknown')
		throw new UsageError(`--method ${quote(named)}: acp-tui does not know how to sign in by ${quote(found.word)}`);
	return found;
}

function labelOf({ id, name, description }: AuthMethod): string {
	const about = description === undefined || description === name ? '' : ` - ${description}`;
	return messages.shown(`${name}${about} [${id}]`);
}
