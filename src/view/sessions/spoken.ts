import type { SessionRow } from '../../core/session-index.js';
import type { SessionPreview } from '../../core/session-list.js';
import { ageText } from '../../core/text/age.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { money } from '../money.js';
import { oneLine, sentence, textLines } from '../spoken-text.js';
import { shortDirectory } from '../status/session-words.js';
import { placeWords, type RowContext, stateWords, titleOf } from './session-row.js';
import * as messages from './sessions-messages.js';

export function readingWords(preview: SessionPreview): readonly string[] {
	if (preview.problem !== null) return [sentence(oneLine(preview.problem))];
	const said = preview.exchanges.flatMap(({ prompt, answer }) => [
		...textLines(`${messages.spoken.you} ${prompt}`),
		...textLines(answer),
	]);
	const before = preview.earlier === 0 ? [] : [sentence(messages.earlierExchanges(preview.earlier))];
	return [...before, ...said, messages.spoken.endOfReading];
}

/** A session as it is read out; `excerpt`: what was said in it that a search found. */
export function rowSentence(session: SessionRow, excerpt: string | null | undefined, row: RowContext): string {
	const { list } = row;
	const { updatedAt, agent, branch, prompts, cost, cwd } = session;
	const words = [
		oneLine(titleOf(session)),
		...stateWords(session, row),
		...(updatedAt === 0 ? [] : [ageText(updatedAt, row.now)]),
		...(list?.scope === 'all' ? [shortDirectory(cwd, row.home)] : []),
		oneLine(agent, 40),
		...(branch === null ? [] : [`branch ${sanitizeLine(branch)}`]),
		...(prompts === 0 ? [] : [counted(prompts, 'prompt')]),
		...(cost === null ? [] : [money(cost)]),
		...placeWords(session, list),
		...(excerpt == null ? [] : [messages.spoken.said(oneLine(excerpt, 160))]),
	];
	return sentence(words.join(', '));
}
