import { isLoopVariable } from '../read-only/harmless-variables.js';
import { literalText } from './inspect.js';
import { inCommand, SPLITS, setsIn } from './loops.js';
import type { ShellAssignment, ShellCommand, ShellList, ShellPipeline } from './shell-types.js';

/** A variable of the line's own with what it holds: a text, or what a command prints. `isSure`: whatever came before. */
export type KnownValue = ShellAssignment & { readonly isSure: boolean };

const MOST_CHARS = 1000;

type Item = Pick<ShellList[number], 'pipeline' | 'end'>;

/** Values that are known behind a pipeline; `before` ends the one in front of it. Elsewhere a command would print other names. */
export function valuesBehind(
	known: readonly KnownValue[],
	{ pipeline, end }: Item,
	before: Item['end'],
	isElsewhere: boolean,
): readonly KnownValue[] {
	// `a && b &` is in the background as a whole, with what was set in front of it.
	if (end === '&' && (before === '&&' || before === '||')) return [];
	const left = known.filter(
		({ name, value }) =>
			!pipeline.commands.some((command) => setsIn(command, name)) && (!isElsewhere || literalText(value) !== null),
	);
	// In the background a subshell sets them.
	const own = before === '||' || end === '&' ? [] : assignedAlone(pipeline).filter(isKnown);
	const values = [...left, ...own.map((each) => ({ ...each, isSure: before !== '&&' }))];
	return end === '&&' ? values : values.filter(({ isSure }) => isSure);
}

/** Assignments of a command that does nothing else. */
function assignedAlone({ commands: [only, ...others] }: ShellPipeline): readonly ShellAssignment[] {
	const isAlone = only?.type === 'simple' && only.words.length + only.redirections.length + others.length === 0;
	return isAlone ? only.assignments : [];
}

/** True for a value that is neither split nor expanded where it is used. */
function isKnown({ name, value }: ShellAssignment): boolean {
	const [part, ...others] = value.parts;
	const text = literalText(value);
	// Values that are made of each other grow without an end.
	if (!isLoopVariable(name) || value.source.length > MOST_CHARS) return false;
	return text === null ? part?.type === 'substitution' && others.length === 0 : !SPLITS.test(text);
}

/** A command with these values in the place of their variables (`F=$(git ls-files); wc -l $F`). */
export function withValues(command: ShellCommand, known: readonly KnownValue[]): ShellCommand {
	return known.reduce<ShellCommand>(
		(now, { name, value }) => (setsIn(now, name) ? now : inCommand(now, name, value)),
		command,
	);
}
