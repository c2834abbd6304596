import { agentListOf, agentToGoBackTo } from '../../core/session/agents/choose-agent.js';
import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { Picker } from '../state/picker.js';
import { isDraftEmpty, type UiState } from '../state/ui-state.js';
import { ASKED } from './agent-messages.js';
import { crashPicker } from './crash-picker.js';
import { failedPicker } from './failed-picker.js';
import { notResumedPicker } from './not-resumed.js';

/** A list that the session opens by itself, since it waits for an answer; `key` differs for another question. */
export type AskedPicker = {
	readonly key: string;
	readonly picker: Picker<'install-consent' | 'agent-failed' | 'crashed' | 'failed' | 'not-resumed'>;
};

/** What choosing an agent waits for: a consent of an install, or what to do after an agent did not start. Else null. */
export function askedPicker(session: SessionState): AskedPicker | null {
	const { installing } = agentListOf(session);
	if (installing?.asked !== undefined) {
		const { name, asked } = installing;
		return { key: `${asked.about} ${asked.lines.join()}`, picker: consentPicker(name, asked.about) };
	}
	const before = agentToGoBackTo(session);
	if (before === null) return null;
	const { name } = session.profile.launch;
	return { key: `failed ${name}`, picker: agentFailedPicker(name, before.launch.name) };
}

/** What to do about an agent that crashed too often, or a prompt that a limit stopped: its row that waits for the limit's end is new with each failure. */
function askedAfterFailure(session: SessionState, now: number): AskedPicker | null {
	const crashed = crashPicker(session);
	if (crashed !== null) return { key: `crashed ${session.recovery?.crashes.at(-1)}`, picker: crashed };
	const lost = notResumedPicker(session);
	if (lost !== null) return { key: `session ${session.nextEntry}`, picker: lost };
	const picker = session.turn === null ? failedPicker({ session, now }) : null;
	return picker === null ? null : { key: `prompt ${session.failed?.at}`, picker };
}

/** No is chosen first: what was pressed before it appeared must not agree to anything. */
function consentPicker(name: string, about: 'changes' | 'scripts'): Picker<'install-consent'> {
	const [title, yes, no] =
		about === 'changes'
			? [ASKED.changes(sanitizeLine(name)), ASKED.installAnyway, ASKED.keep]
			: [ASKED.scripts, ASKED.runScripts, ASKED.withoutScripts];
	const item = (label: string, isAgreed: boolean) => ({ label, detail: '', isCurrent: false, choice: { isAgreed } });
	return { kind: 'install-consent', title, items: [item(yes, true), item(no, false)], selected: 1 };
}

function agentFailedPicker(name: string, before: string): Picker<'agent-failed'> {
	const item = (label: string, next: 'back' | 'again' | 'list') => ({
		label: sanitizeLine(label),
		detail: '',
		isCurrent: false,
		choice: { next },
	});
	const items = [item(ASKED.back(before), 'back'), item(ASKED.again(name), 'again'), item(ASKED.list, 'list')];
	return { kind: 'agent-failed', title: ASKED.failed(sanitizeLine(name)), items, selected: 0 };
}

/** Opens what is asked, once, when nothing else is open and nothing is being written. `/agent` opens it again. */
export function openAsked(session: SessionState, ui: UiState, now: number): UiState {
	const asked = askedPicker(session) ?? askedAfterFailure(session, now);
	if (asked === null) {
		const { openedAsked: _, ...rest } = ui;
		return ui.openedAsked === undefined ? ui : rest;
	}
	const isFree = ui.panel.kind === 'none' && isDraftEmpty(ui) && session.questions.length === 0;
	if (asked.key === ui.openedAsked || !isFree) return ui;
	return { ...ui, panel: { kind: 'picker', picker: { ...asked.picker, openedAt: now } }, openedAsked: asked.key };
}
