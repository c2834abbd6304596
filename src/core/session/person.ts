import type { RanCommand } from '../effect.js';
import { exitWords } from '../exit-words.js';
import type { Failure } from '../failure.js';
import { sanitizeText } from '../text/sanitize.js';
import { type CommandShare, PERSON_TERMINAL, type TerminalView, type ToolCall } from '../tool-call.js';
import { appendAside, updateEntry } from './append.js';
import { isCommandPrompt } from './command-prompt.js';
import type { ToolEntry } from './entry.js';
import { eachEntry, emptyEntries, entryAt, findLastEntry, pushEntry } from './entry-list.js';
import type { SessionState } from './state.js';
import { only, type Step, withEffects } from './step.js';

/** The most bytes of a command's output that go with a prompt: the newest. */
export const OFFERED_BYTES = 16 * 1024;

/** The person runs a command line of their own: it gets a card, and is started. */
export function reducePersonRun(
	state: SessionState,
	event: { readonly line: string; readonly isPrivate: boolean; readonly isWhole: boolean },
	at: number,
): Step {
	const { line, isPrivate, isWhole } = event;
	const commandId = `you-${state.nextEntry}`;
	const shown = appendAside(state, {
		kind: 'tool',
		at,
		call: {
			id: commandId,
			title: line,
			kind: 'execute',
			status: 'in_progress',
			content: [],
			locations: [],
			startedAt: at,
			terminals: [],
			// What fills the whole terminal is no text that could be offered.
			person: { share: isPrivate || isWhole ? 'private' : 'offered', isWhole },
		},
	});
	return withEffects(shown, { type: 'run-command', commandId, line, isWhole });
}

/** The command could not be started: its card says why. */
export function reduceCommandFailure(
	state: SessionState,
	commandId: string,
	failure: Failure,
	at: number,
): SessionState {
	const text = failure.hint === undefined ? failure.message : `${failure.message} ${failure.hint}`;
	return changeCommand(state, commandId, (call) => ({
		...call,
		status: 'failed',
		endedAt: at,
		content: [{ type: 'content', block: { type: 'text', text } }],
		...(call.person === undefined ? {} : { person: { ...call.person, share: 'private' } }),
	}));
}

/** Asks for the end of a running command of the person. */
export function reduceEndCommand(state: SessionState, commandId: string): Step {
	const terminal = commandOf(state, commandId)?.terminals.find((view) => view.exit === undefined);
	return terminal === undefined ? only(state) : withEffects(state, { type: 'end-command', terminalId: terminal.id });
}

/** Whether the agent is given the output; what it was given already stays told. */
export function reduceCommandShare(state: SessionState, commandId: string, share: CommandShare): SessionState {
	return changeCommand(state, commandId, (call) =>
		call.person === undefined || call.person.share === 'told' || call.person.isWhole
			? call
			: { ...call, person: { ...call.person, share } },
	);
}

/** The command got the whole terminal: what it wrote is no text. */
export function reduceCommandWhole(state: SessionState, commandId: string): SessionState {
	return changeCommand(state, commandId, (call) => ({ ...call, person: { share: 'private', isWhole: true } }));
}

function changeCommand(state: SessionState, commandId: string, change: (call: ToolCall) => ToolCall): SessionState {
	return updateEntry(state, indexOf(state, commandId), (entry) =>
		entry.kind === 'tool' && entry.call.person !== undefined ? { ...entry, call: change(entry.call) } : entry,
	);
}

function indexOf(state: SessionState, commandId: string): number {
	return findLastEntry(state.entries, (entry) => isPersons(entry) && entry.call.id === commandId);
}

function commandOf(state: SessionState, commandId: string): ToolCall | null {
	const entry = entryAt(state.entries, indexOf(state, commandId));
	return entry?.kind === 'tool' ? entry.call : null;
}

function isPersons(entry: { readonly kind: string }): entry is ToolEntry {
	return entry.kind === 'tool' && (entry as ToolEntry).call.person !== undefined;
}

/** How many of the newest entries are looked at for commands of the person. */
const LOOK_BACK = 500;

function* newestCommands(state: SessionState): Generator<readonly [number, ToolCall]> {
	const first = Math.max(0, state.entries.size - LOOK_BACK);
	for (let index = state.entries.size - 1; index >= first; index -= 1) {
		const entry = entryAt(state.entries, index);
		if (entry?.kind === 'tool' && entry.call.person !== undefined) yield [index, entry.call];
	}
}

/** The newest command of the person that still runs; null when none does. */
export function runningCommand(state: SessionState): ToolCall | null {
	// Asked with every frame: without a terminal of the person nothing has to be looked through.
	const ids = [...state.terminals.values()].filter((view) => view.id.startsWith(PERSON_TERMINAL) && !view.exit);
	if (ids.length === 0) return null;
	for (const [, call] of newestCommands(state)) if (call.status === 'in_progress') return call;
	return null;
}

