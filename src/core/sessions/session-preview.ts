import { fieldsOf } from '../is-record.js';
import type { SessionPreview } from '../session-list.js';
import { parseLines } from './log-format.js';

const MOST_EXCHANGES = 6;
const MOST_CHARACTERS = 3000;

type Exchange = { prompt: string; answer: string; messageId?: unknown };

/** From the last lines of a log; invalid ones are skipped. `prompts`: number of prompts of the session. */
export function previewOf(lines: readonly string[], prompts: number): SessionPreview {
	const waiting = new Map<string, string>();
	const exchanges: Exchange[] = [];
	for (const line of lines) {
		const { event, turn } = fieldsOf(parseLines(line)[0]);
		const { type, prompt } = fieldsOf(event);
		const { id, text } = fieldsOf(prompt);
		if ((type === 'prompt' || type === 'steer') && typeof id === 'string' && typeof text === 'string')
			waiting.set(id, text);
		const { promptId } = fieldsOf(turn);
		const { answer, promptId: steered } = fieldsOf(event);
		if (answer === 'injected' && typeof steered === 'string')
			exchanges.push({ prompt: waiting.get(steered) ?? '', answer: '' });
		if (typeof promptId === 'string') exchanges.push({ prompt: waiting.get(promptId) ?? '', answer: '' });
		takeSaid(exchanges, event);
	}
	const shown = exchanges.filter((each) => each.prompt !== '' || each.answer !== '').slice(-MOST_EXCHANGES);
	return {
		exchanges: shown.map(({ prompt, answer }) => ({
			prompt: prompt.slice(0, MOST_CHARACTERS),
			answer: answer.slice(-MOST_CHARACTERS),
		})),
		earlier: Math.max(0, prompts - shown.length),
		problem: null,
	};
}

function takeSaid(exchanges: Exchange[], event: unknown): void {
	const { type, role, text, parentId, messageId, events } = fieldsOf(event);
	if (type === 'history' && Array.isArray(events)) {
		for (const each of events) takeSaid(exchanges, each);
		return;
	}
	const last = exchanges.at(-1);
	const isOther = type === 'text' && role === 'agent' && parentId === undefined && messageId !== last?.messageId;
	// Text after a tool call, and another message, is a paragraph of its own.
	if ((type === 'tool' || isOther) && last !== undefined && last.answer !== '')
		last.answer = `${last.answer.trimEnd()}\n\n`;
	if (type !== 'text' || typeof text !== 'string' || parentId !== undefined) return;
	if (role === 'user') {
		if (last !== undefined && last.answer === '' && last.prompt !== '') last.prompt += text;
		else exchanges.push({ prompt: text, answer: '' });
	}
	if (role === 'agent') {
		if (last === undefined) exchanges.push({ prompt: '', answer: text, messageId });
		else Object.assign(last, { answer: (last.answer + text).slice(-2 * MOST_CHARACTERS), messageId });
	}
}
