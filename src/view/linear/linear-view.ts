import type { SessionState } from '../../core/session/state.js';
import { cellWidth } from '../../core/text/width.js';
import { handlePaste } from '../actions/handle-key.js';
import { changeState, followPanel, type TakenInput, type View, withSessions } from '../advance.js';
import { reduceComposer } from '../composer/composer.js';
import { renderComposer, textColumns } from '../composer/render-draft.js';
import { type LoadedPanel, panelIn } from '../panel/loaded-panel.js';
import { openAsked } from '../pickers/recovery-panels.js';
import { followQuestion } from '../questions/follow-question.js';
import { followRewind } from '../rewind/follow-rewind.js';
import { followSignIn, panelOfSignIn } from '../sign-in/in-front.js';
import { lineText } from '../spans.js';
import { oneLine, sentence, spokenTime } from '../spoken-text.js';
import type { ScreenContext } from '../state/context.js';
import { formsIn } from '../state/loaded-forms.js';
import type { UiState } from '../state/ui-state.js';
import { spokenQuestion } from './linear-question.js';
import { type LinearStep, type LinearTimes, linearKey } from './linear-step.js';
import { type Announced, announceSession, nothingAnnounced } from './session-announcements.js';

export type LinearFrame = LinearTimes & {
	readonly lines: readonly string[];
	/** Rows of the draft; the cursor's cell counts from 0. */
	readonly rows: readonly string[];
	readonly cursor: { readonly x: number; readonly y: number } | null;
	readonly announced: Announced;
	/** Time of the last line, in ms since the epoch. */
	readonly saidAt: number;
	/** Id of the open panel's last announcement; null without one. */
	readonly panelSaid: unknown;
	/** Last announcement of a visible sign-in. */
	readonly signInSaid: unknown;
	readonly formSaid: number;
	readonly handOver: string | null;
};

/** Silence in ms after which a turn says that it goes on. */
const STILL_WORKING = 30_000;
const PROMPT = '> ';

export function firstLinearFrame(now: number): LinearFrame {
	const times = { since: 0, goneAt: Number.NEGATIVE_INFINITY, saidAt: now };
	return {
		...times,
		lines: [],
		rows: [],
		cursor: null,
		announced: nothingAnnounced,
		panelSaid: null,
		signInSaid: null,
		formSaid: 0,
		handOver: null,
	};
}

export const linearView: View<LinearFrame> = {
	isReadOut: true,
	take(context, frame, input) {
		const step = onInput(context, frame, input);
		const isBegun = context.ui.composer.draft.text === '' && step.ui.composer.draft.text !== '';
		const next = { ...frame, lines: step.say, since: isBegun ? context.now : frame.since };
		return { ui: step.ui, requests: step.requests, frame: next };
	},
	follow(context, before) {
		const { session, now } = context;
		const followed = followPanel(context);
		const found = followRewind(session, openAsked({ ...context, ui: followed.ui }), now);
		const panelSays = newsOf({ ...context, ui: found }, panelIn(found), before.panelSaid);
		const closed: UiState = panelIn(found)?.isSaidOnce === true ? { ...found, panel: { kind: 'none' } } : found;
		const asked = followQuestion(closed, session.questions[0], now, context.table);
		const ui = followComposer(followSignIn({ ...context, ui: asked }));
		const current: ScreenContext = { ...context, ui };
		const { lines: announcements, announced } = announceSession(before.announced, session);
		const signIn = panelOfSignIn(current);
		const spoken = [
			...before.lines,
			...panelSays,
			...announcements,
			...questionLines(current, context.ui),
			...formLines(current, before.formSaid),
			...newsOf(current, signIn, before.signInSaid),
			...handOverLines(ui, before.handOver),
		];
		const lines = spoken.length > 0 ? spoken : stillWorking(session, now, before.saidAt);
		const frame: LinearFrame = {
			...draftRows(current),
			lines,
			announced,
			saidAt: lines.length > 0 ? now : before.saidAt,
			since: before.since,
			panelSaid: panelIn(ui)?.said.id ?? null,
			signInSaid: signIn?.said.id ?? null,
			formSaid: formsIn(ui)?.said ?? 0,
			handOver: ui.handOver?.agent ?? null,
			goneAt: context.ui.question !== null && ui.question === null ? now : before.goneAt,
		};
		return { ui, frame, requests: followed.requests, wakeAt: isWorking(session) ? frame.saidAt + STILL_WORKING : null };
	},
};

