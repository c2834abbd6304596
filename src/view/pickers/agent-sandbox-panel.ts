import type { SandboxChoice, SandboxSource } from '../../core/agents/sandbox-choice.js';
import { AGENT_SANDBOXES, type AgentSandbox, tighterSandbox } from '../../core/sandbox/sandbox.js';
import { folderToOpen } from '../../core/session/sandbox/refused-by-sandbox.js';
import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { openPanel, opens } from '../panel/engine.js';
import type { PanelKind, PanelRow } from '../panel/panel.js';
import type { ScreenContext } from '../state/context.js';
import { show, toast, type UiStep, withEvent } from '../state/ui-step.js';
import { endTurn } from './end-turn-panel.js';

/** Name of the agent that runs. */
export function runningAgent({ agent, profile }: SessionState): string {
	return sanitizeLine(agent?.title || profile.launch.name);
}

type Known = Pick<ScreenContext, 'session' | 'lookups'>;

const sandboxPanel: PanelKind = {
	name: 'agent-sandbox',
	panel: (context) => ({
		title: `Sandbox of ${runningAgent(context.session)}`,
		rows: AGENT_SANDBOXES.map((each) => rowOf(context, each)),
		text: { title: 'Where it is set', paragraphs: paragraphs(context), isSecondary: true },
	}),
};

function rowOf(known: Known, sandbox: AgentSandbox): PanelRow {
	const { sandboxes } = known.lookups;
	const isCurrent = sandbox === known.session.profile.sandbox;
	const why = whyNot(known, sandbox);
	const source = isCurrent && sandboxes !== null ? [SOURCES[sandboxes.source.type]] : [];
	return {
		id: sandbox,
		label: sandbox,
		detail: [...source, why ?? SANDBOX_WORDS[sandbox]].join(' · '),
		...(why === null ? {} : { more: `${sentence(SANDBOX_WORDS[sandbox])} ${hintOf(known, sandbox)}`.trim() }),
		isCurrent,
		why: why === null ? null : `${sandbox}: ${why}`,
		choose: (context) => choose(context, sandbox),
	};
}

function paragraphs({ session, lookups: { sandboxes } }: Known): readonly string[] {
	if (sandboxes === null) return ['Looking at what this machine can do…'];
	const { source, savedIn, least } = sandboxes;
	return [
		sourceWords(source, session.profile.sandbox, sanitizeLine),
		...(savedIn === null ? ['A choice holds for this session: an agent of --agent-command stands in no config.'] : []),
		...(least === null ? [] : [SANDBOXES.least(least.sandbox, sanitizeLine(least.file))]),
	];
}

/** Why a sandbox cannot be chosen; null for the one in force, and while nothing speaks against it. */
function whyNot(known: Known, sandbox: AgentSandbox): string | null {
	const { sandboxes } = known.lookups;
	if (sandbox === known.session.profile.sandbox) return null;
	const missing = sandboxes?.missing[sandbox];
	if (missing !== undefined) return `not here: ${sanitizeLine(missing.reason)}`;
	const least = sandboxes?.least ?? null;
	return least === null || !isTooLoose(known, sandbox)
		? null
		: `not possible: the project requires at least ${least.sandbox}`;
}

/** Whether it is looser than the project allows. */
function isTooLoose({ lookups: { sandboxes } }: Known, sandbox: AgentSandbox): boolean {
	const least = sandboxes?.least ?? null;
	return least !== null && tighterSandbox(least.sandbox, sandbox) !== sandbox;
}

function hintOf({ lookups: { sandboxes } }: Known, sandbox: AgentSandbox): string {
	return sanitizeLine(sandboxes?.missing[sandbox]?.hint ?? '');
}

