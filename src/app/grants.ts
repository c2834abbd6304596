import { singleCommandWords } from '../core/policy/shell/inspect.js';
import { parseShell } from '../core/policy/shell/parser.js';
import type { ActionRequest, CommandFact, PathFact } from '../core/policy/types.js';

/**
 * What the user's «allow» of a permission request covers when the agent then comes to the client's
 * own methods for the same thing: that write with exactly the text that was shown, that command word by
 * word. Each is used once and ends with the turn, so nothing is asked twice and nothing slips in.
 */
export type Grants = {
	/** Remembers an allowed permission request. */
	add(request: ActionRequest): void;
	/**
	 * Takes the grant for writing `content` to the real path, if there is one. `current` is what is there, null
	 * where that is nothing or not known: against another text than was shown it is another change.
	 */
	takeWrite(real: string, content: string, current: string | null): boolean;
	/** Takes the grant for running this command in this directory with these variables, if there is one. */
	takeCommand(command: Runs, cwd: PathFact): boolean;
	clear(): void;
};

/** What a command would run, and with which variables. */
type Runs = Pick<CommandFact, 'argv' | 'line' | 'envNames' | 'env'>;

/** An empty set of grants. */
export function createGrants(): Grants {
	let writes: { readonly real: string; readonly content: string; readonly oldText: string | null }[] = [];
	let commands: { readonly keys: readonly string[]; readonly cwd: PathFact | undefined }[] = [];
	return {
		add(request) {
			for (const diff of request.diffs) {
				const path = request.paths.find((fact) => fact.given === diff.path);
				if (path?.real != null && path.isInside) {
					writes.push({ real: path.real, content: diff.newText, oldText: diff.oldText });
				}
			}
			const { command } = request;
			// A terminal of ours has no other shell and nothing to read from.
			if (command !== undefined && command.shell === undefined && command.stdin === undefined) {
				commands.push({ keys: commandKeys(command), cwd: command.cwd });
			}
		},
		takeWrite(real, content, current) {
			const index = writes.findIndex(
				(write) => write.real === real && write.content === content && isSameChange(write.oldText, current),
			);
			if (index < 0) return false;
			writes = writes.filter((_, at) => at !== index);
			return true;
		},
		takeCommand(wanted, cwd) {
			const keys = commandKeys(wanted);
			const index = commands.findIndex(
				(command) => command.keys.some((key) => keys.includes(key)) && isSamePlace(command.cwd, cwd),
			);
			if (index < 0) return false;
			commands = commands.filter((_, at) => at !== index);
			return true;
		},
		clear() {
			writes = [];
			commands = [];
		},
	};
}

/**
 * Lines that two texts share are not shown, so an agent that makes up the old one could hide any line of
 * the new one. Without an old one all of the new one was shown.
 */
function isSameChange(shown: string | null, current: string | null): boolean {
	if (shown === null || shown === '') return true;
	return current !== null && shown.replaceAll('\r\n', '\n') === current.replaceAll('\r\n', '\n');
}

/** A request that names no directory means the workspace. */
function isSamePlace(shown: PathFact | undefined, cwd: PathFact): boolean {
	return shown === undefined ? cwd.relative === '' : shown.real !== null && shown.real === cwd.real;
}

/**
 * A line and the words `sh -c LINE` run the same thing, and so do a line of one command in which
 * nothing expands and its words; nothing else is taken for the same.
 */
function commandKeys(command: Runs): string[] {
	const variables = variablesKey(command);
	return variables === null ? [] : wordsKeys(command).map((key) => `${variables}${key}`);
}

/** The variables that it sets; null where the value of one is not known, so that nothing is the same. */
function variablesKey({ envNames, env }: Runs): string | null {
	const values = new Map(env?.map(({ name, value }) => [name, value]));
	const pairs = [...envNames].sort().map((name) => [name, values.get(name) ?? null]);
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
		const [shell, flag, line, ...rest] = command.argv;
		if (isShell(shell) && (flag === '-c' || flag === '-lc') && line !== undefined && rest.length === 0) {
			keys.push(`line:${line}`);
		}
		// Words without any character that a shell would treat are the same as their line.
		if (command.argv.every((word) => /^[\w@%+=:,./-]+$/.test(word))) keys.push(`line:${command.argv.join(' ')}`);
	}
	return keys;
}

function isShell(word: string | undefined): boolean {
	return word !== undefined && /^(?:\/(?:usr\/)?bin\/)?(?:sh|bash|zsh)$/.test(word);
}
