import { PARTIAL_WAYS } from '../../core/chosen-text.js';
import type { HookEvent } from '../../core/hooks/hook.js';
import { MODES, type Mode, type Rule } from '../../core/policy/policy-types.js';
import { COMMAND_SANDBOXES, type CommandSandbox, tighterCommandSandbox } from '../../core/sandbox/sandbox.js';
import type { ThemeDefinition } from '../../view/theme/themes.js';
import { leastPersistence, PERSISTS_ALL, withPersistence } from '../persistence.js';
import { quote } from '../quote-value.js';
import { agentsEffect, allowRulesEffect, hooksEffect, onlyTightens } from './config-effects.js';
import { type HookText, hookTexts } from './config-hooks.js';
import { giveServers } from './config-messages.js';
import { type ModeText, modeTexts } from './config-modes.js';
import {
	capability,
	countEffect,
	harmless,
	mentionLimit,
	merged,
	ofUserAlone,
	type Row,
	type Section,
	section,
	setting,
	TIME_LIMIT,
	timeLimit,
} from './config-row.js';
import {
	type AgentDefinition,
	absolutePath,
	defineAgent,
	type McpServerSetting,
	mcpServerSettings,
	mergeAgent,
	nameAmong,
	type RuleText,
	ruleTexts,
} from './config-values.js';
import { fromMap, masked, shownServer, shownSettings } from './masked-secrets.js';
import { UI } from './ui-keys.js';

type StartMode = Exclude<Mode, 'bypassPermissions'>;

const START_MODES = MODES.filter((mode): mode is StartMode => mode !== 'bypassPermissions');

// From tight to loose. A project may tighten the mode, not loosen it.
const LOOSENESS: Readonly<Record<StartMode, number>> = { plan: 0, default: 1, acceptEdits: 2 };

