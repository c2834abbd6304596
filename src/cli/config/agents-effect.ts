import { DEFAULT_SANDBOX_SETTING, tighterSandbox } from '../../core/sandbox/sandbox.js';
import { counted } from '../../core/text/counted.js';
import { quote } from '../quote.js';
import { nameAmong } from './agent-names.js';
import type { AgentSettings } from './agent-settings.js';
import { countEffect, type Effect } from './row.js';

export type WrittenAgent = AgentSettings & { readonly command?: string };

/** Whether a project only has agents held more tightly than they are: that applies at once. */
export function onlyTightens(
	written: Readonly<Record<string, WrittenAgent>>,
	below: ReadonlyMap<string, AgentSettings & { readonly command?: string | null }>,
): boolean {
	return Object.entries(written).every(([name, { sandbox, ...others }]) => {
		if (sandbox === undefined || Object.keys(others).length > 0) return false;
		return tighterSandbox(sandbox, below.get(nameAmong(name, below))?.sandbox ?? DEFAULT_SANDBOX_SETTING) === sandbox;
	});
}

export function agentsEffect(written: Readonly<Record<string, WrittenAgent>>): Effect | null {
	const all = Object.entries(written);
	const defines = all.filter(([, { command }]) => command !== undefined).length;
	const sends = all.flatMap(([name, { provider }]) =>
		provider === undefined ? [] : [`send the prompts of ${quote(name)} to ${quote(provider.baseUrl)}`],
	);
	if (defines === all.length && sends.length === 0) return countEffect('define', 'agent')(written);
	return [
		...(defines === 0 ? [] : [`define ${counted(defines, 'agent')}`]),
		...(defines === all.length ? [] : [`change the settings of ${counted(all.length - defines, 'agent')}`]),
		...sends,
	].join(', ');
}
