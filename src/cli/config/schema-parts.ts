import * as z from 'zod';
import { AGENT_NETWORKS } from '../../core/agent-network.js';
import { MCP_NAME, MCP_NAME_WORDS } from '../../core/mcp/mcp-definition.js';
import { readOwnHost } from '../../core/network/own-hosts.js';
import { CHAT, MODE_BASES, MODE_COLORS } from '../../core/policy/own-mode.js';
import { MODES } from '../../core/policy/policy-types.js';
import { AGENT_SANDBOX_SETTINGS } from '../../core/sandbox/sandbox.js';
import { ACTION_IDS, type ActionId } from '../../view/keys/action-ids.js';
import type { Role } from '../../view/line.js';
import type { Background } from '../../view/theme/theme.js';
import { BASES, darkTheme } from '../../view/theme/themes.js';

/** Parts that the rows of the configuration are made from. Loads zod. */
export type SchemaParts = typeof parts;

type Fixed<T> = T extends object ? { readonly [Key in keyof T]: Fixed<T[Key]> } : T;

/** Settings of an agent, as a config file has them; any known agent may be given them by its name alone. */
export type AgentSettings = Fixed<z.output<z.ZodObject<typeof agentSettings>>>;
export type WrittenAgent = Fixed<z.output<typeof agent>>;
export type WrittenMcpServer = Fixed<z.output<typeof mcpServer>>;
export type WrittenMode = Fixed<z.output<typeof mode>>;
export type WrittenHook = Fixed<z.output<typeof hook>>;

const roles = Object.keys(darkTheme.colors) as Role[];
const backgrounds = Object.keys(darkTheme.backgrounds) as Background[];

const SIZE_WORDS = 'a number with KB, MB, GB or TB';

const text = () => z.string().min(1);

const VARIABLES = `Environment variables are written \${env:NAME}.`;

/** A sound file, or a program and its arguments. */
const sound = z.union([text(), z.array(text()).min(1)]);

const mcpServer = z
	.union([
		z.strictObject({
			type: z.literal('stdio').exactOptional(),
			command: text().describe('The program: found on the PATH, or a path relative to this file.'),
			args: z.array(z.string()).exactOptional().describe(`Its arguments. ${VARIABLES}`),
			env: z.record(z.string(), z.string()).exactOptional().describe(`Added to its environment. ${VARIABLES}`),
		}),
		z.strictObject({
			type: z.enum(['http', 'sse']).exactOptional().describe('How it is spoken to (default "http").'),
			url: text().describe(`Its address. ${VARIABLES}`),
			headers: z.record(z.string(), z.string()).exactOptional().describe(`Sent with each request. ${VARIABLES}`),
		}),
	])
	.describe('An MCP server: a program that is started, or one that is reached at an address.');

const mcpServers = () => z.record(z.string().regex(MCP_NAME, MCP_NAME_WORDS), mcpServer);

const provider = z
	.strictObject({
		providerId: text().describe('Which of the agent’s providers.'),
		apiType: text().describe('The API that is spoken there: "anthropic", "openai" and the like.'),
		baseUrl: z
			.string()
			.regex(/^https?:\/\/\S+$/, 'an address with http:// or https://')
			.describe('Its address.'),
		headers: z
			.record(z.string(), z.string())
			.exactOptional()
			.describe(`Sent with each request; \${env:NAME} stands for an environment variable.`),
	})
	.describe('Where the agent gets its models from instead of its own way, where it takes that.');

const agentSettings = {
	model: text().exactOptional().describe('The model to begin with.'),
	planModel: text().exactOptional().describe('The model for plan mode.'),
	options: z
		.record(z.string(), z.union([z.string(), z.boolean()]))
		.exactOptional()
		.describe('Values of the agent’s own options, by their ids.'),
	planFolders: z
		.array(text())
		.exactOptional()
		.describe('Where it may write plans in plan mode: below your home with ~/, else below the workspace.'),
	sandbox: z
		.enum(AGENT_SANDBOX_SETTINGS)
		.exactOptional()
		.describe(
			'What holds the agent as it runs tools of its own: nothing (off), its changes are noticed (watch), the system keeps the workspace read-only in plan mode (fence), or it works on a copy whose changes you apply (shadow). With auto, the default, you are asked before an agent starts that is known not to ask, and all others are watched. A project may tighten it, not loosen it.',
		),
	writable: z
		.array(text())
		.exactOptional()
		.describe(
			'What it may write in a sandbox beside the workspace and its own files: below your home with ~/, or absolute. Not from a project.',
		),
	network: z
		.enum(AGENT_NETWORKS)
		.exactOptional()
		.describe(
			'What the agent reaches from a fence or a shadow: all that this machine does (open, the default in a fence), its own hosts and those that rules or you allow (ask, the default in a shadow), or its own hosts alone (off). A project may tighten it, not loosen it.',
		),
	hosts: z
		.array(z.string().refine((host) => readOwnHost(host) !== null, 'a host, *.host or host:port'))
		.exactOptional()
		.describe(
			'Hosts of its own beside those that are known: of its model, its sign-in and its MCP servers. A name, *.name for those below it, or name:port. Not from a project.',
		),
	provider: provider.exactOptional(),
};

