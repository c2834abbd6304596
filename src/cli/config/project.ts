import { counted } from '../../core/text/counted.js';
import type { ConfigFile } from './schema.js';
import type { Settings } from './types.js';

/** A project's config in two parts: what may apply at once, and what the person has to agree to. */
export type SplitConfig = {
	readonly harmless: ConfigFile;
	/** What waits for the person's word, as it is written. */
	readonly withheld: ConfigFile;
	/** What the withheld part would do, in words that follow «would»; empty when nothing is withheld. */
	readonly effects: readonly string[];
};

// From tight to loose. A project may tighten the mode, not loosen it.
const LOOSENESS = { plan: 0, default: 1, acceptEdits: 2 } as const;

/**
 * Parts a project's config (which a cloned repository brings) by trust: what would start programs,
 * loosen rules or change what a key does waits; ask and deny rules, looks and a tighter mode do not.
 */
export function splitProjectConfig(content: ConfigFile, user: Settings): SplitConfig {
	const { agent, agents, keys, mode, capabilities, permissions, themes, additionalDirectories = [], ...rest } = content;
	const effects: string[] = [];
	let harmless: ConfigFile = rest;
	let withheld: ConfigFile = {};
	const withhold = (effect: string, part: ConfigFile): void => {
		effects.push(effect);
		withheld = { ...withheld, ...part };
	};
	if (agent !== undefined) withhold('set the agent', { agent });
	const agentCount = Object.keys(agents ?? {}).length;
	if (agents !== undefined && agentCount > 0) withhold(`define ${counted(agentCount, 'agent')}`, { agents });
	if (mode !== undefined && LOOSENESS[mode] > LOOSENESS[user.mode]) withhold(`start in ${mode} mode`, { mode });
	else if (mode !== undefined) harmless = { ...harmless, mode };
	if (capabilities !== undefined) {
		const kept: { files?: boolean; terminals?: boolean } = {};
		for (const name of ['files', 'terminals'] as const) {
			const value = capabilities[name];
			if (value === true && !user.features[name]) {
				withhold(`switch ${name} on`, { capabilities: { ...withheld.capabilities, [name]: true } });
			} else if (value !== undefined) kept[name] = value;
		}
		harmless = { ...harmless, capabilities: kept };
	}
	if (permissions !== undefined) {
		const { allow = [], ...tightening } = permissions;
		if (allow.length > 0) withhold(`add ${counted(allow.length, 'allow rule')}`, { permissions: { allow } });
		harmless = { ...harmless, permissions: tightening };
	}
	if (additionalDirectories.length > 0) {
		withhold(`open ${counted(additionalDirectories.length, 'folder')} outside`, { additionalDirectories });
	}
	const themeCount = Object.keys(themes ?? {}).length;
	if (themes !== undefined && themeCount > 0) {
		// Words of a question in the colour of what is behind them could not be read.
		withhold(`define ${counted(themeCount, 'theme')}`, { themes });
		const { theme, ...ui } = rest.ui ?? {};
		if (theme !== undefined && Object.hasOwn(themes, theme)) harmless = { ...harmless, ui };
	}
	const keyCount = Object.keys(keys ?? {}).length;
	// A key that answers prompts could be moved to where the fingers are.
	if (keys !== undefined && keyCount > 0) withhold(`change ${counted(keyCount, 'key')}`, { keys });
	return { harmless, withheld, effects };
}
