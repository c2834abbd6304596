import * as z from 'zod';
import { defaultBindings } from '../../view/keys/bindings.js';
import type { Role } from '../../view/line.js';
import { type Background, darkTheme } from '../../view/theme/theme.js';
import { BASES } from '../../view/theme/user-theme.js';

const agentDefinition = z
	.strictObject({
		command: z.string().min(1).describe('The executable: found on the PATH, or a path.'),
		args: z.array(z.string()).exactOptional().describe('Its arguments, each as it is: no shell splits them.'),
		env: z.record(z.string(), z.string()).exactOptional().describe('Variables added to the environment.'),
		cwd: z.string().min(1).exactOptional().describe('Where to start it; relative to this file.'),
		title: z.string().min(1).exactOptional().describe('Its name in lists.'),
	})
	.describe('How to start an agent.');

const rules = z.array(z.string().min(1));

const bytes = z.number().int().nonnegative().max(50_000_000);

const seconds = z.number().positive().max(3600);

const color = z
	.union([
		z.string().regex(/^#[0-9a-fA-F]{6}$/),
		z.number().int().min(0).max(15),
		// The terminal's own.
		z.literal('default'),
	])
	.describe('"#rrggbb", one of the terminal’s colours from 0 to 15, or "default".');

const roles = Object.keys(darkTheme.colors) as Role[];
const actions = defaultBindings.map((binding) => binding.id);
const backgrounds = Object.keys(darkTheme.backgrounds) as Background[];

const themeDefinition = z
	.strictObject({
		base: z.enum(BASES).exactOptional().describe('The theme that it changes (default "dark").'),
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

/**
 * The one description of a config file, for the user's and a project's: types, validation and
 * `config.schema.json` come from it.
 */
export const configSchema = z
	.strictObject({
		$schema: z.string().exactOptional().describe('Where editors find this schema.'),
		agent: z.string().min(1).exactOptional().describe('The agent to start when the command line names none.'),
		agents: z
			.record(z.string().regex(/^[\w.-]+$/, 'letters, digits, dots, dashes and underscores'), agentDefinition)
			.exactOptional()
			.describe('Agents by name.'),
		capabilities: z
			.strictObject({
				files: z.boolean().exactOptional().describe('Offer the agent to read and write files (default true).'),
				terminals: z.boolean().exactOptional().describe('Offer the agent to run commands (default true).'),
			})
			.exactOptional()
			.describe('What is offered to agents.'),
		mode: z
			.enum(['default', 'acceptEdits', 'plan'])
			.exactOptional()
			.describe('The permission mode to start in (default "default").'),
		permissions: z
			.strictObject({
				allow: rules.exactOptional().describe('Let through without a question.'),
				ask: rules.exactOptional().describe('Always ask.'),
				deny: rules.exactOptional().describe('Refuse, in every mode.'),
			})
			.exactOptional()
			.describe('Permission rules: Kind or Kind(pattern), for example "Execute(npm test *)".'),
		ui: z
			.strictObject({
				theme: z
					.string()
					.min(1)
					.exactOptional()
					.describe(
						'Colours: auto (by the terminal’s background), dark, light, neutral, ansi, mono, high-contrast, high-contrast-dark, high-contrast-light, or one of "themes" (default "auto").',
					),
				mouse: z
					.boolean()
					.exactOptional()
					.describe('Scroll by the wheel; off, the mouse is the terminal’s (default true).'),
				notify: z
					.enum(['auto', 'bell', 'osc9', 'osc777', 'off'])
					.exactOptional()
					.describe('How to call you when something waits and the terminal is not in front (default "auto").'),
				title: z.boolean().exactOptional().describe('Show in the window’s title what goes on (default true).'),
				progress: z
					.boolean()
					.exactOptional()
					.describe('Show work in the taskbar or tab, where the terminal has it (default true).'),
				diff: z
					.enum(['auto', 'unified', 'split'])
					.exactOptional()
					.describe(
						'How file changes are laid out: auto (side by side where they have 120 columns), split (where they have 80), or unified (default "auto").',
					),
				motion: z
					.enum(['full', 'reduced'])
					.exactOptional()
					.describe('Reduced: nothing spins, and times change once a second (default "full").'),
				screen: z
					.enum(['fullscreen', 'inline'])
					.exactOptional()
					.describe(
						'Where the interface is: fullscreen, or inline, below the terminal’s own scrollback, into which it writes what is finished (default "fullscreen").',
					),
				pictures: z
					.enum(['auto', 'never'])
					.exactOptional()
					.describe(
						'Show pictures in the transcript: auto (where the terminal says that it can: kitty, Ghostty) or never (default "auto").',
					),
			})
			.exactOptional()
			.describe('The interface.'),
		themes: z
			.record(z.string().regex(/^[\w-]{1,40}$/, 'letters, digits, dashes and underscores, at most 40'), themeDefinition)
			.exactOptional()
			.describe('Themes by name.'),
		keys: z
			.partialRecord(z.enum(actions), z.union([z.string(), z.array(z.string())]))
			.exactOptional()
			.describe('Keys by the id of what they do; an empty list unbinds.'),
		additionalDirectories: z
			.array(z.string().min(1))
			.exactOptional()
			.describe('Folders beside the workspace where agents may read and edit; relative to this file, ~ is your home.'),
		terminals: z
			.strictObject({
				keepEnv: z
					.array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'a name of an environment variable'))
					.exactOptional()
					.describe(
						'Environment variables that commands of agents get although they look like secrets, by name: "GH_TOKEN".',
					),
			})
			.exactOptional()
			.describe('Commands of agents.'),
		mentions: z
			.strictObject({
				embedBytes: bytes
					.exactOptional()
					.describe('The largest file that goes whole when it is mentioned; larger ones go as links (default 65536).'),
				imageBytes: bytes.exactOptional().describe('The largest picture that is sent (default 10000000).'),
			})
			.exactOptional()
			.describe('What goes with a prompt.'),
		limits: z
			.strictObject({
				handshakeSeconds: seconds
					.exactOptional()
					.describe('How long an agent may take to answer its first request (default 60).'),
				cancelSeconds: seconds
					.exactOptional()
					.describe('How long a cancelled turn may take to end before killing is offered (default 10).'),
				commandSeconds: z
					.number()
					.positive()
					.max(86_400)
					.exactOptional()
					.describe('How long a command of an agent may run before it is ended (no limit unless set).'),
			})
			.exactOptional()
			.describe('How long to wait.'),
	})
	.describe('Configuration of acp-tui.');

/** A config file as it was written, checked. */
export type ConfigFile = z.infer<typeof configSchema>;

/** The JSON Schema of a config file, as text: what `config.schema.json` holds. */
export function configJsonSchema(): string {
	const schema = z.toJSONSchema(configSchema, { io: 'input' });
	return `${JSON.stringify({ ...schema, title: 'acp-tui configuration' }, null, 2)}\n`;
}
