import type { SandboxChoice } from '../../core/agents/sandbox-choice.js';
import { runningCommands } from '../../core/session/entries/user-commands.js';
import type { SessionState } from '../../core/session/state.js';
import { clip } from '../../core/text/clip.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { openPanel } from '../panel/engine.js';
import type { PanelKind } from '../panel/panel.js';
import type { ScreenContext } from '../state/context.js';
import { othersAtWork } from '../state/open-sessions.js';
import type { CommandWords } from '../state/send-request.js';
import { type UiState, withDraftBack } from '../state/ui-state.js';
import { show, type UiRequest, type UiStep, withRequests } from '../state/ui-step.js';
import { AGENT_WORKS, LET_IT_GO_ON, othersWork, STOP_AND } from './pickers-messages.js';

/** Action that ends the running turn; `words` came with the command, null without any. */
type TurnEnding = {
	readonly next: 'leave' | 'new-session' | 'restart-agent' | 'choose-sandbox' | 'fork' | 'compact';
	readonly words: CommandWords | null;
	/** The sandbox that was chosen, for `choose-sandbox`. */
	readonly sandbox?: SandboxChoice;
};

/**
 * Work that it would cut short, in words; null for none. A new session leaves the user's own command alone, and
 * what leaves the program ends the other open sessions as well.
 */
export function workInTheWay(
	{ session, ui }: Pick<ScreenContext, 'session' | 'ui'>,
	next: TurnEnding['next'],
): string | null {
	const here = workHere(session, next);
	const others = next === 'leave' ? othersAtWork(ui.sessions) : 0;
	if (others === 0) return here;
	return here === null
		? othersWork(others)
		: `${here}, and so ${others === 1 ? 'is another session' : `are ${others} other sessions`}`;
}

function workHere(session: SessionState, next: TurnEnding['next']): string | null {
	if (session.turn !== null) return AGENT_WORKS;
	const [running] = next === 'leave' ? runningCommands(session) : [];
	return running === undefined ? null : `Your command is still running: ${clip(sanitizeLine(running.line), 40)}`;
}

/** Carries it out at once where nothing runs; else asks first, and keeps the words meanwhile. */
export function endTurn(context: ScreenContext, ending: TurnEnding): UiStep {
	const work = workInTheWay(context, ending.next);
	return work === null ? carryOut(context.ui, ending) : show(openPanel(context, endTurnPanel, { ...ending, work }));
}

const endTurnPanel: PanelKind<TurnEnding & { readonly work: string }> = {
	name: 'end-turn',
	panel: (_, { work, ...ending }) => ({
		title: work,
		rows: [
			{ id: 'stop', label: STOP_AND[ending.next], choose: ({ ui }) => carryOut(ui, ending) },
			{ id: 'not', label: LET_IT_GO_ON, choose: ({ ui }) => show(withDraftBack(ui, ending.words?.typed)) },
		],
		left: (ui) => show(withDraftBack(ui, ending.words?.typed)),
	}),
};

function carryOut(ui: UiState, ending: TurnEnding): UiStep {
	const { words } = ending;
	return withRequests(ui, ...firstOf(ending), ...(words === null ? [] : [words.send]));
}

function firstOf({ next, sandbox }: TurnEnding): readonly UiRequest[] {
	switch (next) {
		case 'leave':
			return [{ type: 'leave' }];
		case 'fork':
		case 'compact':
			return [{ type: 'dispatch', event: { type: 'branch-session', branch: { kind: next } } }];
		case 'new-session':
		case 'restart-agent':
			return [{ type: 'dispatch', event: { type: next } }];
		case 'choose-sandbox':
			return sandbox === undefined ? [] : [{ type: 'dispatch', event: { type: next, ...sandbox } }];
	}
}
