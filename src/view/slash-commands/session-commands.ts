import { findLastEntry } from '../../core/session/entries/entry-list.js';
import { isPlanAsked } from '../../core/session/questions/plan-review.js';
import { renamed } from '../../core/sessions/list-messages.js';
import { shownSignIn } from '../../core/sign-in/sign-in-state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { nameProblem } from '../../core/worktrees/worktree-name.js';
import { whyPlanStays } from '../frame/plan-region.js';
import { openPanel } from '../panel/engine.js';
import { endTurn } from '../pickers/end-turn-panel.js';
import { failedPanel, isFailedAsked } from '../pickers/failed-prompt-panel.js';
import { askSessions } from '../pickers/open-sessions-panel.js';
import { NOTHING_TO_BRANCH } from '../rewind/rewind-messages.js';
import type { ScreenContext } from '../state/context.js';
import type { WantedSession } from '../state/open-sessions.js';
import { type Command, refuse, type Typed, wordsOf } from '../state/slash-command.js';
import { loadPanel, show, toast, type UiRequest, type UiStep, withEvent, withRequests } from '../state/ui-step.js';
import { END } from '../transcript/position.js';
import { STILL_WORKING } from './slash-commands-messages.js';

/** `/fork`: a turn that runs is stopped first, when the user agrees; words become the first prompt of the fork. */
export function runFork(context: ScreenContext, typed: Typed): UiStep {
	if (!isBegun(context)) return refuse(context, typed, NOTHING_TO_BRANCH);
	return endTurn(context, { next: 'fork', words: wordsOf(typed) });
}

function isBegun({ session }: ScreenContext): boolean {
	return findLastEntry(session.entries, ({ kind }) => kind === 'user') >= 0;
}

export function whyNoCompact(context: ScreenContext): string | null {
	return isBegun(context) ? null : NOTHING_TO_BRANCH;
}

const MOST_TITLE = 200;

export function rename(context: ScreenContext, typed: Typed): UiStep {
	const { ui, now } = context;
	const title = sanitizeLine(typed.command.args).trim().slice(0, MOST_TITLE);
	if (title === '') return refuse(context, typed, 'Usage: /rename TITLE');
	return withEvent(toast(ui, renamed(title), now), { type: 'session-renamed', title });
}

export function togglePlan(context: ScreenContext): UiStep {
	const { ui, now } = context;
	const why = whyPlanStays(context);
	return show(why === null ? { ...ui, isPlanFolded: !ui.isPlanFolded } : toast(ui, why, now));
}

const ISOLATED = 'isolated';

export function runSession(context: ScreenContext, typed: Typed): UiStep {
	const words = typed.command.args.split(/\s+/).filter(Boolean);
	const [word = 'list', ...rest] = words;
	if (word === 'new') {
		const wanted = wantedSession(rest);
		if (wanted !== null) return askSessions({ do: 'open', wanted })(context);
	} else if (rest.length === 0) {
		if (word === 'list') return askSessions({ do: 'list' })(context);
		if (word === 'next') return askSessions({ do: 'step', by: 1 })(context);
		if (word === 'previous') return askSessions({ do: 'step', by: -1 })(context);
		if (word === 'waiting') return askSessions({ do: 'show-waiting' })(context);
		if (word === 'close') return askSessions({ do: 'close', id: null })(context);
		if (/^[1-9]\d{0,2}$/.test(word)) return askSessions({ do: 'show-number', number: Number(word) })(context);
	}
	return refuse(
		context,
		typed,
		`/session takes new [AGENT] [isolated], next, previous, waiting, close or a number, not “${typed.command.args}”`,
	);
}

function wantedSession(words: readonly string[]): WantedSession | null {
	const names = words.filter((word) => word !== ISOLATED);
	const [agent] = names;
	if (names.length > 1 || words.length - names.length > 1) return null;
	return { ...(agent === undefined ? {} : { agent }), ...(words.includes(ISOLATED) ? { isIsolated: true } : {}) };
}

export function runWorktree(context: ScreenContext, typed: Typed): UiStep {
	// A name alone opens that one, new or not.
	const word = typed.command.args.trim().replace(/^new\s+/, '');
	if (word === '') return withEvent(context.ui, { type: 'worktrees', action: 'list' });
	if (word === 'merge' || word === 'patch') {
		// Half-written files would go over with the rest.
		if (context.session.turn !== null) return refuse(context, typed, STILL_WORKING);
		return withEvent(context.ui, { type: 'worktrees', action: word });
	}
	if (word === 'new') return askSessions({ do: 'open', wanted: { worktree: { name: null } } })(context);
	const problem = nameProblem(word);
	if (problem !== null)
		return refuse(context, typed, `/worktree takes new, merge, patch or the name of a worktree: a name ${problem}`);
	return askSessions({ do: 'open', wanted: { worktree: { name: word } } })(context);
}

