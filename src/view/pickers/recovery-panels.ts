import { saysGone } from '../../core/resuming/resuming.js';
import { agentChangeOf, agentToGoBackTo } from '../../core/session/agents/choose-agent.js';
import { isAskedAboutSession } from '../../core/session/resuming/open-again.js';
import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { openPanel } from '../panel/engine.js';
import type { PanelKind, PanelRow } from '../panel/panel.js';
import type { ScreenContext } from '../state/context.js';
import { isDraftEmpty, type UiState } from '../state/ui-state.js';
import { eventStep } from '../state/ui-step.js';
import { openAgents } from './agent-panel.js';
import { failedPanel, isFailedAsked } from './failed-prompt-panel.js';

/** A list that the session opens by itself, since it waits for an answer; `key` differs for another question. */
type Asked = {
	readonly key: string;
	readonly open: (context: ScreenContext, how?: { readonly isUnasked: true }) => UiState;
};

function askedBy(key: string, kind: PanelKind): Asked {
	return { key, open: (context, how) => openPanel(context, kind, null, how) };
}

/** Question before an agent is chosen: a consent of an install, or what to do after one did not start. Else null. */
export function askedAboutAgent(session: SessionState): Asked | null {
	const { installing } = agentChangeOf(session);
	if (installing?.asked !== undefined) {
		const key = keyOf(installing.asked);
		return { key, open: (context, how) => openPanel(context, consentPanel, key, how) };
	}
	return agentToGoBackTo(session) === null ? null : askedBy(`failed ${session.profile.launch.name}`, agentFailedPanel);
}

/** Question after an agent crashed too often, or a limit stopped a prompt: its row that waits for the limit's end is new with each failure. */
function askedAfterFailure(session: SessionState): Asked | null {
	const { recovery, nextEntry, turn, failed } = session;
	if (recovery?.isAsked === true) return askedBy(`crashed ${recovery.crashes.at(-1)}`, crashPanel);
	if (isAskedAboutSession(session)) return askedBy(`session ${nextEntry}`, notResumedPanel);
	return turn === null && isFailedAsked(session) ? askedBy(`prompt ${failed?.at}`, failedPanel) : null;
}

function keyOf({ about, lines }: { readonly about: string; readonly lines: readonly string[] }): string {
	return `${about} ${lines.join()}`;
}

/**
 * No is chosen first: what was pressed before it appeared must not agree to anything. It is about one question, by its
 * key: another one opens it anew.
 */
const consentPanel: PanelKind<string> = {
	name: 'install-consent',
	panel({ session }, key) {
		const { installing } = agentChangeOf(session);
		if (installing?.asked === undefined || keyOf(installing.asked) !== key) return null;
		const [title, yes, no] =
			installing.asked.about === 'changes'
				? [
						`Install ${sanitizeLine(installing.name)} although its publisher has changed?`,
						'Yes, I know who publishes it now',
						'No, leave what is here as it is',
					]
				: [
						'Run the install scripts that are named above?',
						'Run them; they can do whatever you can',
						'No, install it without running them',
					];
		const row = (id: string, label: string, isAgreed: boolean): PanelRow => ({
			id,
			label,
			choose: eventStep({ type: 'answer-install', isAgreed }),
		});
		return { title, rows: [row('yes', yes, true), row('no', no, false)], first: 'no' };
	},
};

const agentFailedPanel: PanelKind = {
	name: 'agent-failed',
	panel({ session }) {
		const before = agentToGoBackTo(session);
		if (before === null) return null;
		const { name } = session.profile.launch;
		const goBack = eventStep({ type: 'switch-agent', profile: before });
		return {
			title: `${sanitizeLine(name)} did not start`,
			rows: [
				{ id: 'back', label: `Go back to ${before.launch.name}`, choose: goBack },
				{ id: 'again', label: `Start ${name} once more`, choose: eventStep({ type: 'restart-agent' }) },
				{ id: 'list', label: 'Choose another agent', choose: openAgents },
			],
		};
	},
};

/** Opens what is asked, once, when nothing else is open and nothing is being written. `/agent` opens it again. */
export function openAsked(context: ScreenContext): UiState {
	const { session, ui } = context;
	const asked = askedAboutAgent(session) ?? askedAfterFailure(session);
	if (asked === null) {
		const { openedAsked: _, ...rest } = ui;
		return ui.openedAsked === undefined ? ui : rest;
	}
	const isFree = ui.panel.kind === 'none' && isDraftEmpty(ui) && session.questions.length === 0;
	if (asked.key === ui.openedAsked || !isFree) return ui;
	return { ...asked.open(context, { isUnasked: true }), openedAsked: asked.key };
}

const crashPanel: PanelKind = {
	name: 'crashed',
	panel({ session: { recovery } }) {
		if (recovery?.isAsked !== true) return null;
		return {
			title: `The agent crashed ${recovery.crashes.length} times`,
			rows: [
				{
					id: 'again',
					label: 'Start it again',
					detail: 'resumes the session',
					choose: eventStep({ type: 'restart-agent' }),
				},
				{ id: 'agent', label: 'Another agent', detail: 'what is queued waits', choose: openAgents },
				{
					id: 'leave',
					label: 'Leave it',
					detail: 'enter or /restart starts it later',
					choose: eventStep({ type: 'restart-stop' }),
				},
			],
		};
	},
};

/** Choices where the agent could not resume a session that it may still have. */
const notResumedPanel: PanelKind = {
	name: 'not-resumed',
	panel({ session }) {
		if (!isAskedAboutSession(session)) return null;
		const { hasTranscript, failed = [] } = session.resuming ?? {};
		const isGone = failed.length > 0 && failed.every(saysGone);
		const fallback = (id: 'briefing' | 'plain', label: string, detail: string): PanelRow => ({
			id,
			label,
			detail,
			choose: eventStep({ type: 'open-new', fallback: id }),
		});
		return {
			title: 'The session could not be resumed',
			rows: [
				{
					...{
						id: 'again',
						label: 'Try again',
						detail: isGone
							? 'the agent said that it no longer has the conversation'
							: 'the agent remembers the conversation',
					},
					choose: eventStep({ type: 'open-again' }),
				},
				...(hasTranscript === true
					? [fallback('briefing', 'New session with a briefing', 'a summary goes with your next prompt')]
					: []),
				fallback('plain', 'New session without one', 'the agent knows nothing of what is above'),
			],
		};
	},
};
