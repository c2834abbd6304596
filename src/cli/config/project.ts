import { counted } from '../../core/text/counted.js';
import { quote } from '../usage-error.js';
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

type Key = keyof ConfigFile;
type Section<K extends Key> = Required<ConfigFile>[K];

/** A key of the config, parted. What is in neither half is dropped. */
type Parted<K extends Key> = {
	readonly harmless?: Section<K>;
	readonly withheld?: Section<K>;
	readonly effects?: readonly string[];
};

type Part<K extends Key> = (value: Section<K>, user: Settings, content: ConfigFile) => Parted<K>;

/**
 * Parts a project's config, which a cloned repository may bring, by trust. What would start programs,
 * loosen rules or limits, or change what a key does waits for the person; what only tightens or
 * changes how things look does not. A key without a row in `TRUST` does not compile.
 */
export function splitProjectConfig(content: ConfigFile, user: Settings): SplitConfig {
	return (Object.keys(TRUST) as Key[]).reduce<SplitConfig>((split, key) => addPart(split, key, content, user), {
		harmless: {},
		withheld: {},
		effects: [],
	});
}

function addPart<K extends Key>(split: SplitConfig, key: K, content: ConfigFile, user: Settings): SplitConfig {
	const value: ConfigFile[K] = content[key];
	if (value === undefined) return split;
	const part: Part<K> = TRUST[key];
	const { harmless, withheld, effects = [] } = part(value as Section<K>, user, content);
	return {
		harmless: harmless === undefined ? split.harmless : { ...split.harmless, [key]: harmless },
		withheld: withheld === undefined ? split.withheld : { ...split.withheld, [key]: withheld },
		effects: [...split.effects, ...effects],
	};
}

/** What of each key a project may set unasked. */
const TRUST: { readonly [K in Key]: Part<K> } = {
	$schema: (value) => ({ harmless: value }),
	agent: (value) => ({ withheld: value, effects: ['set the agent'] }),
	agents: (value) => waits(value, 'define', 'agent'),
	capabilities: partCapabilities,
	mode: (value, user) =>
		LOOSENESS[value] > LOOSENESS[user.mode]
			? { withheld: value, effects: [`start in ${value} mode`] }
			: { harmless: value },
	permissions: ({ allow = [], ...tightening }) => ({
		harmless: tightening,
		...(allow.length === 0 ? {} : { withheld: { allow }, effects: [`add ${counted(allow.length, 'allow rule')}`] }),
	}),
	ui: partLooks,
	// Words of a question in the colour of what is behind them could not be read.
	themes: (value) => waits(value, 'define', 'theme'),
	// A key that answers prompts could be moved to where the fingers are.
	keys: (value) => waits(value, 'change', 'key'),
	additionalDirectories: (value) =>
		value.length === 0 ? {} : { withheld: value, effects: [`open ${counted(value.length, 'folder')} outside`] },
	terminals: ({ keepEnv = [] }) =>
		keepEnv.length === 0
			? {}
			: { withheld: { keepEnv }, effects: [`hand ${keepEnv.map(quote).join(', ')} to commands of agents`] },
	// A mention of the person's would carry more of their files to the agent's provider.
	mentions: (value) => waits(value, 'change', 'limit', 'for what goes with a prompt'),
	// An agent that has no time to answer cannot be used; a command without a limit never ends.
	limits: (value) => waits(value, 'change', 'time limit'),
};

// From tight to loose. A project may tighten the mode, not loosen it.
const LOOSENESS = { plan: 0, default: 1, acceptEdits: 2 } as const;

function waits<T extends object>(
	value: T,
	verb: string,
	noun: string,
	tail = '',
): { withheld?: T; effects?: string[] } {
	const count = Object.keys(value).length;
	const effect = `${verb} ${counted(count, noun)}${tail === '' ? '' : ` ${tail}`}`;
	return count === 0 ? {} : { withheld: value, effects: [effect] };
}

/** A project may switch off what agents are offered, not on. */
function partCapabilities(value: Section<'capabilities'>, user: Settings): Parted<'capabilities'> {
	const harmless: Partial<Record<keyof typeof value, boolean>> = {};
	const withheld: Partial<Record<keyof typeof value, boolean>> = {};
	const effects: string[] = [];
	for (const name of ['files', 'terminals'] as const) {
		const isOn = value[name];
		if (isOn === undefined) continue;
		const isLoosened = isOn && !user.features[name];
		(isLoosened ? withheld : harmless)[name] = isOn;
		if (isLoosened) effects.push(`switch ${name} on`);
	}
	return { harmless, ...(effects.length === 0 ? {} : { withheld, effects }) };
}

/** Which keys of `ui` a project may set unasked: those that decide on looks alone. */
const LOOKS: Readonly<Record<keyof Section<'ui'>, boolean>> = {
	theme: true,
	mouse: true,
	notify: true,
	title: true,
	progress: true,
	diff: true,
	motion: true,
	screen: true,
	pictures: true,
};

function partLooks(value: Section<'ui'>, _user: Settings, { themes = {} }: ConfigFile): Parted<'ui'> {
	const isHarmless = ([name]: readonly [string, unknown]): boolean => {
		// A theme of the project's own waits with its definition.
		if (name === 'theme') return value.theme !== undefined && !Object.hasOwn(themes, value.theme);
		return Object.hasOwn(LOOKS, name) && LOOKS[name as keyof typeof LOOKS];
	};
	const entries = Object.entries(value);
	const others = entries.filter((entry) => !isHarmless(entry) && entry[0] !== 'theme');
	return {
		harmless: Object.fromEntries(entries.filter(isHarmless)),
		...(others.length === 0
			? {}
			: { withheld: Object.fromEntries(others), effects: [`set ${others.map(([name]) => `ui.${name}`).join(', ')}`] }),
	};
}
