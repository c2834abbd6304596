import type { TerminalRequest } from '../core/agent-port.js';
import { defined } from '../core/defined.js';
import { patchedPaths, plannedChanges } from '../core/edits/planned-changes.js';
import type { PermissionRequest } from '../core/permission-request.js';
import {
	type ActionRequest,
	type CommandFact,
	NO_TITLE,
	type PathFact,
	type ToolInput,
} from '../core/policy/policy-types.js';
import { foldedVariables } from '../core/policy/read-only/harmless-variables.js';
import { quoteWord, quoteWords } from '../core/policy/shell/quote-word.js';
import type { DiffContent, ToolCall, ToolContent } from '../core/tool-call.js';
import { type CommandPorts, withFindings } from './command-findings.js';
import { currentTexts } from './current-texts.js';
import { chosenNames, joinedPaths, pathFact, pathsBehindLinks, wholePath } from './possible-paths.js';

export async function permissionAction(
	request: PermissionRequest,
	known: ToolCall | null,
	ports: CommandPorts,
	workspace: string,
): Promise<ActionRequest> {
	const { files } = ports;
	const content = request.patch.content ?? known?.content ?? [];
	const whole = (path: string): string => wholePath(path, workspace);
	// Diffs that were read from the input are judged as input.
	const diffs = content
		.filter(isDiff)
		.filter(({ isFromInput }) => isFromInput !== true)
		.map((diff) => ({ ...diff, path: whole(diff.path) }));
	const texts = (request.toolInput?.texts ?? []).map((text) =>
		text.path === undefined ? text : { ...text, path: whole(text.path) },
	);
	const named = [
		...request.paths.map(whole),
		...diffs.map((diff) => diff.path),
		...(request.patch.locations ?? known?.locations ?? []).map((location) => whole(location.path)),
	];
	const patched = patchedPaths(texts, workspace, named);
	const given = new Set([...patched, ...named]);
	const joined = await joinedPaths(request.paths, workspace, files);
	const command = await commandFact(request, ports, workspace);
	const kind = request.kind ?? request.patch.kind ?? known?.kind ?? 'other';
	const asked = { kind, named, joined: joined ?? [], fields: request.toolInput?.fields ?? [], workspace };
	const behind = command === null ? await pathsBehindLinks(asked, files) : [];
	const paths = [
		...(await Promise.all([...given].map((path) => pathFact(path, files)))),
		...behind.filter((path) => !given.has(path.given)),
	];
	const changed = [...diffs, ...texts].flatMap(({ path }) => (path === undefined ? [] : [path]));
	const current = await currentTexts([...changed, ...patched], paths, files);
	const action: ActionRequest = {
		source: 'permission',
		kind,
		title: request.patch.title ?? known?.title ?? NO_TITLE,
		toolCallId: request.patch.id,
		paths,
		...(command === null ? {} : { command }),
		...(request.writes === true ? { writes: true } : {}),
		...defined({
			host: request.host,
			possibleHosts: request.possibleHosts,
			mcp: request.mcp,
			possibleMcp: request.possibleMcp,
		}),
		diffs,
		...(current.length === 0 ? {} : { currentTexts: current }),
		...(request.questions === undefined ? {} : { asksUser: true }),
		...(request.toolInput === undefined
			? {}
			: {
					toolInput: withPossible({ ...request.toolInput, texts }, joined, command === null ? chosenNames(asked) : []),
				}),
	};
	const changes = plannedChanges(action, workspace);
	return changes.length === 0 ? action : { ...action, changes };
}

function withPossible(input: ToolInput, joined: readonly string[] | null, chosen: readonly string[]): ToolInput {
	if (joined === null) return { ...input, isTooLarge: true };
	const further = [...joined, ...chosen];
	return further.length === 0 ? input : { ...input, possiblePaths: [...(input.possiblePaths ?? []), ...further] };
}

async function commandFact(
	request: PermissionRequest,
	ports: CommandPorts,
	workspace: string,
): Promise<CommandFact | null> {
	const { command } = request;
	if (command === undefined) return null;
	const text = command.line ?? quoteWords(command.argv ?? []);
	if (text === '') return null;
	const env = command.env ?? [];
	const fact: CommandFact = {
		text,
		...defined({ argv: command.argv, line: command.line }),
		envNames: env.map((variable) => variable.name),
		env,
		...defined({ stdin: command.stdin, shell: command.shell }),
		...(command.cwd === undefined ? {} : { cwd: await ports.files.inspect(command.cwd) }),
	};
	return withFindings(fact, workspace, ports);
}

/** Command of `terminal/create`. `cwd`: the requested folder, else the workspace. `isLine`: a whole shell line. */
export function terminalCommand(request: TerminalRequest, cwd: PathFact, isLine: boolean): CommandFact {
	const argv = [request.command, ...request.args];
	const folded = foldedVariables(request.env);
	const shown = request.env.filter((variable) => !folded.includes(variable));
	return {
		// A variable in front of a line would apply to its first command alone, so it is shown apart.
		...(isLine
			? { text: request.command, line: request.command }
			: { text: [...shown.map(assignmentText), quoteWords(argv)].join(' '), argv }),
		envNames: request.env.map((variable) => variable.name),
		env: request.env,
		isOurTerminal: true,
		cwd,
	};
}

export function terminalAction(
	request: TerminalRequest,
	command: CommandFact,
	toolCallId: string | undefined,
): ActionRequest {
	return {
		source: 'terminal',
		kind: 'execute',
		title: command.line ?? quoteWords([request.command, ...request.args]),
		...defined({ toolCallId }),
		paths: [],
		command,
		diffs: [],
	};
}

/** Shown as in a shell: a variable decides as much as a word what a command does. */
function assignmentText({ name, value }: TerminalRequest['env'][number]): string {
	return `${quoteWord(name)}=${quoteWord(value)}`;
}

function isDiff(content: ToolContent): content is DiffContent {
	return content.type === 'diff';
}
