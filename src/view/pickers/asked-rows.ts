import { agentToGoBackTo } from '../../core/session/agents/choose-agent.js';
import type { SessionState } from '../../core/session/state.js';
import type { Picker, PickerKind } from '../state/picker.js';
import { show, withEvent } from '../state/step.js';
import { openAgents } from './agent.js';
import { askedPicker } from './asked.js';
import type { PickerRow } from './picker-row.js';

/** The list goes when its question does. */
const whileAsked = <Kind extends PickerKind>(picker: Picker<Kind>, session: SessionState): Picker<Kind> | null =>
	askedPicker(session)?.picker.title === picker.title ? picker : null;

export const installConsentRow: PickerRow<'install-consent'> = {
	choose: ({ ui }, { isAgreed }) => withEvent(ui, { type: 'answer-install', isAgreed }),
	follow: whileAsked,
};

export const agentFailedRow: PickerRow<'agent-failed'> = {
	choose(context, { next }) {
		const { ui, session } = context;
		if (next === 'list') return openAgents(context);
		if (next === 'again') return withEvent(ui, { type: 'restart-agent' });
		const profile = agentToGoBackTo(session);
		return profile === null ? show(ui) : withEvent(ui, { type: 'switch-agent', profile });
	},
	follow: whileAsked,
};