/** Every config key with its default, its schema and how files merge, in the order of the docs. A key is added here and nowhere else. */
export const CONFIG = {
	agent: merged({
		about: 'The agent to start when the command line names none',
		schema: ({ text }) => text(),
		defaultValue: null as string | null,
		merge: (_, written) => written,
		show: (agent) => agent ?? 'demo',
		effect: () => 'set the agent',
	}),
	agents: merged({
		about: 'Agents by name',
		schema: ({ agents }) => agents(),
		defaultValue: new Map<string, AgentDefinition>() as ReadonlyMap<string, AgentDefinition>,
		merge: (below, written, source) =>
			new Map([
				...below,
				...Object.entries(written).map(([name, agent]) => {
					const known = nameAmong(name, below);
					const merged = mergeAgent(below.get(known), defineAgent(agent, source), source.origin);
					return [merged.command === null ? known : name, merged] as const;
				}),
			]),
		// Tokens live in values of environment variables.
		show: (agents) =>
			fromMap(agents, ({ env, command, args, mcpServers, ...agent }) => ({
				...(command === null ? {} : { command, args }),
				...shownSettings(agent),
				env: masked(env),
				...(mcpServers === undefined ? {} : { mcpServers: fromMap(mcpServers, shownServer) }),
			})),
		needsTrust: (written, below) => !onlyTightens(written, below),
		effect: agentsEffect,
	}),
	instructions: merged({
		about: 'Standing instructions for every agent and session, in words; those of several files are joined',
		schema: ({ words }) => words(),
		defaultValue: null as string | null,
		merge: (below, written) => (below === null ? written : `${below}\n\n${written}`),
		show: (instructions) => instructions ?? undefined,
		effect: () => 'give agents instructions',
	}),
	mcpServers: merged({
		about: `MCP servers that agents are given, by name; \${env:NAME} stands for an environment variable`,
		schema: ({ mcpServers }) => mcpServers(),
		defaultValue: new Map<string, McpServerSetting>() as ReadonlyMap<string, McpServerSetting>,
		// The user's entry wins over a project's of the same name.
		merge: (below, written, source) => {
			const added = mcpServerSettings(written, source);
			return source.origin === 'project' ? new Map([...added, ...below]) : new Map([...below, ...added]);
		},
		show: (servers) => fromMap(servers, shownServer),
		effect: (written) => giveServers(Object.keys(written)),
	}),
	capabilities: section('What is offered to agents', {
		files: capability('files', 'Offer the agent to read and write files'),
		terminals: capability('terminals', 'Offer the agent to run commands'),
	}),
	mode: setting({
		about: 'The permission mode to start in',
		schema: ({ choice }) => choice(START_MODES),
		defaultValue: 'default',
		needsTrust: (written, below) => LOOSENESS[written] > LOOSENESS[below],
		effect: (mode) => `start in ${mode} mode`,
	}),
	modes: merged({
		about: 'Modes of your own by name: one of ours with rules, instructions or a model added',
		schema: ({ modes }) => modes(),
		defaultValue: new Map<string, ModeText>() as ReadonlyMap<string, ModeText>,
		// The user's entry wins over a project's of the same name.
		merge: (below, written, source) => {
			const added = modeTexts(written, source);
			return source.origin === 'project' ? new Map([...added, ...below]) : new Map([...below, ...added]);
		},
		show: (modes) => fromMap(modes, ({ place: _, ...mode }) => mode),
		effect: countEffect('define', 'mode'),
	}),
	permissions: section('Permission rules: Kind or Kind(pattern), for example "Execute(npm test *)"', {
		allow: { ...rules('allow', 'Allow without a question'), effect: allowRulesEffect },
		ask: { ...rules('ask', 'Always ask'), needsTrust: harmless },
		deny: { ...rules('deny', 'Refuse, in every mode'), needsTrust: harmless },
	}),
	hooks: section('Commands that run at an event; those of the user run before those of a project', {
		sessionStart: hooks('sessionStart', 'When a session begins or is resumed'),
		promptSubmit: hooks('promptSubmit', 'Before a prompt is sent'),
		beforeEdit: hooks('beforeEdit', 'Before an edit is allowed or written'),
		afterEdit: hooks('afterEdit', 'After an edit'),
		permission: hooks('permission', 'When an action is decided about'),
		turnEnd: hooks('turnEnd', 'When a turn has ended'),
		attention: hooks('attention', 'When a question or a sign-in waits for you'),
	}),
	ui: UI,
	persistence: merged({
		about:
			'What is kept of a session in the state folder: true, false, or sessions, history, drafts, snapshots and log each; with all of them off nothing is written there',
		schema: ({ persistence }) => persistence(),
		defaultValue: PERSISTS_ALL,
		merge: (below, written, { origin }) => {
			const next = withPersistence(below, written);
			return origin === 'project' ? leastPersistence(below, next) : next;
		},
		// A project switches off alone, trusted or not.
		needsTrust: harmless,
	}),
	sessions: section('Cleaning up old sessions (a project’s values are not used)', {
		days: ofUserAlone({
			about: 'Sessions that were not used for so many days are removed; false: never',
			schema: ({ days }) => days(),
			defaultValue: 30 as number | false,
		}),
		maxSize: ofUserAlone({
			about: 'What all sessions may take, such as "500MB"; the oldest go first; false: any size',
			schema: ({ size }) => size(),
			defaultValue: '1GB' as string | false,
		}),
	}),
	themes: merged({
		about: 'Themes by name',
		schema: ({ themes }) => themes(),
		defaultValue: new Map<string, ThemeDefinition>() as ReadonlyMap<string, ThemeDefinition>,
		merge: (below, written) =>
			new Map([
				...below,
				...Object.entries(written).map(
					([name, { base = 'dark', colors = {}, backgrounds = {}, ...ground }]) =>
						[name, { base, ...ground, colors, backgrounds }] as const,
				),
			]),
		show: (themes) =>
			fromMap(new Map([...themes].filter(([, { isImported }]) => isImported !== true)), (theme) => theme),
		// Text in the colour of its background could hide what a question says.
		effect: countEffect('define', 'theme'),
	}),
	keys: merged({
		about: 'Keys by the id of what they do, where an empty list unbinds; preset: claude, codex, gemini or emacs',
		schema: ({ keys }) => keys(),
		defaultValue: {} as Readonly<Record<string, readonly string[]>>,
		merge: (below, written) => ({
			...below,
			...Object.fromEntries(Object.entries(written).map(([id, keys = []]) => [id, [keys].flat()])),
		}),
		// A key that answers questions could be moved to one that is pressed all the time.
		effect: countEffect('change', 'key'),
	}),
	additionalDirectories: merged({
		about: 'Folders beside the workspace where agents may read and edit; relative to this file, ~ is your home',
		schema: ({ texts }) => texts(),
		defaultValue: [] as readonly string[],
		merge: (below, written, { file }) => [...below, ...written.map((folder) => absolutePath(folder, file))],
		effect: countEffect('open', 'folder', 'outside'),
	}),
	terminals: section('Commands of agents', {
		keepEnv: merged({
			about: 'Environment variables that commands of agents get although they look like secrets, by name: "GH_TOKEN"',
			schema: ({ variables }) => variables(),
			defaultValue: [] as readonly string[],
			merge: (below, written) => [...new Set([...below, ...written])],
			effect: (names) => (names.length === 0 ? null : `hand ${names.map(quote).join(', ')} to commands of agents`),
		}),
	}),
	// A mention would carry more of the user's files to the agent's provider.
	mentions: section('What goes with a prompt', {
		embedBytes: mentionLimit(
			'The largest file that goes whole when it is mentioned; larger ones go as links',
			64 * 1024,
		),
		imageBytes: mentionLimit('The largest picture that is sent', 10_000_000),
	}),
	// Would send more of a conversation to another provider.
	handover: section('A hand-over to another agent', {
		maxChars: setting({
			about: 'How many characters its first prompt has at most; what is worth most stays',
			schema: ({ count }) => count(1_000_000, 2000),
			defaultValue: 24_000,
			effect: () => 'change how much of a session goes to another agent',
		}),
	}),
	// Each further message costs tokens.
	review: section('Parts of a change', {
		partial: setting({
			about:
				'Where you take some hunks of a change by an agent that writes files itself: ask, reject it and say which to write, or takeBack the others when it is done',
			schema: ({ choice }) => choice(PARTIAL_WAYS),
			defaultValue: 'ask',
			effect: () => 'change how a part of a change is taken',
		}),
	}),
	retry: section('Prompts that go again after a failure that may pass', {
		limit: setting({
			about: 'How often a prompt goes again by itself at most; 0: never',
			schema: ({ count }) => count(20),
			defaultValue: 4,
			needsTrust: (limit, below) => limit > below,
			effect: () => 'change how often failed prompts are sent again',
		}),
		seconds: setting({
			about: 'The pause before the first time, unless the service names one; each further one is twice as long',
			schema: ({ seconds }) => seconds(),
			defaultValue: 1,
			effect: () => TIME_LIMIT,
		}),
	}),
	// An agent that has no time to answer cannot be used; a command without a limit never ends.
	sandbox: merged({
		about:
			'Whether commands of agents run in a sandbox: auto (where this machine can), require (nothing starts where it cannot) or off. A project may only tighten it',
		schema: ({ choice }) => choice(COMMAND_SANDBOXES),
		defaultValue: 'auto' as CommandSandbox,
		merge: (below, written, { origin }) => (origin === 'project' ? tighterCommandSandbox(below, written) : written),
		needsTrust: harmless,
	}),
	limits: section('How long to wait', {
		handshakeSeconds: timeLimit('How long an agent may take to answer its first request', 60),
		cancelSeconds: timeLimit('How long a cancelled turn may take to end before killing is offered', 10),
		commandSeconds: merged({
			about: 'How long a command of an agent may run before it is ended (no limit unless set)',
			schema: ({ seconds }) => seconds(86_400),
			defaultValue: null as number | null,
			merge: (_, written) => written,
			show: (limit) => limit ?? undefined,
			effect: () => TIME_LIMIT,
		}),
	}),
} satisfies Readonly<Record<string, Row | Section>>;

function hooks(event: HookEvent, about: string) {
	return merged({
		about,
		schema: ({ hooks }) => hooks(),
		defaultValue: [] as readonly HookText[],
		merge: (below, written, source) => [...below, ...hookTexts(event, written, source)],
		show: (list) => list.map(({ event: _, source: __, place: ___, ...hook }) => hook),
		effect: hooksEffect,
	});
}

function rules(decision: Rule['decision'], about: string) {
	return merged({
		about,
		schema: ({ texts }) => texts(),
		defaultValue: [] as readonly RuleText[],
		merge: (below, written, source) => [...below, ...ruleTexts(decision, written, source)],
		show: (list) => list.map(({ text }) => text),
	});
}
