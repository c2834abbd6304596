import { countingCommands } from '../../core/commands/command-names.js';
import type { OwnCommand, UsableCommand } from '../../core/commands/own-command.js';
import { fillLine, type ShellArguments } from '../../core/commands/shell-line.js';
import { needsArguments, type TemplatePart, templateParts } from '../../core/commands/template.js';
import { defined } from '../../core/defined.js';
import { fail, type Result, succeed } from '../../core/failure.js';
import { writeMention } from '../../core/mention.js';
import type { Mode } from '../../core/policy/policy-types.js';
import { modeFor, type PromptCommand } from '../../core/session/prompts/turn-settings.js';
import { splitCommand } from '../../core/split-command.js';
import type { ClientContext } from '../client-methods/client-context.js';
import * as messages from './commands-messages.js';
import { runLine } from './run-line.js';

export type ExpandedPrompt = {
	readonly text: string;
	/** The part that is searched for mentions: nothing that a command wrote. */
	readonly written: string;
	readonly command: PromptCommand;
};

const MOST_LINES = 10;
/** Milliseconds that an open session gets to announce its commands. */
const ANNOUNCED_WITHIN = 1000;

const COMMAND = /^\/(\S+)\s*([\s\S]*)$/;

function argumentsOf(line: string): ShellArguments {
	const all = COMMAND.exec(line)?.[2]?.trim() ?? '';
	const words = splitCommand(all);
	return { all, words: words.ok ? words.value : all.split(/\s+/).filter(Boolean) };
}

/** Expands `/name arguments`; null where that is no command of the user's own. */
export async function expandCommand(
	client: ClientContext,
	given: { readonly line: string; readonly written: string },
	signal: AbortSignal,
): Promise<Result<ExpandedPrompt> | null> {
	const { ownCommands } = client.ports;
	const { line } = given;
	const name = COMMAND.exec(line)?.[1];
	if (ownCommands === undefined || name === undefined) return null;
	const commands = await ownCommands.list();
	client.store.dispatch({ type: 'commands-listed', commands });
	const named = commands.filter((command) => command.name === name);
	if (named.length === 0) return null;
	if (named.some(({ place }) => place !== 'project' && place !== 'user')) await announced(client);
	const command = countingCommands(commands, client.store.getState().commands).find((one) => one.name === name);
	if (command === undefined) return whyNot(named);
	const { agent } = command.definition;
	const current = client.store.getState().profile.launch.name;
	if (agent !== undefined && agent !== current)
		return fail('usage', messages.otherAgent(name, agent, current), { hint: messages.otherAgentHint(agent) });
	const args = argumentsOf(line);
	if (args.all === '' && needsArguments(command.definition))
		return fail('usage', messages.needsWords(name, command.definition.hint ?? ''));
	return fill(client, command, { line, args, written: argumentsOf(given.written), signal });
}

/** Why none of the commands of a name can be used; null where the agent has it. */
function whyNot(named: readonly OwnCommand[]): Result<never> | null {
	const waiting = named.find(({ waits }) => waits);
	if (waiting !== undefined)
		return fail('denied', messages.waitsForTrust(waiting.name, waiting.file ?? ''), { hint: messages.TRUST_HINT });
	const [first] = named;
	const problem = first !== undefined && 'problem' in first.definition ? first.definition.problem : null;
	return first === undefined || problem === null
		? null
		: fail('invalid', messages.broken(first.name, first.file ?? '', problem));
}

/** Settles when the agent has announced its commands, or will not. */
function announced({ store, ports }: ClientContext): Promise<void> {
	return new Promise((settle) => {
		let stopTimer: (() => void) | null = null;
		let stop: (() => void) | null = null;
		const done = (): void => {
			stopTimer?.();
			stop?.();
			settle();
		};
		const look = (): void => {
			const { commands, connection, entries } = store.getState();
			const isComing = connection.phase === 'starting' || connection.phase === 'opening';
			if (commands.length > 0 || entries.size > 0 || (!isComing && connection.phase !== 'ready')) done();
			else if (connection.phase === 'ready') stopTimer ??= ports.clock.after(ANNOUNCED_WITHIN, done);
		};
		stop = store.subscribe(look);
		look();
	});
}

type Call = {
	readonly line: string;
	readonly args: ShellArguments;
	/** Without what was pasted. */
	readonly written: ShellArguments;
	readonly signal: AbortSignal;
};

async function fill(client: ClientContext, command: UsableCommand, call: Call): Promise<Result<ExpandedPrompt>> {
	const { name, definition, place, file } = command;
	const { args } = call;
	const rules = definition.rules.map((rule) => ({ ...rule, ...defined({ place: file ?? undefined }) }));
	const settings: PromptCommand = {
		line: call.line,
		...defined({ mode: definition.mode, model: definition.model }),
		...(place.endsWith('project') ? { onlyTightens: true as const } : {}),
		...(rules.length === 0 ? {} : { rules }),
	};
	const parts = templateParts(definition);
	const lines = linesOf(parts, args, command);
	if (!lines.ok) return lines;
	const written = parts.map((part) => textOf(part, call.written) ?? '\n').join('');
	const outputs = new Map<string, string>();
	for (const [given, filled] of lines.value) {
		const options = { name, mode: (now: Mode) => modeFor(now, settings), rules, signal: call.signal };
		const output = await runLine(client, filled, options);
		if (!output.ok) return output;
		outputs.set(given, output.value);
	}
	const texts = parts.map((part) =>
		part.type === 'shell' ? (outputs.get(part.line) ?? '') : (textOf(part, args) ?? ''),
	);
	return succeed({ text: texts.join('').trim(), written, command: settings });
}

/** Command lines as they are written, each once, and with their arguments. */
function linesOf(
	parts: readonly TemplatePart[],
	args: ShellArguments,
	{ name, definition }: UsableCommand,
): Result<ReadonlyMap<string, string>> {
	const lines = new Map<string, string>();
	for (const part of parts) {
		if (part.type !== 'shell') continue;
		const filled = fillLine(part.line, args, definition.format);
		if (filled === null)
			return fail('denied', messages.unsafeArgument(name, part.line), { hint: messages.UNSAFE_HINT });
		lines.set(part.line, filled);
	}
	return lines.size > MOST_LINES ? fail('invalid', messages.tooManyLines(name, MOST_LINES)) : succeed(lines);
}

/** Text that takes the place of a piece; null for a command. */
function textOf(part: TemplatePart, { all, words }: ShellArguments): string | null {
	switch (part.type) {
		case 'text':
			return part.text;
		case 'argument':
			return part.index === undefined ? all : (words[part.index] ?? '');
		case 'file':
			return writeMention(part.path);
		case 'shell':
			return null;
	}
}
