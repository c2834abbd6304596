import type { ChangesEntry, Entry, MessageEntry, NoteEntry, TurnEndEntry } from '../../core/session/entry.js';
import { foldPastes } from '../../core/session/pastes.js';
import { isOpenCall } from '../../core/session/tools.js';
import { lineText } from '../spans.js';
import { blockSummary } from '../transcript/entries/block-summary.js';
import { stopWords } from '../transcript/entries/turn-end.js';

import { commandCall } from '../transcript/user-command.js';
import { announceCall } from './tool-announcement.js';
import { counted, firstLines, oneLine, sentence, spokenTime, textLines } from './words.js';

/** What was read out of an entry. */
export type AnnouncedEntry = {
	readonly entry: Entry;
	/** Characters of a message that were read out. */
	readonly characters: number;
	/** Characters of a message that hold no further line break: only what follows is searched for one. */
	readonly searched: number;
	/** Whether any words of it were read out. */
	readonly isBegun: boolean;
};

/** What an entry says that was not said before. */
export type EntryAnnouncement = { readonly lines: readonly string[]; readonly announced: AnnouncedEntry };

/** Of a prompt or a note; what is longer is in the transcript that /export writes. */
const MOST_LINES = 40;

/** What is still to be read out of an entry; `before` is what was read out of it, null for a new entry. */
export function announceEntry(entry: Entry, before: AnnouncedEntry | null, cwd: string): EntryAnnouncement {
	if (before?.entry === entry) return { lines: [], announced: before };
	if (entry.kind === 'message') return announceMessage(entry, before);
	return {
		lines: entryLines(entry, before?.entry ?? null, cwd),
		announced: { entry, characters: 0, searched: 0, isBegun: false },
	};
}

/** Whether an entry has said all that it will. */
export function isSettled(entry: Entry): boolean {
	switch (entry.kind) {
		case 'message':
		case 'thought':
			return !entry.isStreaming;
		case 'tool':
			return !isOpenCall(entry.call);
		case 'user-command':
			return entry.command.status !== 'running';
		case 'compaction':
			return entry.status !== 'in_progress';
		case 'changes':
			return !entry.isTampering;
		case 'user':
		case 'block':
		case 'note':
		case 'unknown':
		case 'turn-end':
			return true;
	}
}

/** Whole lines only while it grows: a word must not be read out in two halves. */
function announceMessage(entry: MessageEntry, before: AnnouncedEntry | null): EntryAnnouncement {
	const { text, isStreaming } = entry;
	const { characters: from, searched, isBegun } = before ?? NOTHING;
	const newline = isStreaming ? text.slice(searched).lastIndexOf('\n') : -1;
	const until = isStreaming ? (newline < 0 ? from : searched + newline + 1) : text.length;
	const lines = textLines(text.slice(from, until));
	const [first = '', ...rest] = lines;
	return {
		lines: lines.length > 0 && !isBegun ? [`Agent: ${first}`, ...rest] : lines,
		announced: { entry, characters: until, searched: text.length, isBegun: isBegun || lines.length > 0 },
	};
}

const NOTHING = { characters: 0, searched: 0, isBegun: false };

function entryLines(entry: Exclude<Entry, MessageEntry>, before: Entry | null, cwd: string): readonly string[] {
	switch (entry.kind) {
		case 'user': {
			if (before !== null) return [];
			const [first = '', ...rest] = firstLines(textLines(foldPastes(entry.text, entry.pastes)), MOST_LINES);
			const blocks = entry.blocks.map((block) => `With it: ${sentence(lineText(blockSummary(block, 200)).trim())}`);
			return [
				`You: ${first}`,
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
			if (before !== null) return [];
			return [`Agent sent: ${sentence(lineText(blockSummary(entry.block, 200)).trim())}`];
		case 'tool':
			return announceCall(before?.kind === 'tool' ? before.call : null, entry.call, cwd, entry.family);
		case 'user-command': {
			const known = before?.kind === 'user-command' ? commandCall(before.command) : null;
			return announceCall(known, commandCall(entry.command), cwd);
		}
		case 'note':
			return before === null ? noteLines(entry) : [];
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

const LEVELS: Readonly<Record<NoteEntry['level'], string>> = { info: 'Note', warning: 'Warning', error: 'Error' };

function noteLines(note: NoteEntry): readonly string[] {
	const from = note.from === 'agent' ? ' from the agent' : '';
	return [
		`${LEVELS[note.level]}${from}: ${sentence(oneLine(note.title, 1000))}`,
		...firstLines(textLines(note.detail ?? ''), MOST_LINES),
		...(note.hint === undefined ? [] : [`Hint: ${sentence(oneLine(note.hint, 1000))}`]),
	];
}

function changesLines(entry: ChangesEntry, before: ChangesEntry | null): readonly string[] {
	const known = new Set(before?.files.map((file) => file.path) ?? []);
	const files = entry.files.filter((file) => !known.has(file.path));
	if (files.length === 0) return [];
	const names = files
		.slice(0, 8)
		.map((file) => `${oneLine(file.path)}${file.kind === 'modified' ? '' : ` (${file.kind})`}`);
	const more = files.length > names.length ? `, and ${files.length - names.length} more` : '';
	const where = `${names.join(', ')}${more}`;
	const lines = entry.isTampering
		? [`Warning: ${counted(files.length, 'file')} changed while plan mode is on: ${where}. /undo undoes this.`]
		: [`${counted(files.length, 'file')} changed: ${where}. /undo undoes this.`];
	return [...lines, ...(entry.remark === undefined ? [] : [sentence(oneLine(entry.remark))])];
}

function endLines(end: TurnEndEntry): readonly string[] {
	const time = spokenTime(end.at - end.startedAt);
	const { failure } = end;
	const more = [
		...textLines(failure?.detail ?? '').slice(0, 10),
		...(failure?.hint === undefined ? [] : [`Hint: ${sentence(oneLine(failure.hint))}`]),
	];
	switch (end.reason) {
		case 'end_turn':
			return [`Done. ${time}.`];
		case 'cancelled':
			return [`${stopWords(end)} after ${time}.`];
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
			return [`The agent ended before the turn did. ${oneLine(failure?.message ?? '')}`.trim(), ...more];
	}
}
