import { defined } from '../core/defined.js';
import { lastFrom } from '../core/once.js';
import type { Entry } from '../core/session/entries/entry.js';
import { emptyEntries, entryAt } from '../core/session/entries/entry-list.js';
import { runningCommand } from '../core/session/entries/user-commands.js';
import type { SessionState } from '../core/session/state.js';
import { subagentsAtWork } from '../core/session/subagent-tree.js';
import { weakMemo } from '../core/weak-memo.js';
import { withRequestedAction } from './actions/actions.js';
import { DIGIT_WAITS, settleFirstKey } from './actions/first-key.js';
import { followEditor } from './actions/focused-line.js';
import { handleKey, handlePaste } from './actions/handle-key.js';
import { driftSelection, handleMouse, pointAt } from './actions/handle-mouse.js';
import { settlePending } from './actions/pending-key.js';
import { advanceSearch, isSearching } from './actions/search-actions.js';
import { changeState, followPanel, type TakenInput, type View, type ViewStep, withSessions } from './advance.js';
import type { CompletionSources } from './composer/completion.js';
import { reduceComposer } from './composer/composer.js';
import { textColumns } from './composer/render-draft.js';
import { composerWidth } from './frame/composer-region.js';
import { type Frame, renderFrame } from './frame/frame.js';
import { answerPlaces, targetAt, underPointer } from './frame/targets.js';
import { PENDING_FOR, readyAt } from './panel/guard.js';
import { panelIn } from './panel/loaded-panel.js';
import { openAsked } from './pickers/recovery-panels.js';
import { answerableAt } from './questions/early-keys.js';
import { followQuestion } from './questions/follow-question.js';
import { followRewind } from './rewind/follow-rewind.js';
import { followSignIn } from './sign-in/in-front.js';
import { lookForAgents } from './slash-commands/argument-choices.js';
import { completionSources } from './slash-commands/commands.js';
import { ownChoices } from './slash-commands/own-commands.js';
import type { ScreenContext } from './state/context.js';
import { followEntries, followLayout, isShifted } from './state/follow-places.js';
import { isPointing } from './state/mouse-state.js';
import type { ScreenLayout } from './state/screen-layout.js';
import { screenColumns, withSidePanel } from './state/side-panel.js';
import { inSubagentView } from './state/subagent-view.js';
import { SPINNER_STEP } from './state/transcript-context.js';
import type { UiState } from './state/ui-state.js';
import { show, toast, type UiStep, withoutLoading } from './state/ui-step.js';
import { nextTick } from './time-left.js';
import { anchorAt, type Position } from './transcript/position.js';
import { isCardActive } from './transcript/tool/subagent-card.js';

export function screenView(render: (context: ScreenContext) => Frame = renderFrame): View<Frame> {
	const draw = (given: ScreenContext, seen: Frame): ViewStep<Frame> => {
		// Places in another transcript say nothing about this one.
		const before = isOf(seen, given.ui) ? seen : { ...seen, entries: emptyEntries };
		const context = { ...given, ui: followSession(given, before, render === renderFrame) };
		const cardId = context.ui.subagentView?.cardId;
		const { panel } = context.ui;
		// Until the code of a panel is loaded the screen stays: a question does not go and the tasks do not unfold for that.
		const shown = panel.kind === 'loading' ? { ...context, ui: withoutLoading(context.ui, panel) } : context;
		const drawn = { ...render(shown), ...defined({ cardId }) };
		const frame = underPointer(drawn, isPointing(context.ui) ? (context.ui.pointer ?? null) : null);
		const ui = followLayout(context.ui, context.session.entries, frame.moved);
		// Below the scrollback there is no window.
		const inSight = frame.window.rows.length === 0 ? null : frame.window.rows;
		const placed = followAnswers(followAnchor(ui, frame), seen, frame, context.now);
		return { ui: placed, frame, requests: [], wakeAt: nextWakeUp(context, inSight) };
	};
	return {
		quietly(ui, frame, input) {
			if (input.type !== 'mouse' || input.event.kind !== 'move') return null;
			const pointed = pointAt(ui, input.event);
			const before = ui.pointer == null ? null : targetAt(frame, ui.pointer);
			return pointed === ui || targetAt(frame, input.event) === before ? pointed : null;
		},
		take(given, frame, input) {
			const context = inSubagentView(given);
			const isPlaced = input.type === 'key' || input.type === 'mouse';
			if (!isPlaced || (isOf(frame, context.ui) && !isShifted(frame.entries, context.session.entries))) {
				return { ...onInput(context, frame, input), frame };
			}
			// Entries came between others: places on the screen that was seen are others by now.
			const current = draw(context, frame);
			return { ...onInput({ ...context, ui: current.ui }, current.frame, input), frame: current.frame };
		},
		follow(given, frame) {
			const context = inSubagentView(given);
			const { ui, requests } = settlePending(context, frame) ?? settleFirstKey(context) ?? show(context.ui);
			const followed = followPanel({ ...context, ui });
			const edited = followEditor({ ...context, ui: followed.ui });
			const step = draw(inSubagentView({ ...given, ui: edited.ui }), frame);
			return { ...step, requests: [...requests, ...followed.requests, ...edited.requests] };
		},
	};
}