function sentence(words: string): string {
	return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** Opens the list; what this machine can do is looked up meanwhile. */
export function openSandboxes(context: ScreenContext): UiStep {
	return withEvent(openPanel(context, sandboxPanel, null), { type: 'look-up-sandboxes' });
}

/** `/agent sandbox NAME`: as choosing it in the list; null for a word that is none. */
export function chooseSandbox(context: ScreenContext, word: string): UiStep | null {
	const sandbox = AGENT_SANDBOXES.find((each) => each === word);
	if (sandbox === undefined) return null;
	const { why = null } = rowOf(context, sandbox);
	return why === null
		? choose(context, sandbox)
		: show(toast(openPanel(context, sandboxPanel, null), why, context.now));
}

function choose(context: ScreenContext, sandbox: AgentSandbox): UiStep {
	const { ui, session, now, lookups } = context;
	const { sandboxes } = lookups;
	const { launch, sandbox: before } = session.profile;
	const canBeSaved = launch.isCommandLine !== true;
	// A sandbox that the command line loosened against the project's config holds for this run alone.
	const isSaved = sandboxes?.source.type === 'user' || !canBeSaved || isTooLoose(context, sandbox);
	if (sandbox === before && isSaved) return show(toast(ui, `It is “${sandbox}” already`, now));
	return canBeSaved ? show(openPanel(context, savePanel, sandbox)) : carryOut(context, { sandbox, isKept: false });
}

/** Whether the choice is for this session or for every one. */
const savePanel: PanelKind<AgentSandbox> = {
	name: 'keep-sandbox',
	panel({ session, lookups }, sandbox) {
		const savedIn = lookups.sandboxes?.savedIn ?? null;
		const isOther = sandbox !== session.profile.sandbox;
		const row = (id: string, label: string, detail: string, isKept: boolean): PanelRow => ({
			...{ id, label, detail },
			choose: (context) => carryOut(context, { sandbox, isKept }),
		});
		const writes = savedIn === null ? '' : `writes agents.${savedIn.name}.sandbox to ${sanitizeLine(savedIn.file)}`;
		const always = row('always', SANDBOXES.always(runningAgent(session)), writes, true);
		return {
			title: isOther ? `Use “${sandbox}”: the agent starts again, same conversation` : `Keep “${sandbox}”`,
			rows: isOther ? [row('once', 'For this session', SANDBOXES.until, false), always] : [always],
			back: opens(sandboxPanel),
		};
	},
};

/** The agent is started again for another one, which is asked about where it works. */
function carryOut(context: ScreenContext, choice: SandboxChoice): UiStep {
	if (choice.sandbox === context.session.profile.sandbox)
		return withEvent(context.ui, { type: 'choose-sandbox', ...choice });
	return endTurn(context, { next: 'choose-sandbox', words: null, sandbox: choice });
}

/** Whether the folder is opened to the agent that was refused it; null where there is none to open. */
export function openRefusedFolder(context: ScreenContext): UiStep | null {
	const refused = folderToOpen(context.session);
	return refused === null ? null : show(openPanel(context, openFolderPanel, refused.folder));
}

/** Closes when the refused folder is another, or none. */
const openFolderPanel: PanelKind<string> = {
	name: 'open-folder',
	panel({ session }, asked) {
		const refused = folderToOpen(session);
		if (refused?.folder !== asked) return null;
		const { folder, path, savedIn } = refused;
		const agent = runningAgent(session);
		const opening = { sandbox: session.profile.sandbox, opens: folder, isNamedByAgent: true } as const;
		const row = (id: string, label: string, detail: string, sandbox: SandboxChoice): PanelRow => ({
			...{ id, label, detail },
			choose: (context) => endTurn(context, { next: 'choose-sandbox', words: null, sandbox }),
		});
		const always = (kept: NonNullable<typeof savedIn>): PanelRow =>
			row('always', SANDBOXES.always(agent), `adds it to agents.${kept.name}.writable in ${sanitizeLine(kept.file)}`, {
				...opening,
				isKept: true,
			});
		return {
			title: `Let ${agent} write to this folder?`,
			text: {
				title: 'Folder',
				paragraphs: [
					OPEN_FOLDER.what(agent, sanitizeLine(folder)),
					`${agent} named it: the sandbox kept it from writing ${sanitizeLine(path)}.`,
				],
			},
			// No is chosen first: the agent named the folder.
			rows: [
				{ id: 'no', label: 'Not now', choose: ({ ui }) => show(ui) },
				row('once', 'In this session', SANDBOXES.until, { ...opening, isKept: false }),
				...(savedIn === null ? [] : [always(savedIn)]),
			],
		};
	},
};

/** Effect of each of them, in a line. */
export const SANDBOX_WORDS: Readonly<Record<AgentSandbox, string>> = {
	off: 'no sandbox; changed files are listed, without a warning',
	watch: 'no sandbox; what it changes without asking is shown',
	fence: 'in plan mode the system keeps the workspace read-only for it',
	shadow: 'it works on a copy; your files change when you apply its changes',
};

/** The list of sandboxes, and the question how long one is to hold. */
export const SANDBOXES = {
	row: 'Sandbox',
	always: (agent: string): string => `Always for ${agent}`,
	until: 'until acp-tui ends',
	least: (least: AgentSandbox, file: string): string => `The project allows nothing looser than “${least}” (${file}).`,
} as const;

/** The question whether a folder is opened that the agent was refused. */
const OPEN_FOLDER = {
	what: (agent: string, folder: string): string =>
		`${folder}: ${agent} may then change and delete everything in it, and is restarted with the same conversation.`,
} as const;

/** Words for the source of a setting, in the row of the one in force. */
const SOURCES: Readonly<Record<SandboxSource['type'], string>> = {
	session: 'chosen here',
	'command-line': '--sandbox',
	user: 'your config',
	project: 'the project’s config',
	default: 'default',
	answer: 'your answer',
};

function sourceWords(source: SandboxSource, sandbox: AgentSandbox, shown: (file: string) => string): string {
	switch (source.type) {
		case 'session':
			return `“${sandbox}” was chosen here.`;
		case 'command-line':
			return `“${sandbox}” is from --sandbox, for this run.`;
		case 'user':
			return `“${sandbox}” is from your config (${shown(source.file)}).`;
		case 'project':
			return `“${sandbox}” is from the project’s config (${shown(source.file)}).`;
		case 'answer':
			return `“${sandbox}” is your answer at a start.`;
		case 'default':
			return `“${sandbox}” is the default: no config says otherwise.`;
	}
}
