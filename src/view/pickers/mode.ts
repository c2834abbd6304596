import { agentModeWarning } from '../../core/agent-modes.js';
import { modeLabel } from '../../core/policy/modes.js';
import { MODES, type Mode } from '../../core/policy/types.js';
import { meaningOfMode } from '../../core/session/modes/agent-mode.js';
import { askingModeOf, grantsAbout } from '../../core/session/questions/agent-grants.js';
import { isNotAsking } from '../../core/session/questions/asking.js';
import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { ModeChoice, Picker, PickerItem } from '../state/picker.js';
import { withEvent } from '../state/step.js';
import { optionItems, setOption } from './model.js';
import { type PickerRow, pickerOf } from './picker-row.js';
import { ASK_AGAIN, ASK_AGAIN_WORDS, MODE_WORDS, NOT_ALWAYS, OUR_MODES, theirModes } from './pickers-messages.js';

type ModeItem = PickerItem<ModeChoice>;

/** Our modes that can be chosen now. */
export function modesInReach({ mode }: SessionState): readonly Mode[] {
	return MODES.filter((candidate) => candidate !== 'bypassPermissions' || mode.isBypassAllowed);
}

/** Our modes and, in a group of their own, the agent's; in each the one in force is marked. */
export function modePicker(session: SessionState): Picker<'mode'> {
	const doubt = isNotAsking(session) ? NOT_ALWAYS : '';
	const ours = modesInReach(session).map(
		(candidate): ModeItem => ({
			label: modeLabel(candidate),
			detail: `${MODE_WORDS[candidate]}${candidate === 'bypassPermissions' ? '' : doubt}`,
			isCurrent: candidate === session.mode.mode,
			choice: { type: 'mode', mode: candidate },
			group: OUR_MODES,
		}),
	);
	const group = theirModes(sanitizeLine(session.agent?.title ?? 'the agent'));
	const theirs = [...agentModeItems(session), ...modeOptionItems(session), ...askAgainItems(session)];
	return pickerOf('mode', 'Mode', [...ours, ...theirs.map((item) => ({ ...item, group }))]);
}

function agentModeItems(session: SessionState): readonly ModeItem[] {
	return (session.agentModes?.available ?? []).map((candidate) => ({
		label: candidate.name,
		detail: agentModeWarning(session.mode.mode, meaningOfMode(session, candidate.id)) ?? candidate.description ?? '',
		isCurrent: candidate.id === session.agentModes?.current,
		choice: { type: 'agent-mode', modeId: candidate.id },
	}));
}

/** An agent without modes of its own may have them as options. */
function modeOptionItems(session: SessionState): readonly ModeItem[] {
	if (session.agentModes !== null) return [];
	return session.configOptions
		.filter((option) => option.category === 'mode')
		.flatMap((option) => optionItems(option, ''));
}

/** What the user let the agent do unasked can be taken back in this list, too. */
function askAgainItems(session: SessionState): readonly ModeItem[] {
	const isTold = grantsAbout(session, 'edits').some(({ isTakenBack }) => isTakenBack !== true);
	if (!isTold || askingModeOf(session) === null) return [];
	return [{ label: ASK_AGAIN, detail: ASK_AGAIN_WORDS, isCurrent: false, choice: { type: 'ask-again' } }];
}

export const modeRow: PickerRow<'mode'> = {
	choose(context, choice) {
		const { ui } = context;
		switch (choice.type) {
			case 'mode':
				return withEvent(ui, { type: 'set-mode', mode: choice.mode });
			case 'agent-mode':
				return withEvent(ui, { type: 'set-agent-mode', modeId: choice.modeId });
			case 'option':
				return setOption(context, choice);
			case 'ask-again':
				return withEvent(ui, { type: 'ask-again' });
		}
	},
};