function isOf({ cardId }: Frame, { subagentView }: UiState): boolean {
	return cardId === subagentView?.cardId;
}

function onInput(context: ScreenContext, frame: Frame, input: TakenInput): UiStep {
	const { ui, requests } = withRequestedAction(context, frame, takeInput(context, frame, input));
	return { ui, requests: [...requests, ...lookForAgents(context.ui, { ...context, ui })] };
}

function takeInput(context: ScreenContext, frame: Frame, input: TakenInput): UiStep {
	switch (input.type) {
		case 'key':
			// A key hides what the pointer marks.
			return handleKey({ ...context, ui: { ...context.ui, pointer: null } }, frame, input.key);
		case 'paste':
			return handlePaste(context, input.text);
		case 'mouse':
			return handleMouse(context, frame, input.event, targetAt(frame, input.event));
		case 'notice':
			return show(toast(context.ui, input.text, context.now, input.lasting));
		case 'open-sessions':
			return show(withSessions(context, input));
		default:
			return show(changeState(context.ui, input));
	}
}

function followSession(context: ScreenContext, before: Frame, canHaveSide: boolean): UiState {
	const { session, now, table } = context;
	const fitted = canHaveSide ? withSidePanel(context.ui, context.whole ?? session) : context.ui;
	let ui = followEntries(fitted, before.entries, session.entries);
	ui = followSignIn({ ...context, ui: followQuestion(ui, session.questions[0], now, table) });
	const sourced = reduceComposer(ui.composer, { type: 'sources', sources: sourcesOf(context) });
	const composer = reduceComposer(sourced, {
		type: 'columns',
		columns: textColumns(composerWidth({ ...ui, columns: screenColumns(ui) }), '> '),
	});
	if (composer !== ui.composer) ui = { ...ui, composer };
	return followScreen({ ...context, ui }, before);
}

/** By the list of commands: what completes is compared by identity downstream, so it changes only when it has to. */
const cachedSources = weakMemo((_: SessionState['commands']) => lastFrom<CompletionSources>());

function sourcesOf(context: ScreenContext): CompletionSources {
	const { session, lookups } = context;
	const own = ownChoices(context);
	const from = [own, session.configOptions, session.mode.isBypassAllowed, session.profile, lookups.agents];
	return cachedSources(session.commands)(from, () => completionSources(session, own, lookups.agents ?? undefined));
}

/** The anchor of what was drawn, and what was seen of it. While the mouse button is down nothing scrolls, even at a growing end. */
function followAnchor(ui: UiState, { window, entries }: Frame): UiState {
	const isDragging = ui.selection?.isDragging === true && window.firstVisible !== null;
	const anchor = isDragging ? anchorAt(window.firstVisible) : window.anchor;
	const { cardId } = ui.subagentView ?? {};
	const isSeen = !window.isAtEnd || (ui.seen?.count === entries.size && ui.seen.cardId === cardId);
	if (anchor === ui.anchor && isSeen) return ui;
	return { ...ui, anchor, ...(isSeen ? {} : { seen: { cardId, count: entries.size } }) };
}

