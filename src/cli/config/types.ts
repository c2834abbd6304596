import type { ClientFeatures } from '../../core/agent-info.js';
import type { Mode, RuleOrigin } from '../../core/policy/types.js';
import type { ThemeDefinition } from '../../view/theme/user-theme.js';

/** An agent that a config defines. */
export type AgentDefinition = {
	readonly command: string;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	/** Absolute. */
	readonly cwd?: string;
	readonly title?: string;
};

/** A rule as it was written, and where. */
export type RuleText = {
	readonly decision: 'allow' | 'ask' | 'deny';
	readonly text: string;
	readonly origin: RuleOrigin;
	/** The key and file for messages: `/home/…/config.json:7: permissions.allow[0]`. */
	readonly place: string;
};

/** How the interface looks and behaves. */
type UiSettings = {
	/** `auto`, a built-in theme or one of `themes`. */
	readonly theme: string;
	/** On the whole screen, or below the terminal's own scrollback. */
	readonly screen: 'fullscreen' | 'inline';
	readonly mouse: boolean;
	readonly notify: 'auto' | 'bell' | 'osc9' | 'osc777' | 'off';
	readonly title: boolean;
	readonly progress: boolean;
	readonly diff: 'auto' | 'unified' | 'split';
	readonly motion: 'full' | 'reduced';
	readonly pictures: 'auto' | 'never';
};

/** Everything that the config files say, merged, with defaults for what they do not. */
export type Settings = {
	readonly agent: string | null;
	readonly agents: ReadonlyMap<string, AgentDefinition>;
	readonly features: ClientFeatures;
	readonly mode: Exclude<Mode, 'bypassPermissions'>;
	readonly rules: readonly RuleText[];
	readonly ui: UiSettings;
	/** The person's themes; none has the name of a built-in one. */
	readonly themes: ReadonlyMap<string, ThemeDefinition>;
	readonly keys: Readonly<Record<string, readonly string[]>>;
	/** Folders that count as inside the workspace; absolute. */
	readonly additionalDirectories: readonly string[];
	/** Variables that commands of agents get although they look like secrets. */
	readonly keepEnv: readonly string[];
	/** What may go with a prompt, in bytes. */
	readonly mentions: { readonly embedBytes: number; readonly imageBytes: number };
	/** Milliseconds. */
	readonly handshakeTimeout: number;
	readonly cancelPatience: number;
	/** How long an agent's command may run; null for ever. */
	readonly commandLimit: number | null;
};

/** A project's config file of which a part waits for the person's word. */
export type PendingProjectConfig = {
	readonly file: string;
	/** What it would do, in words that follow «cannot»: `set the agent`, `add 2 allow rules`. */
	readonly effects: readonly string[];
};

/** What was loaded, and from where. */
export type LoadedConfig = {
	readonly settings: Settings;
	/** The files that were read, null where there is none. */
	readonly userFile: string | null;
	readonly projectFile: string | null;
	readonly pending: PendingProjectConfig | null;
	/** Config files that are not read because one of another name beside them is, in a sentence each. */
	readonly ignored: readonly string[];
};

/** What holds where no file says otherwise. */
export const defaultSettings: Settings = {
	agent: null,
	agents: new Map(),
	features: { files: true, terminals: true },
	mode: 'default',
	rules: [],
	ui: {
		theme: 'auto',
		screen: 'fullscreen',
		mouse: true,
		notify: 'auto',
		title: true,
		progress: true,
		diff: 'auto',
		motion: 'full',
		pictures: 'auto',
	},
	themes: new Map(),
	keys: {},
	additionalDirectories: [],
	keepEnv: [],
	mentions: { embedBytes: 64 * 1024, imageBytes: 10_000_000 },
	handshakeTimeout: 60_000,
	cancelPatience: 10_000,
	commandLimit: null,
};
