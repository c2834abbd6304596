import { isOutputVariable } from '../core/policy/read-only/environment.js';
import { singleCommandWords } from '../core/policy/shell/inspect.js';
import { programName, shellLine } from '../core/policy/shell/invocation.js';
import { parseShell } from '../core/policy/shell/parser.js';
import type { ActionRequest, CommandFact, PathFact } from '../core/policy/types.js';

/**
 * What an «allow» of a permission request covers when the agent then comes to the client's own methods for the same
 * thing: that write with exactly the text that was shown, that command word by word. Each is used once and ends with
 * the turn, so nothing is asked twice and nothing slips in.
 */
export type Grants = {
	/** Remembers an allowed permission request. */
	add(request: ActionRequest): void;
	/**
	 * Takes the grant for writing `content` to the real path, if there is one. `current` is what is there, null where that is
	 * nothing or not known. `other`: what was allowed for this file, in a tool call that `isOpen`, is another text.
	 * `moved`: it is this text, and the file is not what it was.
	 */
	takeWrite(
		real: string,
		content: string,
		current: string | null,
		isOpen: (toolCallId: string) => boolean,
	): 'granted' | 'other' | 'moved' | 'none';
	/** Forgets what was allowed for a file: something else was. */
	forgetWrites(real: string): void;
	/** Takes the grant for running this command in this directory with these variables, if there is one: that of which call. */
	takeCommand(command: Runs, cwd: PathFact): { readonly toolCallId: string | undefined } | null;
	/** Whether another command was allowed in a tool call that `isOpen`, and did not run yet. */
	hasCommand(isOpen: (toolCallId: string) => boolean): boolean;
	/** Whether any command was started that had been allowed in a permission request: this agent starts them here. */
	haveStarted(): boolean;
	clear(): void;
};

/** What a command would run, and with which variables. */
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
};

/** An empty set of grants. */
export function createGrants(): Grants {
	let writes: Write[] = [];
	let commands: Command[] = [];
	let hasStarted = false;
	return {
		add(request) {
			const { command, toolCallId } = request;
			writes.push(...writesOf(request));
			// A terminal of ours has no other shell and nothing to read from.
			if (command !== undefined && command.shell === undefined && command.stdin === undefined) {
				commands.push({ keys: commandKeys(command), cwd: command.cwd, toolCallId });
			}
		},
		takeWrite(real, content, current, isOpen) {
			const ofFile = writes.filter((write) => write.real === real);
			const same = ofFile.filter((write) => write.content === content);
			const granted = same.find(({ oldText }) => isSameText(oldText, current));
			const taken = granted ?? same[0];
			writes = writes.filter((write) => write !== taken);
			if (granted !== undefined) return 'granted';
			if (same.length > 0) return 'moved';
			return ofFile.some(({ toolCallId }) => toolCallId === undefined || isOpen(toolCallId)) ? 'other' : 'none';
		},
		forgetWrites(real) {
			writes = writes.filter((write) => write.real !== real);
		},
		takeCommand(wanted, cwd) {
			const keys = commandKeys(wanted);
			const index = commands.findIndex(
				(command) => command.keys.some((key) => keys.includes(key)) && isSamePlace(command.cwd, cwd),
			);
			const taken = commands[index];
			if (taken === undefined) return null;
			commands = commands.filter((_, at) => at !== index);
			hasStarted = true;
			return { toolCallId: taken.toolCallId };
		},
		hasCommand: (isOpen) => commands.some(({ toolCallId }) => toolCallId !== undefined && isOpen(toolCallId)),
		haveStarted: () => hasStarted,
		clear() {
			writes = [];
			commands = [];
		},
	};
}

/** What a request would write, file by file: texts of which all was shown, against what was there then. */
function writesOf({ diffs, changes = [], paths, currentTexts = [], toolCallId }: ActionRequest): readonly Write[] {
	const known = new Set(currentTexts.map(({ path }) => path));
	const whole = [
		...changes.filter(({ isWhole }) => isWhole === true),
		// Of a file that could not be looked at, the agent's word is all that there is.
		...diffs.filter(({ path }) => !known.has(path)),
	];
	return whole.flatMap(({ path, oldText, newText }) => {
		const fact = paths.find(({ given }) => given === path);
		if (fact?.real == null || !fact.isInside) return [];
		return [{ real: fact.real, content: newText, oldText, toolCallId }];
	});
}

/** Whether a file still is what it was when its change was shown. */
function isSameText(shown: string | null, current: string | null): boolean {
	if (shown === null || current === null) return (shown ?? '') === (current ?? '');
	return shown.replaceAll('\r\n', '\n') === current.replaceAll('\r\n', '\n');
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

/** The variables that it sets beside those of its output; null where the value of one is not known, so that nothing is the same. */
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
		// Words without any character that a shell would treat are the same as their line.
		if (command.argv.every((word) => /^[\w@%+=:,./-]+$/.test(word))) keys.push(`line:${command.argv.join(' ')}`);
	}
	return keys;
}

/** The line that a shell is given, also behind `env` with variables of its output. */
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