/** The newest command whose output is offered or kept back and was not told yet; null when there is none. */
export function untoldCommand(state: SessionState): ToolCall | null {
	for (const [, call] of newestCommands(state)) {
		if (call.person !== undefined && call.person.share !== 'told' && !call.person.isWhole) return call;
	}
	return null;
}

/** The commands whose output goes with the next prompt, the oldest first: those that have ended. */
export function offeredCommands(state: SessionState): readonly (readonly [number, ToolCall])[] {
	return [...newestCommands(state)]
		.filter(([, call]) => call.person?.share === 'offered' && call.status !== 'in_progress')
		.reverse();
}

/** With a turn that begins goes what the person ran since the last one. */
export function offerCommands(before: SessionState, step: Step): Step {
	const { turn } = step.state;
	if (turn === null || turn.id === before.turn?.id) return step;
	if (isCommandPrompt(turn.prompt, step.state.commands)) return step;
	const offered = offeredCommands(step.state);
	if (offered.length === 0) return step;
	const commands = offered.map(([, call]) => ranCommand(call));
	let next = step.state;
	for (const [index] of offered) {
		next = updateEntry(next, index, (entry) =>
			entry.kind === 'tool' ? { ...entry, call: { ...entry.call, person: { share: 'told', isWhole: false } } } : entry,
		);
	}
	next = updateEntry(next, turn.firstEntry, (entry) => {
		if (entry.kind !== 'user') return entry;
		const words = `Sent along: output of ${commands.map(({ line }) => line).join(' · ')}.`;
		return { ...entry, told: entry.told === undefined ? words : `${entry.told} ${words}` };
	});
	const effects = step.effects.map((effect) =>
		effect.type === 'send-prompt' && effect.turnId === turn.id ? { ...effect, commands } : effect,
	);
	return { state: { ...next, turn: { ...turn, toldCommands: offered.map(([, call]) => call.id) } }, effects };
}

/** The prompt never reached the agent, so what went with it is offered anew. */
export function offerAgain(state: SessionState, commandIds: readonly string[]): SessionState {
	let next = state;
	for (const id of commandIds) {
		next = changeCommand(next, id, (call) => ({ ...call, person: { share: 'offered', isWhole: false } }));
	}
	return next;
}

function ranCommand(call: ToolCall): RanCommand {
	const terminal = call.terminals.at(-1);
	const { output, isCut } = plainTail(terminal);
	return { line: call.title, output, isCut, exit: terminal?.exit ?? { code: null, signal: null } };
}

/** The newest output as a person saw it: without escape sequences, and of a row that was overwritten the last word. */
function plainTail(terminal: TerminalView | undefined): { readonly output: string; readonly isCut: boolean } {
	if (terminal === undefined) return { output: '', isCut: false };
	const raw = terminal.output.slice(-4 * OFFERED_BYTES);
	const settled = raw.split('\n').map(lastWord).join('\n');
	const bytes = new TextEncoder().encode(sanitizeText(settled).trimEnd());
	const isLong = bytes.length > OFFERED_BYTES;
	let start = isLong ? bytes.length - OFFERED_BYTES : 0;
	// Not into the middle of a character.
	while (((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
	const output = new TextDecoder().decode(bytes.subarray(start));
	return { output, isCut: isLong || terminal.outputStart > 0 || raw.length < terminal.output.length };
}

/** What stays of a row that was written over. No pattern: one long row would take it seconds. */
function lastWord(row: string): string {
	let end = row.length;
	while (end > 0 && row.charCodeAt(end - 1) === 0x0d) end -= 1;
	return row.slice(row.lastIndexOf('\r', end - 1) + 1, end);
}

/** What the agent reads of the person's commands before the prompt. */
export function commandWords({ line, output, isCut, exit }: RanCommand): string {
	const end = exitWords(exit);
	const what = output === '' ? 'no output' : isCut ? 'the end of its output:' : 'its output:';
	return `The person ran: ${line}\n(${end}; ${what})${output === '' ? '' : `\n${output}`}`;
}

/** An emptied transcript keeps the cards of what still runs. */
export function runningEntries(state: SessionState): SessionState['entries'] {
	let kept = emptyEntries;
	for (const entry of eachEntry(state.entries)) {
		if (entry.kind === 'tool' && entry.call.person !== undefined && entry.call.status === 'in_progress') {
			kept = pushEntry(kept, entry);
		}
	}
	return kept;
}

/** The terminals of the commands that an emptied transcript keeps. */
export function runningTerminals(state: SessionState): SessionState['terminals'] {
	return new Map([...state.terminals].filter(([id]) => id.startsWith(PERSON_TERMINAL)));
}
