import { type ContentBlock, isForAssistantOnly } from '../../core/content.js';
import { isComplete } from '../../core/session/entries/call-outcome.js';
import type {
	BlockEntry,
	ChangesEntry,
	Entry,
	MessageEntry,
	NoteEntry,
	TurnEndEntry,
} from '../../core/session/entries/entry.js';
import { foldPastes } from '../../core/session/entries/pastes.js';
import { counted } from '../../core/text/counted.js';
import { fenceAfter, type OpenFence } from '../../core/text/fences.js';
import { withoutBold } from '../../core/text/inline-marks.js';
import { lastWords } from '../../core/text/last-words.js';
import { isOpenCall } from '../../core/tool-call.js';
import { failedHint, retryReason } from '../retry/retry-messages.js';
import { lineText } from '../spans.js';
import { firstLines, oneLine, sentence, spokenTime, textLines } from '../spoken-text.js';
import { agentOnlySummary } from '../transcript/entries/agent-only.js';
import { blockSummary } from '../transcript/entries/block-summary.js';
import { commandCall } from '../transcript/tool/card-lines.js';
import { omitted, stopWords } from '../transcript/transcript-messages.js';
import { spokenUsage } from '../usage/usage-text.js';
import { announceCall } from './tool-announcement.js';

export type AnnouncedEntry = {
	readonly entry: Entry;
	readonly characters: number;
	/** Characters of a message without a further line break: only later ones are searched for one. */
	readonly searched: number;
	readonly isBegun: boolean;
	/** The block of code that is open where it ends. */
	readonly fence: OpenFence | undefined;
};

export type EntryAnnouncement = { readonly lines: readonly string[]; readonly announced: AnnouncedEntry };

/** Lines of a prompt or a note; longer ones are in the transcript that /export writes. */
const MOST_LINES = 40;

/** `isHeard`: the detail of a note was read out before. */
export function announceEntry(
	entry: Entry,
	before: AnnouncedEntry | null,
	cwd: string,
	isReadOut = false,
): EntryAnnouncement {
	if (before?.entry === entry) return { lines: [], announced: before };
	if (entry.kind === 'message') return announceMessage(entry, before);
	return { lines: entryLines(entry, before?.entry ?? null, cwd, isReadOut), announced: { entry, ...NOTHING } };
}

export function isSettled(entry: Entry): boolean {
	if (entry.kind === 'tool') return !isOpenCall(entry.call);
	return isComplete(entry) && !(entry.kind === 'changes' && entry.isTampering);
}

/** Whole lines only while the message grows: a word must not be read out in two halves. */
function announceMessage(entry: MessageEntry, before: AnnouncedEntry | null): EntryAnnouncement {
	const { text, isStreaming } = entry;
	const { characters: from, searched, isBegun } = before ?? NOTHING;
	const newline = isStreaming ? text.slice(searched).lastIndexOf('\n') : -1;
	const until = isStreaming ? (newline < 0 ? from : searched + newline + 1) : text.length;
	let { fence } = before ?? NOTHING;
	const lines = textLines(text.slice(from, until)).map((line) => {
		fence = fenceAfter(line, fence);
		return fence === undefined ? withoutBold(line) : line;
	});
	const [first = '', ...rest] = lines;
	return {
		lines: lines.length > 0 && !isBegun ? [`Agent: ${first}`, ...rest] : lines,
		announced: { entry, characters: until, searched: text.length, isBegun: isBegun || lines.length > 0, fence },
	};
}

const NOTHING = { characters: 0, searched: 0, isBegun: false, fence: undefined };

function entryLines(
	entry: Exclude<Entry, MessageEntry>,
	before: Entry | null,
	cwd: string,
	isReadOut: boolean,
): readonly string[] {
	switch (entry.kind) {
		case 'user': {
			if (before !== null) return [];
			const [first = '', ...rest] = firstLines(textLines(foldPastes(entry.text, entry.pastes)), MOST_LINES);
			const blocks = entry.blocks.map((block) => `With it: ${sentence(summaryOf(block))}`);
			return [
				`${entry.isSteered === true ? 'You, into the running turn' : 'You'}: ${first}`,
				...rest,
				...blocks,
				...(entry.sentAlong === undefined ? [] : textLines(entry.sentAlong)),
			];
		}
		case 'thought':
			if (before === null) return ['The agent is thinking.'];
			return entry.isStreaming || entry.endedAt === undefined
				? []
				: [`The agent thought for ${spokenTime(entry.endedAt - entry.at)}.`];
		case 'block':
			if (isForAssistantOnly(entry.block)) return agentOnlyBlock(entry, before);
			return before === null ? [`Agent sent: ${sentence(summaryOf(entry.block))}`] : [];
		case 'tool':
			return announceCall(before?.kind === 'tool' ? before.call : null, entry.call, cwd, entry.childSteps);
		case 'user-command': {
			const known = before?.kind === 'user-command' ? commandCall(before.command) : null;
			return announceCall(known, commandCall(entry.command), cwd);
		}
		case 'note': {
			const hasEnded = before?.kind === 'note' && before.progressOf !== undefined && entry.progressOf === undefined;
			return before === null || hasEnded ? noteLines(entry, isReadOut) : [];
		}
		case 'compaction':
			if (before?.kind === 'compaction' && before.status === entry.status) return [];
			return [`Context compaction: ${entry.status === 'in_progress' ? 'started' : entry.status}.`];
		case 'changes':
			return changesLines(entry, before?.kind === 'changes' ? before : null);
		case 'unknown':
			return before === null ? [`Unknown from the agent: ${oneLine(entry.label)}. ${oneLine(entry.json)}`.trim()] : [];
		case 'turn-end':
			return before === null ? endLines(entry) : [];
	}
}

