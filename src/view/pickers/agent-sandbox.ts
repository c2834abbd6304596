import type { SandboxChoice } from '../../core/agents/sandbox-choice.js';
import { AGENT_SANDBOXES, type AgentSandbox, tighterSandbox } from '../../core/sandbox/sandbox.js';
import { agentListOf } from '../../core/session/agents/choose-agent.js';
import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { ScreenContext } from '../state/context.js';
import type { Picker, PickerItem } from '../state/picker.js';
import { openPicker, show, toast, type UiStep, withEvent } from '../state/step.js';
import { SANDBOX_WORDS, SANDBOXES, SOURCES, sourceWords } from './agent-sandbox-messages.js';
import { endTurn } from './end-turn.js';
import { type PickerRow, pickerOf } from './picker-row.js';

/** What the agent that runs is called. */
export function runningAgent({ agent, profile }: SessionState): string {
	return sanitizeLine(agent?.title || profile.launch.name);
}

/** The list of what may hold the agent that runs, and where that is set. */
function sandboxPicker(session: SessionState): Picker<'agent-sandbox'> {
	const { sandbox } = session.profile;
	const { sandboxes } = agentListOf(session);
	const items = AGENT_SANDBOXES.map((each): PickerItem<{ readonly sandbox: AgentSandbox }> => {
		const why = whyNot(session, each);
		return {
			label: each,
			detail: [
				...(each === sandbox && sandboxes !== undefined ? [SOURCES[sandboxes.source.type]] : []),
				why ?? SANDBOX_WORDS[each],
			].join(' · '),
			...(why === null ? {} : { more: `${sentence(SANDBOX_WORDS[each])} ${hintOf(session, each)}`.trim() }),
			isCurrent: each === sandbox,
			choice: { sandbox: each },
		};
	});
	const paragraphs =
		sandboxes === undefined
			? [SANDBOXES.looking]
			: [
					sourceWords(sandboxes.source, sandbox, sanitizeLine),
					...(sandboxes.keptIn === null ? [SANDBOXES.sessionOnly] : []),
					...(sandboxes.least === null
						? []
						: [SANDBOXES.least(sandboxes.least.sandbox, sanitizeLine(sandboxes.least.file))]),
				];
	return {
		...pickerOf('agent-sandbox', SANDBOXES.title(runningAgent(session)), items),
		text: { title: SANDBOXES.about, paragraphs, scroll: 0, isAside: true },
	};
}

/** Why this one cannot be chosen; null where it can, as far as it is known, and of the one that holds. */
function whyNot(session: SessionState, sandbox: AgentSandbox): string | null {
	const { sandboxes } = agentListOf(session);
	if (sandbox === session.profile.sandbox) return null;
	const missing = sandboxes?.missing[sandbox];
	if (missing !== undefined) return SANDBOXES.notHere(sanitizeLine(missing.reason));
	const least = sandboxes?.least ?? null;
	return least === null || !isTooLoose(session, sandbox) ? null : SANDBOXES.tooLoose(least.sandbox);
}

/** Whether it is looser than the project allows. */
function isTooLoose(session: SessionState, sandbox: AgentSandbox): boolean {
	const least = agentListOf(session).sandboxes?.least ?? null;
	return least !== null && tighterSandbox(least.sandbox, sandbox) !== sandbox;
}

function hintOf(session: SessionState, sandbox: AgentSandbox): string {
	return sanitizeLine(agentListOf(session).sandboxes?.missing[sandbox]?.hint ?? '');
}

function sentence(words: string): string {
	return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** Opens the list; what this machine can do is looked up meanwhile. */
export function openSandboxes({ ui, session }: ScreenContext): UiStep {
	return withEvent(openPicker(ui, sandboxPicker(session)), { type: 'look-up-sandboxes' });
}

/** `/agent sandbox NAME`: as choosing it in the list; null for a word that is none. */
export function chooseSandbox(context: ScreenContext, word: string): UiStep | null {
	const sandbox = AGENT_SANDBOXES.find((each) => each === word);
	return sandbox === undefined ? null : choose(context, sandbox, sandboxPicker(context.session));
}

function choose(context: ScreenContext, sandbox: AgentSandbox, picker: Picker<'agent-sandbox'>): UiStep {
	const { ui, session, now } = context;
	const why = whyNot(session, sandbox);
	if (why !== null) return show(toast(openPicker(ui, picker), `${sandbox}: ${why}`, now));
	const { sandboxes } = agentListOf(session);
	const { launch, sandbox: before } = session.profile;
	const canBeKept = launch.isCommandLine !== true;
	// What the command line loosened holds for this run alone: the project's word stands in the way of keeping it.
	const isKept = sandboxes?.source.type === 'user' || !canBeKept || isTooLoose(session, sandbox);
	if (sandbox === before && isKept) return show(toast(ui, SANDBOXES.already(sandbox), now));
	return canBeKept ? show(openPicker(ui, keepPicker(session, sandbox))) : carryOut(context, { sandbox, isKept: false });
}

/** Whether the choice is for this session or for every one. */
function keepPicker(session: SessionState, sandbox: AgentSandbox): Picker<'keep-sandbox'> {
	const keptIn = agentListOf(session).sandboxes?.keptIn ?? null;
	const isOther = sandbox !== session.profile.sandbox;
	const once = { label: SANDBOXES.once, detail: SANDBOXES.until, isCurrent: false, choice: { sandbox, isKept: false } };
	const always = {
		label: SANDBOXES.always(runningAgent(session)),
		detail: keptIn === null ? '' : SANDBOXES.writes(keptIn.name, sanitizeLine(keptIn.file)),
		isCurrent: false,
		choice: { sandbox, isKept: true },
	};
	const title = isOther ? SANDBOXES.ask(sandbox) : SANDBOXES.askKept(sandbox);
	return pickerOf('keep-sandbox', title, isOther ? [once, always] : [always]);
}

/** The agent is started again for another one, which is asked about where it works. */
function carryOut(context: ScreenContext, choice: SandboxChoice): UiStep {
	if (choice.sandbox === context.session.profile.sandbox)
		return withEvent(context.ui, { type: 'choose-sandbox', ...choice });
	return endTurn(context, { next: 'choose-sandbox', words: null, sandbox: choice });
}

export const agentSandboxRow: PickerRow<'agent-sandbox'> = {
	choose: (context, { sandbox }, picker) => choose(context, sandbox, picker),
	follow(picker, session) {
		const next = sandboxPicker(session);
		const isSame =
			next.text?.paragraphs.join() === picker.text?.paragraphs.join() &&
			next.items.every(({ detail, isCurrent }, at) => {
				const before = picker.items[at];
				return before?.detail === detail && before.isCurrent === isCurrent;
			});
		return isSame ? picker : { ...next, selected: picker.selected };
	},
};

export const keepSandboxRow: PickerRow<'keep-sandbox'> = {
	choose: carryOut,
	before: (_, session) => sandboxPicker(session),
};
