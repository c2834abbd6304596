import type { Key } from '../../terminal/key.js';
import { act, onComposerAction } from '../actions/composer-keys.js';
import { keepWords } from '../actions/end-turn.js';
import { onGlobalAction } from '../actions/global-keys.js';
import { choose } from '../actions/panel-keys.js';
import { composerContexts, reduceComposer } from '../composer/composer.js';
import type { ActionId } from '../keys/bindings.js';
import type { KeyContext } from '../keys/context.js';
import { helpLines } from '../keys/help.js';
import { resolve, typedText } from '../keys/resolve.js';
import type { BindingTable } from '../keys/table.js';
import { acceptEdits } from '../questions/accept-edits.js';
import { wordsAnswer } from '../questions/agent-question.js';
import { mayAnswer } from '../questions/answer-guard.js';
import { answerByLetter, answerRow, onQuestionAction } from '../questions/question-keys.js';
import { commandHelp, localCommands } from '../slash-commands/commands.js';
import type { ScreenContext } from '../state/context.js';
import { emptyLayout } from '../state/screen-layout.js';
import { show, tell, type UiRequest, type UiStep } from '../state/step.js';
import { isDraftEmpty, type Picker, type UiState } from '../state/ui-state.js';
import { spokenQuestion } from './question.js';
import { oneLine, sentence } from './words.js';

/** What a key makes of the draft, wants of the world, and has to be read out. */
export type LinearStep = {
	readonly ui: UiState;
	readonly requests: readonly UiRequest[];
	readonly say: readonly string[];
};

/** What a number may have been meant for; both in ms since the epoch. */
export type LinearTimes = {
	/** When the draft was begun. */
	readonly since: number;
	/** When the last question went away. */
	readonly goneAt: number;
};

/** For so long somebody may still be answering a question that is gone. */
const STILL_ANSWERING = 700;

/** Keys that move over a screen that is not there. */
const WITHOUT_SCREEN = /^(?:scroll|transcript|toggle)-/;

/** Where keys go in this form: questions and lists are answered by numbers. */
const CONTEXTS: ReadonlySet<KeyContext> = new Set([
	'global',
	'empty-draft',
	'composer',
	'completion',
	'history-search',
]);

/**
 * What a key does where there is no screen. Pure. A number that was begun before a question came does not
 * answer it, and one that was meant for a question that is gone is not sent.
 */
export function linearKey(context: ScreenContext, key: Key, times: LinearTimes): LinearStep {
	const action = resolve(key, [...composerContexts(context.ui.composer), 'global'], context.table);
	const seen: ScreenContext = { ...context, ui: { ...context.ui, lastKeyAt: context.now } };
	if (action === null) {
		const text = typedText(key);
		if (text === null) return told(context, show(seen.ui));
		return told(context, act(seen, key.name === 'paste' ? { type: 'paste', text } : { type: 'text', text }));
	}
	if (action === 'submit' && seen.ui.composer.search === null) return submit(context, seen, times);
	if (WITHOUT_SCREEN.test(action))
		return { ...told(context, show(seen.ui)), say: ['This key needs the full screen; it does nothing here.'] };
	const step =
		action === 'dismiss'
			? dismiss(context, seen)
			: ((action === 'cycle-mode' ? acceptEdits(seen, context.ui.lastKeyAt) : null) ??
				onGlobalAction(seen, emptyLayout, action) ??
				onComposerAction(seen, action));
	return told(context, step);
}

/** A number answers the list or the question in front; everything else is sent. */
function submit(context: ScreenContext, seen: ScreenContext, { since, goneAt }: LinearTimes): LinearStep {
	const { ui, session } = seen;
	const text = ui.composer.draft.text.trim();
	const number = /^\d{1,2}$/.test(text) ? Number(text) : null;
	const emptied = { ...ui, composer: reduceComposer(ui.composer, { type: 'set-text', text: '' }) };
	if (ui.panel.kind === 'picker') {
		const closed: UiState = { ...emptied, panel: { kind: 'none' } };
		const item = number === null ? undefined : ui.panel.picker.items[number - 1];
		const { picker } = ui.panel;
		if (item?.choice.type === 'keep-turn') return told(context, show(keepWords(closed, picker)));
		if (item !== undefined) return told(context, choose(closed, item.choice));
		if (number !== null) return { ui: emptied, requests: [], say: [`There is no ${number} in the list.`] };
		if (text === '') return { ui: keepWords(closed, picker), requests: [], say: ['The list is closed.'] };
	}
	const spoken = spokenQuestion(seen);
	const question = session.questions[0];
	if (spoken !== null && question !== undefined && ui.question !== null) {
		const unsaid: ScreenContext = { ...context, ui: { ...context.ui, toast: null } };
		if (text === '') return { ui, requests: [], say: spoken.lines };
		if (text === 'o' && spoken.isCut) {
			const open = { ...emptied, question: { ...ui.question, isOpen: true } };
			return { ui: open, requests: [], say: spokenQuestion({ ...seen, ui: open })?.lines ?? [] };
		}
		if (number !== null) {
			if (since <= ui.question.shownAt)
				return { ui: emptied, requests: [], say: ['You began that before the question came. Type the number again.'] };
			const row = spoken.rows[number - 1];
			if (row === undefined)
				return {
					ui: emptied,
					requests: [],
					say: [`There is no answer ${number}. Type a number from 1 to ${spoken.rows.length}.`],
				};
			return told(unsaid, answerRow({ ...seen, ui: emptied }, question, row));
		}
		const byLetter = answerByLetter({ ...seen, ui: emptied }, question, spoken.rows, text);
		if (byLetter !== null) {
			if (since <= ui.question.shownAt)
				return { ui: emptied, requests: [], say: ['You began that before the question came. Type it again.'] };
			return told(unsaid, byLetter);
		}
	}
	const answer =
		question !== undefined && since > (ui.question?.shownAt ?? Infinity) ? wordsAnswer(question, text) : null;
	if (answer !== null && !text.startsWith('/')) return told(context, tell(emptied, answer));
	// Withdrawn, and not said yet; or a moment ago.
	const isGone = question === undefined && (ui.question !== null || since <= goneAt + STILL_ANSWERING);
	if (number !== null && isGone) {
		return {
			ui: emptied,
			requests: [],
			say: ['The question is gone, so the number was not sent. Type it again to send it.'],
		};
	}
	// Without a screen words answer nothing: they wait until the turn is over.
	const later = ui.question === null ? null : { ...ui.question, isDraftOlder: true };
	const closed: UiState = { ...ui, panel: { kind: 'none' }, question: later };
	const step = onComposerAction({ ...seen, ui: closed }, 'submit');
	return told(context, ui.panel.kind === 'picker' ? { ...step, ui: keepWords(step.ui, ui.panel.picker) } : step);
}