/** One line, once all of the block came. */
function agentOnlyBlock(entry: BlockEntry, before: Entry | null): readonly string[] {
	const isNews = before === null || (before.kind === 'block' && before.isStreaming === true);
	return isNews && entry.isStreaming !== true ? [`Agent sent: ${sentence(agentOnlySummary([entry.block]))}`] : [];
}

function summaryOf(block: ContentBlock): string {
	return lineText(blockSummary(block, 200)).trim();
}

const LEVELS: Readonly<Record<NoteEntry['level'], string>> = { info: 'Note', warning: 'Warning', error: 'Error' };

function noteLines(note: NoteEntry, isReadOut: boolean): readonly string[] {
	return [
		`${LEVELS[note.level]}${note.from === 'agent' ? ' from the agent' : ''}: ${sentence(oneLine(note.title, 1000))}`,
		...(note.usage !== undefined
			? spokenUsage(note.usage)
			: note.isTail === true
				? spokenLastWords(note.detail)
				: firstLines(textLines(isReadOut ? '' : (note.detail ?? '')), MOST_LINES)),
		...(note.hint === undefined ? [] : [`Hint: ${sentence(oneLine(note.hint, 1000))}`]),
	];
}

function spokenLastWords(detail = ''): readonly string[] {
	const { line, others } = lastWords(textLines(detail).join('\n'));
	return line === '' ? [] : others === 0 ? [line] : [line, `${omitted.lines(others)}.`];
}

function changesLines(entry: ChangesEntry, before: ChangesEntry | null): readonly string[] {
	const known = new Set(before?.files.map((file) => file.path) ?? []);
	const files = entry.files.filter((file) => !known.has(file.path));
	if (files.length === 0) return [];
	const names = files
		.slice(0, 8)
		.map((file) => `${oneLine(file.path)}${file.kind === 'modified' ? '' : ` (${file.kind})`}`);
	const more = files.length > names.length ? `, and ${files.length - names.length} more` : '';
	const count = counted(files.length, 'file');
	const changed = entry.isTampering ? `Warning: ${count} changed while plan mode is on` : `${count} changed`;
	return [
		`${changed}: ${names.join(', ')}${more}. /undo undoes this.`,
		...(entry.remark === undefined ? [] : [sentence(oneLine(entry.remark))]),
	];
}

function endLines(end: TurnEndEntry): readonly string[] {
	const time = spokenTime(end.at - end.startedAt);
	const { failure } = end;
	const hint = failure === undefined ? '' : end.reason === 'agent-exit' ? (failure.hint ?? '') : failedHint(failure);
	const more = [
		...(end.reason === 'agent-exit' ? spokenLastWords(failure?.detail) : textLines(failure?.detail ?? '').slice(0, 10)),
		...(hint === '' ? [] : [`Hint: ${sentence(oneLine(hint, 600))}`]),
	];
	if (end.retry !== undefined) return [retryLine(end, end.retry)];
	switch (end.reason) {
		case 'end_turn':
			if (failure !== undefined) return [`The turn failed. ${sentence(oneLine(failure.message))}`, ...more];
			return [`Done. ${time}.`];
		case 'cancelled':
			return [`${stopWords(end, time)}.`];
		case 'refusal':
			return [`The agent refused to go on. ${time}.`];
		case 'max_tokens':
			return [`The answer reached the token limit. ${time}.`];
		case 'max_turn_requests':
			return [`The agent reached the limit of requests for one turn. ${time}.`];
		case 'unknown':
			return [`The turn ended: ${sentence(oneLine(end.word ?? '') || 'no reason given')} ${time}.`];
		case 'failed':
			return [`The turn failed. ${sentence(oneLine(failure?.message ?? ''))}`, ...more];
		case 'agent-exit':
			return [`The agent exited before the turn ended. ${oneLine(failure?.message ?? '')}`.trim(), ...more];
		case 'interrupted':
			return ['The turn was interrupted: acp-tui ended before it did.', ...more];
	}
}

function retryLine({ failure }: TurnEndEntry, retry: NonNullable<TurnEndEntry['retry']>): string {
	const reason = failure === undefined ? '' : retryReason(failure);
	const why = retry.count === 1 && failure !== undefined ? ` ${sentence(oneLine(failure.message))}` : '';
	const place = `${retry.count} of ${retry.limit}`;
	return `${reason}. Your prompt is sent again in ${spokenTime(retry.pauseMs)}, ${place}. Enter on an empty line sends it now, escape stops.${why}`;
}