function followAnswers(ui: UiState, seen: Frame, frame: Frame, now: number): UiState {
	if (ui.question === null || answerPlaces(seen) === answerPlaces(frame)) return ui;
	return { ...ui, question: { ...ui.question, placedAt: now } };
}

function followScreen(context: ScreenContext, layout: ScreenLayout): UiState {
	const drifted = driftSelection(context, layout);
	const searched = advanceSearch({ ...context, ui: drifted }, layout);
	const ui = settled({ ...context, ui: searched });
	return followRewind(context.session, openAsked({ ...context, ui }), context.now);
}

function settled({ session, ui }: ScreenContext): UiState {
	const { selection } = ui;
	const isGone =
		selection !== null &&
		(selection.columns !== ui.columns ||
			Math.max(selection.anchor.entry, selection.head.entry) >= session.entries.size);
	const isCursorGone = ui.cursor !== null && ui.cursor >= session.entries.size;
	if (!isGone && !isCursorGone) return ui;
	return { ...ui, selection: isGone ? null : selection, cursor: isCursorGone ? null : ui.cursor };
}

/** In ms since the epoch; null: no timer runs. `inSight`: the lines of the transcript on the screen, where known. */
export function nextWakeUp(context: ScreenContext, inSight: readonly Position[] | null = null): number | null {
	const { session, ui, now } = context;
	const times: number[] = [];
	const isStarting = session.connection.phase === 'starting' || session.connection.phase === 'opening';
	const isAfter = (session.outlived ?? 0) > 0;
	if (
		session.turn !== null ||
		(isStarting && session.reopening?.wait === undefined) ||
		isAfter ||
		runningCommand(session) !== null
	) {
		const isWaiting = session.questions.length > 0;
		const step = isWaiting || ui.appearance.isMotionReduced ? 1000 : SPINNER_STEP;
		times.push(now - (now % step) + step);
	}
	const failed = session.turn === null ? session.failed : undefined;
	for (const { wait } of [failed ?? {}, session.reopening ?? {}, session.recovery ?? {}])
		if (wait !== undefined && wait.until > now) times.push(nextTick(wait.until, now));
	if (ui.signIn !== null) {
		const ready = readyAt(ui.signIn.focusedAt, ui);
		if (ready > now) times.push(ready);
		if (ui.signIn.step.type === 'running') times.push(now - (now % 1000) + 1000);
	}
	if (isClockInSight(context, inSight)) times.push(now - (now % 1000) + 1000);
	const panelTime = panelIn(ui)?.wakeAt(context) ?? null;
	if (panelTime !== null) times.push(panelTime);
	if (ui.firstKey != null) times.push(Math.max(now + 1, ui.firstKey.since + DIGIT_WAITS));
	if (ui.toast !== null && ui.toast.until > now) times.push(ui.toast.until);
	if (ui.question !== null && session.questions.length > 0) {
		const ready = answerableAt(ui.question, ui);
		if (ready > now) times.push(ready);
		if (ui.question.pendingKey !== null) times.push(Math.max(now + 1, ui.question.pendingKey.since + PENDING_FOR));
	}
	if (ui.selection?.isDragging === true && ui.selection.drift !== 0)
		times.push(Math.max(now + 1, ui.selection.driftAt));
	if (isSearching({ session, ui })) times.push(now + 1);
	return times.length === 0 ? null : Math.min(...times);
}

function isClockInSight({ session, ui }: ScreenContext, inSight: readonly Position[] | null): boolean {
	if (subagentsAtWork(session) === 0) return false;
	if (ui.subagentView != null || inSight === null) return true;
	const isActive = (entry: Entry | undefined): boolean => entry?.kind === 'tool' && isCardActive(entry, session);
	return inSight.some(({ entry }) => isActive(entryAt(session.entries, entry)));
}
