import type { ActionRequest, CommandFact, PathFact } from '../core/policy/policy-types.js';
import { isOutputVariable } from '../core/policy/read-only/harmless-variables.js';
import { singleCommandWords } from '../core/policy/shell/inspect.js';
import { programName, shellLine } from '../core/policy/shell/invocation.js';
import { parseShell } from '../core/policy/shell/shell-parser.js';
import { asWritten } from '../core/text/text-format.js';

type Runs = Pick<CommandFact, 'argv' | 'line' | 'envNames' | 'env'>;

type Write = {
	readonly real: string;
	readonly content: string;
	readonly oldText: string | null;
	readonly toolCallId: string | undefined;
};
type Command = {
	readonly keys: readonly string[];
	readonly cwd: PathFact | undefined;
	readonly toolCallId: string | undefined;
	readonly by: Granter;
};
/** Of the policy's own grants only the call is remembered: it decides anew, as files may have changed since. */
type Granter = 'user' | 'policy';

/**
 * Covers an allowed action when the agent then uses the client's own methods for it: the write of exactly the shown
 * text, the command word by word. Each grant is used once and ends with the turn, so nothing is asked twice and nothing
 * slips in.
 */
export function createGrants() {
	let writes: Write[] = [];
	let commands: Command[] = [];
	let hasStarted = false;
	return {
		add(request: ActionRequest, by: Granter): void {
			const { command, toolCallId } = request;
			writes.push(...writesOf(request));
			// Our terminals have no other shell and no input.
			if (command !== undefined && command.shell === undefined && command.stdin === undefined) {
				commands.push({ keys: commandKeys(command), cwd: command.cwd, toolCallId, by });
			}
		},
		/**
		 * Takes the grant for writing `content` to the real path. `current` is the present text, null where there is none or
		 * it is unknown. `other`: another text was allowed for the file in a call that `isOpen`. `moved`: this text was
		 * allowed, but the file has changed since.
		 */
		takeWrite(
			real: string,
			content: string,
			current: string | null,
			isOpen: (toolCallId: string) => boolean,
		): 'granted' | 'other' | 'moved' | 'none' {
			const ofFile = writes.filter((write) => write.real === real);
			const text = asWritten(content, current);
			const same = ofFile.filter((write) => asWritten(write.content, current) === text);
			const granted = same.find(({ oldText }) => isSameText(oldText, current));
			const taken = granted ?? same[0];
			writes = writes.filter((write) => write !== taken);
			if (granted !== undefined) return 'granted';
			if (same.length > 0) return 'moved';
			return ofFile.some(({ toolCallId }) => toolCallId === undefined || isOpen(toolCallId)) ? 'other' : 'none';
		},
		/** Drops a file's grants: something else was allowed. */
		forgetWrites(real: string): void {
			writes = writes.filter((write) => write.real !== real);
		},
		/** Takes the grant for this command in this directory with these variables, with its tool call. */
		takeCommand(wanted: Runs, cwd: PathFact): Pick<Command, 'toolCallId' | 'by'> | null {
			const keys = commandKeys(wanted);
			const index = commands.findIndex(
				(command) => command.keys.some((key) => keys.includes(key)) && isSamePlace(command.cwd, cwd),
			);
			const taken = commands[index];
			if (taken === undefined) return null;
			commands = commands.filter((_, at) => at !== index);
			hasStarted = true;
			return taken;
		},
		/** Whether another command, allowed in a call that `isOpen`, has not run yet. */
		hasCommand: (isOpen: (toolCallId: string) => boolean): boolean =>
			commands.some(({ toolCallId }) => toolCallId !== undefined && isOpen(toolCallId)),
		/** Whether a granted command was started here: this agent uses our terminals. */
		haveStarted: (): boolean => hasStarted,
		clear(): void {
			writes = [];
			commands = [];
		},
	};
}

export type Grants = ReturnType<typeof createGrants>;

/** Writes of a request by file, where the whole text was shown, against the file's text then. */
function writesOf({ diffs, changes = [], paths, currentTexts = [], toolCallId }: ActionRequest): readonly Write[] {
	const known = new Set(currentTexts.map(({ path }) => path));
	const whole = [
		...changes.filter(({ isWhole }) => isWhole === true),
		// For an unreadable file the agent's word is all there is.
		...diffs.filter(({ path }) => !known.has(path)),
	];
	return whole.flatMap(({ path, oldText, newText }) => {
		const fact = paths.find(({ given }) => given === path);
		if (fact?.real == null || !fact.isInside) return [];
		return [{ real: fact.real, content: newText, oldText, toolCallId }];
	});
}

/** Whether a file is unchanged since it was shown; line ends do not matter. */
function isSameText(shown: string | null, current: string | null): boolean {
	if (shown === null || current === null) return (shown ?? '') === (current ?? '');
	return shown.replaceAll('\r\n', '\n') === current.replaceAll('\r\n', '\n');
}

/** Without a directory, the workspace is meant. */
function isSamePlace(shown: PathFact | undefined, cwd: PathFact): boolean {
	return shown === undefined ? cwd.relative === '' : shown.real !== null && shown.real === cwd.real;
}

/** `sh -c LINE` equals its line, and a line of one command without expansions its words; nothing else is the same. */
function commandKeys(command: Runs): string[] {
	const variables = variablesKey(command);
	return variables === null ? [] : wordsKeys(command).map((key) => `${variables}${key}`);
}

/** Variables except those for output; null where a value is unknown, so that nothing is the same. */
function variablesKey({ envNames, env }: Runs): string | null {
	const values = new Map(env?.map(({ name, value }) => [name, value]));
	const pairs = [...envNames]
		.sort()
		.map((name) => [name, values.get(name) ?? null] as const)
		.filter(([name, value]) => value === null || !isOutputVariable(name, value));
	return pairs.some(([, value]) => value === null) ? null : JSON.stringify(pairs);
}

function wordsKeys(command: Pick<CommandFact, 'argv' | 'line'>): string[] {
	const keys: string[] = [];
	if (command.line !== undefined) {
		keys.push(`line:${command.line}`);
		const program = parseShell(command.line);
		const words = program === null ? null : singleCommandWords(program);
		if (words !== null) keys.push(`argv:${JSON.stringify(words)}`);
	}
	if (command.argv !== undefined) {
		keys.push(`argv:${JSON.stringify(command.argv)}`);
		const line = lineOfShell(command.argv);
		if (line !== null) keys.push(...wordsKeys({ line }));
		// Words without shell characters equal their line.
		if (command.argv.every((word) => /^[\w@%+=:,./-]+$/.test(word))) keys.push(`line:${command.argv.join(' ')}`);
	}
	return keys;
}

function lineOfShell(argv: readonly string[]): string | null {
	const [program = '', ...rest] = argv;
	if (programName(program) !== 'env') return shellLine(argv);
	const start = rest.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
	const areOfOutput = rest.slice(0, Math.max(0, start)).every((word) => {
		const [name = '', ...value] = word.split('=');
		return isOutputVariable(name, value.join('='));
	});
	return start < 0 || !areOfOutput ? null : shellLine(rest.slice(start));
}
