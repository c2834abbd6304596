import type { SandboxObstacle } from '../sandbox/sandbox-failure.js';
import { alwaysRules } from './always.js';
import { parseRule } from './rules.js';
import type { ActionRequest, AlwaysOffer } from './types.js';

/**
 * The rules that would spare a command the failure that its sandbox made, the one that opens least first: each for exactly
 * this command. Empty where no rule can be stated for it.
 */
export function openingOffers(request: ActionRequest, obstacle: SandboxObstacle): readonly AlwaysOffer[] {
	const [exact] = alwaysRules(request);
	if (exact?.rule.matcher.type !== 'command' || exact.further.length > 0) return [];
	const { rule, words } = exact;
	const network = { text: `${rule.text} with network`, words: `${words}, and gives it the network in its sandbox` };
	const without = {
		text: `${rule.text} without sandbox`,
		words: `${words}, without a sandbox: it can do what you can`,
	};
	const offers = obstacle === 'network' ? [network, without] : [without];
	return offers.filter(({ text }) => parseRule(text, 'allow', 'session').ok);
}
