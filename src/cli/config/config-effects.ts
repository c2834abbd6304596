import { parseRule } from '../../core/policy/rules.js';
import type { SandboxOpening } from '../../core/sandbox/command-access.js';
import { DEFAULT_SANDBOX_SETTING, tighterSandbox } from '../../core/sandbox/sandbox.js';
import { counted } from '../../core/text/counted.js';
import { quote } from '../quote-value.js';
import { countEffect, type Effect } from './config-row.js';
import { nameAmong } from './config-values.js';
import type { AgentSettings, WrittenAgent } from './schema-parts.js';

/** Whether a project only tightens sandboxes: that applies without trust. */
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

const MOST_NAMED = 3;

/** Effect of a project's allow rules, for the question about trust: how many, and what they open of the sandbox. */
export function allowRulesEffect(written: readonly string[]): Effect | null {
	if (written.length === 0) return null;
	const effect = { verb: 'add', count: written.length, noun: 'allow rule' };
	const openings = written.flatMap((text) => openingOf(text) ?? []);
	const without = openings.filter((opening) => opening === 'no-sandbox').length;
	const parts = openings.filter((opening) => opening !== 'no-sandbox');
	const network = parts.filter((opening) => opening.network).length;
	const folders = [...new Set(parts.flatMap((opening) => opening.folders))];
	const opened = [
		...(without === 0 ? [] : [`${without} without a sandbox`]),
		...(network === 0 ? [] : [`${network} with network`]),
		...(folders.length === 0 ? [] : [`with ${foldersText(folders)}`]),
	];
	return opened.length === 0 ? effect : { ...effect, tail: `(${opened.join(', ')})` };
}

/** Commands that a project's hooks would run, for the question about trust. */
export function hooksEffect(written: readonly { readonly command: string }[]): Effect | null {
	if (written.length === 0) return null;
	const named = written.slice(0, MOST_NAMED).map(({ command }) => quote(command));
	const rest = written.length - named.length;
	return `run ${[...named, ...(rest > 0 ? [counted(rest, 'further hook')] : [])].join(', ')}`;
}

function openingOf(text: string): SandboxOpening | null {
	const rule = parseRule(text, 'allow', 'project');
	return rule.ok ? (rule.value.opens ?? null) : null;
}

function foldersText(folders: readonly string[]): string {
	const named = folders.slice(0, MOST_NAMED).map(quote);
	const rest = folders.length - named.length;
	return [...named, ...(rest > 0 ? [counted(rest, 'further folder')] : [])].join(', ');
}
