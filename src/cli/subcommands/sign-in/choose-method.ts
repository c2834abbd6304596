import type { AuthMethod } from '../../../core/sign-in/auth-method.js';
import { UsageError } from '../../usage-error.js';
import type { SignInConsole } from './console.js';
import * as messages from './messages.js';

export type UsableMethod = Exclude<AuthMethod, { readonly type: 'unknown' }>;

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
	if (!desk.isTerminal) throw new UsageError(messages.severalMethods(usable.map(({ id }) => id)));
	desk.say(messages.chooseWay(agent));
	for (const [index, method] of usable.entries()) desk.say(`  ${index + 1}  ${labelOf(method)}`);
	for (const method of methods)
		if (method.type === 'unknown') desk.say(`  -  ${labelOf(method)} (${messages.unusable})`);
	for (;;) {
		const answer = await desk.ask(messages.whichNumber(usable.length), signal);
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
	if (found.type === 'unknown') throw new UsageError(messages.unusableMethod(named, found.word));
	return found;
}

function labelOf({ id, name, description }: AuthMethod): string {
	const about = description === undefined || description === name ? '' : ` - ${description}`;
	return messages.shown(`${name}${about} [${id}]`);
}
