import { agentModeWarning } from '../../core/agent-modes.js';
import { modeLabel } from '../../core/policy/modes.js';
import type { OwnMode } from '../../core/policy/own-mode.js';
import { MODES, type Mode } from '../../core/policy/policy-types.js';
import { meaningOfMode } from '../../core/session/modes/agent-mode.js';
import { modeName, refOf } from '../../core/session/modes/own-mode.js';
import { askingModeOf, grantsAbout } from '../../core/session/questions/agent-grants.js';
import { isNotAsking } from '../../core/session/questions/asking.js';
import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { UserEvent } from '../../core/user-event.js';
import type { PanelKind, PanelRow } from '../panel/panel.js';
import type { ScreenContext } from '../state/context.js';
import { eventStep, withEvent } from '../state/ui-step.js';
import { optionRows } from './model-panel.js';
import { MODE_WORDS, OUR_MODES, ownModeWords } from './pickers-messages.js';

/** Our modes that can be chosen now. */
export function modesInReach({ mode }: SessionState): readonly Mode[] {
	return MODES.filter((candidate) => candidate !== 'bypassPermissions' || mode.isBypassAllowed);
}

/** Our modes and, in a group of their own, the agent's; in each the one in force is marked. */
export const modePanel: PanelKind = {
	name: 'mode',
	panel({ session }) {
		const doubt = isNotAsking(session) ? '; this agent sometimes acts without asking' : '';
		const ours = modesInReach(session).map((mode) => ({
			id: `our ${mode}`,
			label: modeLabel(mode),
			detail: `${MODE_WORDS[mode]}${mode === 'bypassPermissions' ? '' : doubt}`,
			isCurrent: modeName(session) === mode,
			choose: eventStep({ type: 'set-mode', mode }),
			group: OUR_MODES,
		}));
		const named = session.ownModes.map((own) => ({
			id: `own ${own.name}`,
			label: own.name,
			detail: ownModeWords(own),
			isCurrent: modeName(session) === own.name,
			choose: ({ ui }: ScreenContext) => withEvent(ui, setOwn(own)),
			group: OUR_MODES,
		}));
		const group = `Modes of ${sanitizeLine(session.agent?.title ?? 'the agent')} itself`;
		const theirs = [...agentModeRows(session), ...modeOptionRows(session), ...askAgainRows(session)];
		return { title: 'Mode', rows: [...ours, ...named, ...theirs.map((row) => ({ ...row, group }))] };
	},
};

export function setOwn(own: OwnMode): Extract<UserEvent, { type: 'set-mode' }> {
	return { type: 'set-mode', mode: own.base, own: refOf(own) };
}

function agentModeRows(session: SessionState): readonly PanelRow[] {
	return (session.agentModes?.available ?? []).map(({ id, name, description = '' }) => ({
		id,
		label: name,
		detail: agentModeWarning(session.mode.mode, meaningOfMode(session, id)) ?? description,
		isCurrent: id === session.agentModes?.current,
		choose: eventStep({ type: 'set-agent-mode', modeId: id }),
	}));
}

/** An agent without modes of its own may have them as options. */
function modeOptionRows(session: SessionState): readonly PanelRow[] {
	if (session.agentModes !== null) return [];
	return session.configOptions
		.filter((option) => option.category === 'mode')
		.flatMap((option) => optionRows(option, ''));
}

/** Rows to take back, in this list too, what the user let the agent do unasked. */
function askAgainRows(session: SessionState): readonly PanelRow[] {
	const isGranted = grantsAbout(session, 'edits').some(({ isTakenBack }) => isTakenBack !== true);
	if (!isGranted || askingModeOf(session) === null) return [];
	return [
		{
			id: ' ask',
			label: 'ask again',
			detail: 'takes back what you allowed the agent to do without asking',
			choose: eventStep({ type: 'ask-again' }),
		},
	];
}
