import { eachEntry } from '../../core/session/entries/entry-list.js';
import type { SessionState } from '../../core/session/state.js';
import type { SubagentNode } from '../../core/session/subagent-tree.js';
import { activeTime, type Subagent } from '../../core/subagents/subagent.js';
import { announceEntry } from '../linear/entry-announcement.js';
import { oneLine, sentence, spokenTime } from '../spoken-text.js';
import type { ScreenContext } from '../state/context.js';
import { endWords, questionOf, questionWords, statusWords, titleOf, tokensText, wholeOf } from './figures.js';
import * as messages from './subagents-messages.js';
import { entriesOfCard } from './transcript-view.js';

/** Of a transcript so many entries are read out, the last ones. */
const MOST_ENTRIES = 30;

/** A row of the tree as it is read out. */
export function rowWords(context: ScreenContext, { subagent, depth }: SubagentNode): string {
	const session = wholeOf(context);
	const question = questionOf(context, subagent);
	const tokens = tokensText(subagent);
	const took = activeTime(subagent, context.now);
	const parent = depth === 0 ? undefined : session.subagents?.get(subagent.parentId ?? '');
	const words = [
		oneLine(titleOf(subagent)),
		...(parent === undefined ? [] : [messages.spoken.of(oneLine(titleOf(parent), 40))]),
		statusWords(subagent),
		...(question === undefined ? [] : [messages.asks(oneLine(questionWords(question, session.cwd)))]),
		...(took < 1000 ? [] : [spokenTime(took)]),
		...(subagent.toolCalls === 0 ? [] : [messages.calls(subagent.toolCalls)]),
		...(tokens === '' ? [] : [messages.tokens(tokens)]),
		endWords(subagent),
	];
	return words.filter((word) => word !== '').join(', ');
}

export function transcriptWords(session: SessionState, { cardId }: Subagent): readonly string[] {
	const entries = entriesOfCard(session, cardId);
	if (entries === null) return [sentence(messages.GONE)];
	const all = [...eachEntry(entries)];
	const lines = all.slice(-MOST_ENTRIES).flatMap((entry) => announceEntry(entry, null, session.cwd).lines);
	const earlier = all.length > MOST_ENTRIES ? [messages.spoken.earlier(all.length - MOST_ENTRIES)] : [];
	return [...earlier, ...(lines.length === 0 ? [messages.NOTHING_YET] : lines), messages.spoken.end];
}