const agent = z
	.strictObject({
		command: text()
			.exactOptional()
			.describe('The executable: found on the PATH, or a path. Left out for an agent that is known by this name.'),
		args: z.array(z.string()).exactOptional().describe('Its arguments, each as it is: no shell splits them.'),
		env: z.record(z.string(), z.string()).exactOptional().describe('Variables added to the environment.'),
		cwd: text().exactOptional().describe('Where to start it; relative to this file.'),
		title: text().exactOptional().describe('Its name in lists.'),
		mcpServers: mcpServers().exactOptional().describe('MCP servers for this agent alone; they win over those for all.'),
		...agentSettings,
	})
	.refine(({ command, args }) => command !== undefined || args === undefined, {
		path: ['args'],
		error: 'belongs to a command; without one it is the known agent that is started',
	})
	.describe('How to start an agent, and what it is set up with.');

const HEX = /^#[0-9a-fA-F]{6}$/;

const color = z
	.union([
		z.string().regex(HEX),
		z.number().int().min(0).max(15),
		// The terminal's own.
		z.literal('default'),
	])
	.describe('"#rrggbb", one of the terminal’s colours from 0 to 15, or "default".');

const theme = z
	.strictObject({
		base: z.enum(BASES).exactOptional().describe('The theme that it changes (default "dark").'),
		background: z
			.string()
			.regex(HEX)
			.exactOptional()
			.describe('The terminal’s background that it is made for, "#rrggbb": ui.paintBackground sets it.'),
		colors: z
			.partialRecord(z.enum(roles), color)
			.exactOptional()
			.describe(`Colours of text: ${roles.join(', ')}.`),
		backgrounds: z
			.partialRecord(z.enum(backgrounds), color)
			.exactOptional()
			.describe(`Colours behind text: ${backgrounds.join(', ')}.`),
	})
	.describe('A theme of yours.');

/** Names that a file cannot give to a mode, in small letters. */
const TAKEN: ReadonlySet<string> = new Set([...MODES, CHAT.name].map((name) => name.toLowerCase()));

const modeName = z
	.string()
	.refine(
		(name) => /^[a-z][\w-]{0,29}$/i.test(name) && !TAKEN.has(name.toLowerCase()),
		'a letter, then letters, digits, dashes and underscores, and no name of a built-in mode',
	);

const mode = z
	.strictObject({
		base: z.enum(MODE_BASES).describe('The mode that it is made of.'),
		allow: z.array(text()).exactOptional().describe('Rules that hold in it; none opens what plan mode refuses.'),
		ask: z.array(text()).exactOptional().describe('Rules that hold in it.'),
		deny: z.array(text()).exactOptional().describe('Rules that hold in it.'),
		instructions: text().max(20_000).exactOptional().describe('Words for the agent while it is on.'),
		model: text().exactOptional().describe('The model of the agent while it is on.'),
		cycle: z.boolean().exactOptional().describe('Whether shift+tab comes by it (default false).'),
		color: z.enum(MODE_COLORS).exactOptional().describe('Its colour in the theme (default that of its base).'),
	})
	.describe('A mode of yours.');

const hook = z
	.strictObject({
		command: text().describe('A line for the shell. It runs in the workspace with JSON on its standard input.'),
		match: text().exactOptional().describe('A rule such as "Edit(src/**)": the actions that it is about.'),
		timeout: z.number().positive().max(3600).exactOptional().describe('Seconds that it may take (default 60).'),
	})
	.describe('A hook.');

export const parts = {
	text,
	words: () => text().max(20_000),
	flag: () => z.boolean(),
	persistence: () =>
		z.union([
			z.boolean(),
			z.strictObject({
				sessions: z.boolean().exactOptional().describe('Sessions, to be resumed.'),
				history: z.boolean().exactOptional().describe('What you sent, for ↑ and ctrl+r.'),
				drafts: z.boolean().exactOptional().describe('What was being written when the program ended.'),
				snapshots: z.boolean().exactOptional().describe('Versions of files, for /undo in later runs.'),
				log: z.boolean().exactOptional().describe('The log.'),
			}),
		]),
	sound: () =>
		z.union([
			text(),
			z.strictObject({
				turn: sound.exactOptional().describe('When a turn ends.'),
				question: sound.exactOptional().describe('When a question waits.'),
			}),
		]),
	days: () => z.union([z.literal(false), z.number().int().min(1).max(36_500)]),
	size: () => z.union([z.literal(false), z.string().regex(/^\d+(?:\.\d+)? ?(?:[kKMGT]B)$/, SIZE_WORDS)]),
	choice: <const T extends readonly string[]>(choices: T) => z.enum(choices),
	statusLine: <const T extends readonly string[]>(statusParts: T) =>
		z.union([z.array(z.enum(statusParts)), z.strictObject({ command: text() })]),
	texts: () => z.array(text()),
	bytes: () => z.number().int().nonnegative().max(50_000_000),
	count: (most: number, least = 0) => z.number().int().min(least).max(most),
	seconds: (most = 3600) => z.number().positive().max(most),
	variables: () => z.array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'a name of an environment variable')),
	agents: () => z.record(z.string().regex(/^[\w.-]+$/, 'letters, digits, dots, dashes and underscores'), agent),
	mcpServers,
	themes: () =>
		z.record(z.string().regex(/^[\w-]{1,40}$/, 'letters, digits, dashes and underscores, at most 40'), theme),
	modes: () => z.record(modeName, mode),
	hooks: () => z.array(hook),
	keys: () =>
		z.partialRecord(
			// `preset` stands among the actions; its value is checked with the keys.
			z.enum(['preset' as ActionId, ...ACTION_IDS]),
			z.union([z.string(), z.array(z.string())]),
		),
};
