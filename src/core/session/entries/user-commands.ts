import { defined } from '../../defined.js';
import { exitPhrase } from '../../exit-status-text.js';
import { failureWords } from '../../failure.js';
import type { LifecycleEvent } from '../../lifecycle-event.js';
import { clip } from '../../text/clip.js';
import type { SessionState } from '../state.js';
import { only, type Step, withEffects } from '../step.js';
import { appendBeforeStream, note, updateEntry } from './append.js';
import type { CommandShare, UserCommand } from './entry.js';
import { eachEntry, emptyEntries, entryAt, findLastEntry, pushEntry } from './entry-list.js';
import { appendOutput, newTerminal } from './reduce-terminals.js';

export function reduceRunCommand(
	state: SessionState,
	{ line, isPrivate, isWhole }: { readonly line: string; readonly isPrivate: boolean; readonly isWhole: boolean },
	at: number,
): Step {
	const id = `you-${state.nextEntry}`;
	// A full-screen program leaves no text to share.
	const share = isPrivate || isWhole ? 'private' : 'offered';
	const command: UserCommand = { id, line, status: 'running', startedAt: at, share, isWhole };
	const shown = appendBeforeStream(state, { kind: 'user-command', at, command });
	return withEffects(shown, { type: 'run-command', commandId: id, line, isWhole });
}

type CommandEvent = Extract<
	LifecycleEvent,
	{ type: 'command-started' | 'command-output' | 'command-ended' | 'command-failed' | 'command-whole' }
>;

export function reduceCommand(state: SessionState, event: CommandEvent, at: number): SessionState {
	const { commandId } = event;
	switch (event.type) {
		case 'command-started': {
			const running = { ...state, runningCommands: [...(state.runningCommands ?? []), commandId] };
			return changeCommand(running, commandId, (command) => ({
				...command,
				terminal: { ...newTerminal(commandId, at, true), command: command.line, ...defined({ cwd: event.cwd }) },
			}));
		}
		case 'command-output':
			return changeCommand(state, commandId, (command) =>
				command.terminal === undefined ? command : { ...command, terminal: appendOutput(command.terminal, event.data) },
			);
		case 'command-ended': {
			const next = changeCommand(stopped(state, commandId), commandId, (command) => ({
				...command,
				status: event.exit.code === 0 ? 'completed' : 'failed',
				endedAt: at,
				...(command.terminal === undefined
					? {}
					: { terminal: { ...command.terminal, exit: event.exit, endedAt: at, released: true } }),
			}));
			const line = state.backgroundCommands?.includes(commandId) ? findCommand(next, commandId)?.line : undefined;
			return line === undefined
				? next
				: note(next, at, 'info', `Your command ${exitPhrase(event.exit)}: ${clip(line, 200)}`);
		}
		case 'command-failed':
			return changeCommand(state, commandId, (command) => ({
				...command,
				status: 'failed',
				endedAt: at,
				share: 'private',
				failure: failureWords(event.failure),
			}));
		case 'command-whole':
			// A full-screen program leaves no text to share.
			return changeCommand(state, commandId, (command) => ({ ...command, share: 'private', isWhole: true }));
	}
}

function stopped(state: SessionState, commandId: string): SessionState {
	const without = (ids: readonly string[] = []): readonly string[] => ids.filter((id) => id !== commandId);
	const { runningCommands, backgroundCommands } = state;
	return {
		...state,
		runningCommands: without(runningCommands),
		...(backgroundCommands === undefined ? {} : { backgroundCommands: without(backgroundCommands) }),
	};
}

/** From then on nothing but its own key in the list ends it, and its end is noted. */
export function reduceBackgroundCommand(state: SessionState, commandId: string): SessionState {
	const isRunning = state.runningCommands?.includes(commandId) === true;
	if (!isRunning) return state;
	return { ...stopped(state, commandId), backgroundCommands: [...(state.backgroundCommands ?? []), commandId] };
}

export function reduceEndCommand(state: SessionState, commandId: string): Step {
	const isRunning = [...(state.runningCommands ?? []), ...(state.backgroundCommands ?? [])].includes(commandId);
	return isRunning ? withEffects(state, { type: 'end-command', commandId }) : only(state);
}

export function reduceCommandShare(state: SessionState, commandId: string, share: CommandShare): SessionState {
	return changeCommand(state, commandId, (command) =>
		command.share === 'sent' || command.isWhole ? command : { ...command, share },
	);
}

export function setShare(state: SessionState, commandIds: readonly string[], share: CommandShare): SessionState {
	return commandIds.reduce((next, id) => changeCommand(next, id, (command) => ({ ...command, share })), state);
}

function changeCommand(
	state: SessionState,
	commandId: string,
	change: (command: UserCommand) => UserCommand,
): SessionState {
	return updateEntry(state, indexOf(state, commandId), (entry) =>
		entry.kind === 'user-command' ? { ...entry, command: change(entry.command) } : entry,
	);
}

function indexOf(state: SessionState, commandId: string): number {
	return findLastEntry(state.entries, (entry) => entry.kind === 'user-command' && entry.command.id === commandId);
}

export function findCommand(state: SessionState, commandId: string): UserCommand | null {
	const entry = entryAt(state.entries, indexOf(state, commandId));
	return entry?.kind === 'user-command' ? entry.command : null;
}

const LOOK_BACK = 500;

function* newestCommands(state: SessionState): Generator<UserCommand> {
	const first = Math.max(0, state.entries.size - LOOK_BACK);
	for (let index = state.entries.size - 1; index >= first; index -= 1) {
		const entry = entryAt(state.entries, index);
		if (entry?.kind === 'user-command') yield entry.command;
	}
}

/** All that run, the newest first; none in the background is forgotten. */
export function runningCommands(state: SessionState): readonly UserCommand[] {
	const { runningCommands = [], backgroundCommands = [] } = state;
	const found = [...backgroundCommands, ...runningCommands].flatMap((id) => findCommand(state, id) ?? []);
	return found.sort((one, other) => other.startedAt - one.startedAt);
}

/** The newest one that runs in the foreground. */
export function runningCommand(state: SessionState): UserCommand | null {
	const id = state.runningCommands?.at(-1);
	return id === undefined ? null : findCommand(state, id);
}

export function unsentCommand(state: SessionState): UserCommand | null {
	for (const command of newestCommands(state)) if (command.share !== 'sent' && !command.isWhole) return command;
	return null;
}

export function offeredCommands(state: SessionState): readonly UserCommand[] {
	return [...newestCommands(state)]
		.filter(({ share, status }) => share === 'offered' && status !== 'running')
		.reverse();
}

/** Running commands stay in an emptied transcript. */
export function runningEntries(state: SessionState): SessionState['entries'] {
	let kept = emptyEntries;
	for (const entry of eachEntry(state.entries)) {
		if (entry.kind === 'user-command' && entry.command.status === 'running') kept = pushEntry(kept, entry);
	}
	return kept;
}
