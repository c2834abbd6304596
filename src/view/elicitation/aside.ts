import type { FormElicitationQuestion } from '../../core/session/questions/question.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { truncate } from '../../core/text/width.js';
import { keyLabel } from '../../terminal/key.js';
import type { Keymap } from '../keys/keymap.js';
import { type Line, type Span, styled } from '../line.js';
import { mayAnswer } from '../questions/answer-guard.js';
import { clipLine } from '../spans.js';
import { isDraftEmpty } from '../state/ui-state.js';
import * as messages from './messages.js';
import type { FormScene } from './scene.js';

/** The key that goes between a form and the draft; empty where it has none. */
export function answerKey(table: Keymap): string {
	const key = table.keys.get('answer-form')?.[0];
	return key === undefined ? '' : keyLabel(key);
}

/** What follows the name of who asks: how many questions there are, and where keys go. */
export function asideOf({ context, view, asked }: FormScene): readonly Span[] {
	const { session, ui, now, table, beside = [] } = context;
	const count = session.questions.length + beside.length;
	const others = count > 1 ? [styled(messages.question(1, count), { color: 'warning' as const })] : [];
	const isAuto = view.focus === 'auto' && isDraftEmpty(ui);
	if (isAuto && !mayAnswer(asked, true, ui.lastKeyAt, now))
		return [...others, styled(messages.KEYS_WAIT, { color: 'muted' })];
	const key = answerKey(table);
	const isAtDraft = view.focus === 'draft' || (view.focus === 'auto' && !isDraftEmpty(ui));
	return isAtDraft && key !== '' ? [...others, styled(messages.KEYS_AT_DRAFT(key), { color: 'info' })] : others;
}

/** The row of forms that wait beside the turn. */
export function besideLine(
	{ agent, message, form }: FormElicitationQuestion,
	count: number,
	key: string,
	columns: number,
): Line {
	const more = count > 1 ? messages.moreBeside(count - 1) : '';
	const what = form.fields[0]?.title ?? message;
	const keys = key === '' ? '' : ` · ${messages.answersIt(key)}`;
	const head = `◇ ${messages.beside(truncate(sanitizeLine(agent), 24))}${more}`;
	const room = columns - 3 - head.length - keys.length;
	const words = room < 12 ? '' : `: ${truncate(sanitizeLine(what), room - 2)}`;
	return clipLine(
		[styled(` ${head}`, { color: 'warning' }), styled(words, { color: 'text' }), styled(keys, { color: 'muted' })],
		columns,
	);
}
