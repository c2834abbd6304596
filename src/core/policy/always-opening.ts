import type { SandboxObstacle } from '../sandbox/sandbox-failure.js';
import { alwaysRules } from './always.js';
import { ALWAYS } from './policy-messages.js';
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
	const network = { text: `${rule.text} with network`, words: ALWAYS.withNetwork(words) };
	const without = { text: `${rule.text} without sandbox`, words: ALWAYS.withoutSandbox(words) };
	const offers = obstacle === 'network' ? [network, without] : [without];
	return offers.filter(({ text }) => parseRule(text, 'allow', 'session').ok);
}
