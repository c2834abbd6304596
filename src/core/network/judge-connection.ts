import { hostWithPort, type NetworkHold, type WantedConnection } from '../agent-network.js';
import { decide } from '../policy/decide.js';
import { plainHost } from '../policy/host-name.js';
import type { ActionRequest, PolicyContext, Rule, Verdict } from '../policy/policy-types.js';
import { matchRule } from '../policy/rule-match.js';
import { NETWORK_BECAUSE } from './network-messages.js';

export function connectionRequest(
	{ host, port }: Pick<WantedConnection, 'host' | 'port'>,
	process: string | null = null,
): ActionRequest {
	const fields = process === null ? [] : [{ name: 'process', value: process }];
	return {
		source: 'permission',
		kind: 'fetch',
		title: `connect to ${hostWithPort(host, port)}`,
		paths: [],
		diffs: [],
		host,
		port,
		toolInput: { fields, omitted: 0, urls: [], notUnderstood: [], possibleCommands: [], texts: [] },
	};
}

/** Decides about a connection by the agent's hosts and rules. `isNamed`: a rule names the host without a star. */
export function judgeConnection(
	wanted: WantedConnection,
	{ hold, mode, rules }: PolicyContext & { readonly hold: NetworkHold['mode'] },
): Verdict & { readonly isNamed: boolean } {
	const request = connectionRequest(wanted);
	const isNamed = wanted.own === 'exact' || rules.some((rule) => namesExactly(rule, request));
	// Only what names hosts takes an agent its own: a rule against all fetching is about its tools.
	const denying = rules.find((rule) => rule.decision === 'deny' && isForHosts(rule) && matchRule(rule, request));
	if (wanted.own !== null && denying === undefined)
		return { decision: 'allow', because: 'it is one of the agent’s own hosts', isNamed };
	if (hold === 'off') return { decision: 'deny', because: 'the network is off for this agent', isNamed };
	// Plan mode is about changes: a rule for a host holds there as well.
	const verdict = decide(request, { mode: mode === 'plan' ? 'default' : mode, rules });
	// No question: a name that resolves there would be refused, too.
	if (wanted.isLocal && !isNamed && verdict.decision !== 'deny') {
		return { decision: 'deny', because: NETWORK_BECAUSE.local, isNamed };
	}
	const because = verdict.decision === 'ask' && isAskedByMode(rules, request) ? NETWORK_BECAUSE.asks : verdict.because;
	return { ...verdict, because, isNamed };
}

function isForHosts({ matcher }: Rule): boolean {
	return matcher.type === 'host';
}

function isAskedByMode(rules: readonly Rule[], request: ActionRequest): boolean {
	return !rules.some((rule) => rule.decision === 'ask' && matchRule(rule, request));
}

function namesExactly(rule: Rule, request: ActionRequest): boolean {
	const { decision, matcher } = rule;
	const isThis = matcher.type === 'host' && plainHost(matcher.host) === plainHost(request.host ?? '');
	return decision === 'allow' && isThis && matchRule(rule, request);
}