/** esc: the list, then the second step of a question, then the question by its safe answer, then the turn. */
function dismiss(context: ScreenContext, seen: ScreenContext): UiStep {
	const { ui, session } = seen;
	if (ui.panel.kind === 'picker') return show(keepWords({ ...ui, panel: { kind: 'none' } }, ui.panel.picker));
	if (ui.panel.kind !== 'none') return show({ ...ui, panel: { kind: 'none' } });
	const question = session.questions[0];
	const layout = { ...emptyLayout, answers: spokenQuestion(seen)?.rows ?? [] };
	if (
		question !== undefined &&
		ui.question !== null &&
		mayAnswer(ui.question, isDraftEmpty(ui), context.ui.lastKeyAt, context.now)
	) {
		const action: ActionId =
			ui.question.always !== null ? 'rule-back' : question.kind === 'exit-plan' ? 'plan-dismiss' : 'ask-dismiss';
		const closed: UiState = { ...ui, question: { ...ui.question, isOpen: false } };
		const step = onQuestionAction({ ...seen, ui: closed }, layout, action);
		if (step !== null) return step;
	}
	return onGlobalAction(seen, layout, 'dismiss') ?? show(ui);
}

/** The words for what a step would show on a screen. */
function told(context: ScreenContext, { ui, requests }: UiStep): LinearStep {
	const { ui: before, table } = context;
	const say: string[] = [];
	if (ui.toast !== null && ui.toast !== before.toast) say.push(sentence(oneLine(ui.toast.text)));
	if (ui.panel.kind === 'help')
		return { ui: { ...ui, panel: { kind: 'none' } }, requests, say: [...say, ...help(table)] };
	if (ui.panel.kind === 'picker' && ui.panel !== before.panel) say.push(...list(ui.panel.picker));
	if (
		ui.question !== null &&
		before.question?.questionId === ui.question.questionId &&
		before.question.always !== ui.question.always
	) {
		say.push(...(spokenQuestion({ ...context, ui })?.lines ?? []));
	}
	return { ui, requests, say };
}

function list({ title, items }: Picker): readonly string[] {
	const rows = items.flatMap(({ label, detail, isCurrent, group }, index) => {
		const heading = group === undefined || group === items[index - 1]?.group ? [] : [`${oneLine(group)}:`];
		// Some lists bring numbers of their own.
		const name = oneLine(label).replace(new RegExp(`^${index + 1} `), '');
		const words = sentence([name, oneLine(detail)].filter(Boolean).join(', '));
		return [...heading, `${index + 1} ${words}${isCurrent ? ' Current.' : ''}`];
	});
	const type = items[0]?.choice.type;
	const how =
		type === 'rule'
			? '/permissions remove NUMBER takes one of yours back.'
			: type === 'queue'
				? 'Alt and up takes the last one back into the draft.'
				: 'Type a number and press enter; enter alone closes the list.';
	return [`${oneLine(title)}:`, ...rows, how];
}

function help(table: BindingTable): readonly string[] {
	const bindings = table.bindings.filter(({ context, id }) => CONTEXTS.has(context) && !WITHOUT_SCREEN.test(id));
	const groups = helpLines({ ...table, bindings });
	return [
		'Commands:',
		...localCommands.map(
			(command) =>
				`/${command.name}${command.hint === undefined ? '' : ` ${command.hint}`}: ${sentence(commandHelp(command))}`,
		),
		'A spoken: type the number of an answer, or y, a or n, and press enter; esc rejects.',
		'A list: type a number and press enter; enter alone closes it.',
		...groups.flatMap(({ group, rows }) => [
			`Keys, ${group}:`,
			...rows.map(({ keys, help: words }) => `${keys}: ${sentence(words)}`),
		]),
	];
}