export function runCommands(context: ScreenContext, typed: Typed): UiStep {
	const [word, name, ...more] = typed.command.args.split(/\s+/).filter(Boolean);
	if (word === undefined) {
		const step = loadPanel(context.ui, 'commands');
		return { ui: step.ui, requests: [{ type: 'dispatch', event: { type: 'list-commands' } }, ...step.requests] };
	}
	if (word !== 'new' || name === undefined || more.length > 0)
		return refuse(context, typed, 'Usage: /commands [new NAME]');
	return withRequests(context.ui, { type: 'edit-command', of: { newName: name.replace(/^\//, '') } });
}

/** `/writable DIR`: the agent is started again, as what its sandbox opens cannot change while it runs. */
export const runWritable: Command['run'] = (context, typed) => {
	const { sandbox } = context.session.profile;
	if (sandbox !== 'fence' && sandbox !== 'shadow')
		return refuse(context, typed, 'This agent runs in no fence or shadow: nothing keeps it from writing');
	const opens = typed.command.args.trim();
	if (opens === '') return refuse(context, typed, 'Usage: /writable DIR (lets the agent write there, and restarts it)');
	return endTurn(context, { next: 'choose-sandbox', words: null, sandbox: { sandbox, isKept: false, opens } });
};

export function runSideQuestion(context: ScreenContext, typed: Typed): UiStep {
	const { ui, session, now } = context;
	const words = wordsOf(typed);
	if (words === null && session.sideQuestion === undefined)
		return show(toast(ui, '/btw QUESTION asks beside the conversation; it goes on meanwhile', now));
	if (words !== null && session.connection.phase !== 'ready')
		return refuse(context, typed, 'The agent is not ready yet: ask again when it is.');
	const opened = loadPanel(ui, 'side-question');
	if (words === null) return opened;
	const asked = { ...words.send, draft: words.typed, interrupts: false, isSideQuestion: true } as const;
	return { ui: opened.ui, requests: [asked, ...opened.requests] };
}

export function runPlan(context: ScreenContext, typed: Typed): UiStep {
	if (typed.command.args === 'done') return reviewPlan(context);
	const { ui } = context;
	const words = wordsOf(typed);
	const isOn: UiRequest = { type: 'dispatch', event: { type: 'set-mode', mode: 'plan' } };
	return words === null ? withRequests(ui, isOn) : withRequests({ ...ui, anchor: END }, isOn, words.send);
}

function reviewPlan({ ui, session, now }: ScreenContext): UiStep {
	if (session.mode.mode !== 'plan') return show(toast(ui, 'Plan mode is off', now));
	if (session.turn !== null) return show(toast(ui, STILL_WORKING, now));
	if (isPlanAsked(session)) return show(toast(ui, 'The plan is open already: answer it', now));
	return withEvent(ui, { type: 'review-plan' });
}

export function whyNoRetry({ session }: ScreenContext): string | null {
	if (session.turn !== null) return 'The agent works: /retry is for when its turn has failed';
	return session.failed === undefined ? 'Nothing failed that could be sent again' : null;
}

/** `/retry`: the prompt that failed goes again, at once; where there is more to choose that is shown. */
export function runRetry(context: ScreenContext): UiStep {
	if (!isFailedAsked(context.session)) return withEvent(context.ui, { type: 'retry-now' });
	return show(openPanel(context, failedPanel, null));
}

const NOT_CONNECTED = 'No agent is connected; /restart starts it';

export function whyNoLogin({ session }: ScreenContext): string | null {
	if (shownSignIn(session) !== undefined) return 'A sign-in is already shown';
	return isConnected(session) ? null : NOT_CONNECTED;
}

export function whyNoLogout({ session }: ScreenContext): string | null {
	if (!isConnected(session)) return NOT_CONNECTED;
	if (session.agent?.auth.logout !== true) return 'This agent offers no sign-out';
	return session.turn === null ? null : 'The agent is working: stop it first';
}

function isConnected({ agent, connection }: ScreenContext['session']): boolean {
	return agent !== null && connection.phase !== 'exited' && connection.phase !== 'failed';
}