function onInput(context: ScreenContext, times: LinearTimes, input: TakenInput): LinearStep {
	const { ui } = context;
	switch (input.type) {
		case 'key':
			return linearKey(context, input.key, times);
		case 'paste':
			return { ...handlePaste({ ...context, ui: { ...ui, panel: { kind: 'none' } } }, input.text), say: [] };
		case 'notice':
			return { ui, requests: [], say: [sentence(oneLine(input.text, 1000))] };
		case 'mouse':
			return { ui, requests: [], say: [] };
		case 'open-sessions':
			return { ui: withSessions(context, input), requests: [], say: [] };
		default:
			return { ui: changeState(ui, input), requests: [], say: [] };
	}
}

function questionLines(context: ScreenContext, before: UiState): readonly string[] {
	const now = context.ui.question;
	if (now === null) return [];
	const isChanged = before.question?.questionId === now.questionId;
	if (isChanged && before.question?.changedAt === now.changedAt) return [];
	return [...(isChanged ? ['This request changed:'] : []), ...(spokenQuestion(context)?.lines ?? [])];
}

function formLines(context: ScreenContext, said: number): readonly string[] {
	const forms = formsIn(context.ui);
	return forms !== null && forms.said !== said ? forms.spoken(context) : [];
}

function newsOf(context: ScreenContext, panel: LoadedPanel | null, said: unknown): readonly string[] {
	return panel !== null && panel.said.id !== said ? panel.said.lines(context) : [];
}

function handOverLines({ handOver }: UiState, before: string | null): readonly string[] {
	const now = handOver?.agent ?? null;
	if (now !== null)
		return now === before
			? []
			: [`The draft is now the first prompt for ${now}. Enter hands over; escape leaves everything as it was.`];
	return before === null ? [] : [`The draft is no longer the first prompt for ${before}.`];
}

function isWorking({ turn, questions }: SessionState): boolean {
	return turn !== null && questions.length === 0;
}

function stillWorking(session: SessionState, now: number, saidAt: number): readonly string[] {
	const { turn } = session;
	if (turn === null || !isWorking(session) || now - saidAt < STILL_WORKING) return [];
	return [`Still working, ${spokenTime(now - turn.startedAt)}. Escape stops.`];
}

function followComposer(ui: UiState): UiState {
	const columns = textColumns(draftWidth(ui), PROMPT);
	const composer = reduceComposer(ui.composer, { type: 'columns', columns });
	return composer === ui.composer ? ui : { ...ui, composer };
}

function draftWidth({ columns }: UiState): number {
	return Math.max(4, columns - 1);
}

function draftRows(context: ScreenContext): Pick<LinearFrame, 'rows' | 'cursor'> {
	const { ui } = context;
	const field = panelOfSignIn(context)?.line(context)?.apart?.(draftWidth(ui));
	if (field !== undefined) return { rows: [field], cursor: { x: Math.min(ui.columns - 1, cellWidth(field)), y: 0 } };
	const drawn = renderComposer(ui.composer, {
		width: draftWidth(ui),
		maxRows: Math.max(1, ui.rows - 2),
		prompt: PROMPT,
		placeholder: '',
	});
	const { cursor } = drawn;
	return { rows: drawn.lines.map(lineText), cursor: cursor === null ? null : { x: cursor.column, y: cursor.row } };
}
