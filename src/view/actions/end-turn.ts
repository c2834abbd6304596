import type { SessionState } from '../../core/session/state.js';
import { runningCommand } from '../../core/session/user-commands.js';
import { clip } from '../../core/text/clip.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { reduceComposer } from '../composer/composer.js';
import { show, type UiRequest, type UiStep, want } from '../state/step.js';
import type { CommandWords, Picker, PickerChoice, TurnEnding, UiState } from '../state/ui-state.js';

type EndTurnChoice = Extract<PickerChoice, { type: 'end-turn' }>;

/** What would be cut short by it, in words; null when nothing is. A new session leaves the person's own command alone. */
export function workInTheWay(session: SessionState, then: TurnEnding): string | null {
	if (session.turn !== null) return 'The agent is still working';
	const running = then === 'leave' ? runningCommand(session) : null;
	return running === null ? null : `Your command is still running: ${clip(sanitizeLine(running.line), 40)}`;
}

/** Carries it out at once where nothing runs; else asks first, and keeps the words meanwhile. */
export function endTurn(ui: UiState, session: SessionState, then: TurnEnding, words: CommandWords | null): UiStep {
	const work = workInTheWay(session, then);
	if (work === null) return carryOut(ui, then, words);
	return show({ ...ui, panel: { kind: 'picker', picker: endTurnPicker(work, then, words) } });
}

/** The answer to what was asked. */
export function onEndTurnChoice(ui: UiState, { then, words }: EndTurnChoice): UiStep {
	return carryOut(ui, then, words);
}

/** The screen after the list was closed in another way than by ending the turn: its words are back in the draft. */
export function keepWords(ui: UiState, picker: Picker): UiState {
	const choice = picker.items[0]?.choice;
	if (choice?.type !== 'end-turn' || choice.words === null) return ui;
	return { ...ui, composer: reduceComposer(ui.composer, { type: 'give-back', draft: choice.words.typed }) };
}

const STOP_AND: Readonly<Record<TurnEnding, string>> = {
	leave: 'Stop it and quit',
	'new-session': 'Stop it and start a new conversation',
	'restart-agent': 'Stop it and restart the agent',
};

function endTurnPicker(work: string, then: TurnEnding, words: CommandWords | null): Picker {
	return {
		title: work,
		items: [
			{ label: STOP_AND[then], detail: '', isCurrent: false, choice: { type: 'end-turn', then, words } },
			{ label: 'Let it go on', detail: '', isCurrent: false, choice: { type: 'keep-turn' } },
		],
		selected: 0,
	};
}

function carryOut(ui: UiState, then: TurnEnding, words: CommandWords | null): UiStep {
	const first: UiRequest = then === 'leave' ? { type: 'leave' } : { type: 'dispatch', event: { type: then } };
	return want(ui, first, ...(words === null ? [] : [words.send]));
}
