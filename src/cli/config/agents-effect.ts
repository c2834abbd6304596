import { counted } from '../../core/text/counted.js';
import { quote } from '../quote.js';
import type { AgentSettings } from './agent-settings.js';
import { countEffect, type Effect } from './row.js';

type WrittenAgent = AgentSettings & { readonly command?: string };

/** What a project's agents would do, for the question about trust. */
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
