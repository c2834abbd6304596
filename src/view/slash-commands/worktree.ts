import { nameProblem } from '../../core/worktrees/name.js';
import { askSessions } from '../pickers/open-sessions.js';
import type { ScreenContext } from '../state/context.js';
import { refuse, type Typed } from '../state/slash-command.js';
import { type UiStep, withEvent } from '../state/step.js';
import { noWorktreeCommand, STILL_WORKING } from './slash-commands-messages.js';

/** `/worktree`: the list; a session in a new one or in one by its name; taking over what was done in this one. */
export function runWorktree(context: ScreenContext, typed: Typed): UiStep {
	const word = typed.command.args.trim();
	if (word === '') return withEvent(context.ui, { type: 'worktrees', action: 'list' });
	if (word === 'merge' || word === 'patch') {
		// What is half written would go over with the rest.
		if (context.session.turn !== null) return refuse(context, typed, STILL_WORKING);
		return withEvent(context.ui, { type: 'worktrees', action: word });
	}
	if (word === 'new') return askSessions({ do: 'open', wanted: { worktree: { name: null } } })(context);
	const problem = nameProblem(word);
	if (problem !== null) return refuse(context, typed, noWorktreeCommand(problem));
	return askSessions({ do: 'open', wanted: { worktree: { name: word } } })(context);
}
