import { findAgent } from '../../agent/catalogue.js';

/**
 * The name under which agents that are set up already have this one: its own, or another one of a known agent. What is
 * said of one under a second name would else be said of two, and the one that is started had nothing of the first.
 */
export function nameAmong(name: string, agents: ReadonlyMap<string, { readonly command?: string | null }>): string {
	if (agents.has(name)) return name;
	const known = findAgent(name);
	if (known === undefined) return name;
	const other = [...agents].find(([each, { command }]) => command == null && findAgent(each) === known);
	return other?.[0] ?? name;
}
