import type { PartTaken } from '../../files-event.js';
import { note } from '../entries/append.js';
import type { SessionState } from '../state.js';
import { noteOfPart, PART_TOLD, PART_TOLD_LATER, toldOfPart } from './part-words.js';

/** Notes which part of a change the user took; the agent is told with the next prompt, unless it was at once. */
export function reducePartTaken(state: SessionState, event: PartTaken, at: number): SessionState {
	const { cwd, changes } = state;
	const path = event.path.startsWith(`${cwd}/`) ? event.path.slice(cwd.length + 1) : event.path;
	const level = event.how === 'not-taken-back' ? 'warning' : 'info';
	const hint = event.isTold ? PART_TOLD : PART_TOLD_LATER;
	const noted = note(state, at, level, noteOfPart({ ...event, path }), { hint });
	if (event.isTold) return noted;
	const told = { path, direction: 'partly' as const, words: toldOfPart(event) };
	return { ...noted, changes: { ...changes, unreported: [...changes.unreported, told] } };
}
