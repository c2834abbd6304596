import { commandTitle, toolOfTitle, withoutCodeMarks } from '../../../core/command-title.js';
import type { ToolCall } from '../../../core/tool-call.js';
import { oneLine } from '../entries/block-summary.js';
import { VERBS } from '../transcript-messages.js';
import { commandOf, placesOf, planTitle } from './tool-input.js';

const GENERIC = /^\p{L}{3,}(?: (?:a |the )?files?)?$/u;

export function toolTitle(call: ToolCall, cwd: string): string {
	const given = oneLine(call.title);
	// Several agents write commands and names as Markdown code.
	const title = withoutCodeMarks(given, call.kind);
	const tool = toolOfTitle(given);
	const words = shortenPaths(
		tool !== null ? titleOfTool(call, tool) : title === '' ? ownTitle(call) : (namedTitle(call, title) ?? title),
		cwd,
	);
	return withFile(withCommandOrPlan(words, call, cwd), call, cwd);
}

/** Tool name with text of its input behind it, perhaps cut: `spawn_agent: Look for …`. */
function namedTitle({ kind, rawInput }: ToolCall, title: string): string | null {
	const [, tool = '', words = ''] = /^([a-z]+(?:_[a-z]+)+): (.+?)(?:…|\.{3})?$/.exec(title) ?? [];
	if (tool === '' || kind === 'execute') return null;
	const whole = textsIn(rawInput)
		.map(oneLine)
		.find((text) => text.startsWith(words));
	if (whole === undefined) return null;
	const name = tool.replaceAll('_', ' ');
	return `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${whole}`;
}

const MOST_NAMES = 3;
const MOST_CHARS = 120;

function titleOfTool(call: ToolCall, tool: string): string {
	if (call.kind === 'execute') return tool;
	const diffs = call.content.flatMap((item) => (item.type === 'diff' ? [item.path] : []));
	const named = diffs.length > 0 ? diffs : placesOf(call).map(({ path }) => path);
	const objects = [...new Set(named.length > 0 ? named : textsIn(call.rawInput))].map(oneLine);
	const kind = call.kind === 'other' && diffs.length > 0 ? 'edit' : call.kind;
	const verb = kind === 'other' ? tool || oneLine(call.name ?? '') || VERBS.other : VERBS[kind];
	if (objects.length === 0) return tool || verb;
	const more = objects.length > MOST_NAMES ? ` and ${objects.length - MOST_NAMES} more` : '';
	const text = `${kind === 'other' ? `${verb}:` : verb} ${objects.slice(0, MOST_NAMES).join(', ')}`;
	return (text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS - 1)}…` : text) + more;
}

function textsIn(input: unknown, level = 0): string[] {
	if (typeof input === 'string') return input.trim() === '' ? [] : [input.slice(0, MOST_CHARS)];
	if (typeof input !== 'object' || input === null || level > 4) return [];
	return Object.values(input)
		.slice(0, 2 * MOST_NAMES)
		.flatMap((item) => textsIn(item, level + 1));
}

/** Some agents name only their tool, in some states of a call: the command or plan says more. */
function withCommandOrPlan(title: string, call: ToolCall, cwd: string): string {
	if (call.kind === 'execute') return commandTitle(shortenPaths(commandOf(call), cwd), title);
	if (call.kind !== 'switch_mode') return title;
	const plan = planTitle(call);
	const name = title.replace(/\s*:$/, '');
	return plan === '' || name.includes(plan) || !/^\p{L}+$/u.test(name) ? name : `${name}: ${plan}`;
}

/** Some agents name only the file, others only the action: a card says both. */
function withFile(title: string, call: ToolCall, cwd: string): string {
	if (call.kind !== 'read' && call.kind !== 'edit' && call.kind !== 'delete') return title;
	const paths = new Set(call.content.flatMap((item) => (item.type === 'diff' ? [item.path] : [])));
	if (paths.size === 0) for (const { path } of placesOf(call)) paths.add(path);
	const [path, ...others] = paths;
	if (path === undefined || others.length > 0) return title;
	const shown = oneLine(relativePath(path, cwd));
	if (title === shown) return `${VERBS[call.kind]} ${title}`;
	const name = shown.slice(Math.max(shown.lastIndexOf('/'), shown.lastIndexOf('\\')) + 1);
	return GENERIC.test(title) && !title.includes(name) ? `${title}: ${shown}` : title;
}

/** Whether a text names a path as it is, and not as a part of a longer one. */
export function namesPath(text: string, path: string): boolean {
	if (path === '') return true;
	for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1)) {
		const after = text.slice(at + path.length);
		const isEnd = !isPathChar(after.charAt(0)) || /^[.\\/](?:\s|$)/.test(after);
		if (isEnd && !isPathChar(text.charAt(at - 1))) return true;
	}
	return false;
}

function ownTitle(call: ToolCall): string {
	const command = commandOf(call);
	const path = placesOf(call)[0]?.path ?? call.content.find((item) => item.type === 'diff')?.path;
	const object = oneLine(command === '' ? (path ?? '') : command);
	const verb = call.name !== undefined && call.kind === 'other' ? oneLine(call.name) : VERBS[call.kind];
	return object === '' ? verb : `${verb} ${object}`;
}

/** `text` with absolute paths below `cwd` written relative to it; `cwd` itself becomes `.`. */
export function shortenPaths(text: string, cwd: string): string {
	const root = cwd.replace(/[/\\]+$/, '');
	if (root === '' || !text.includes(root)) return text;
	let out = '';
	let from = 0;
	for (let at = text.indexOf(root); at >= 0; at = text.indexOf(root, from)) {
		const end = at + root.length;
		out += text.slice(from, at);
		from = end;
		// Only a whole path: `/a/b` is no part of `/x/a/b` nor of `/a/bc`.
		if (isPathChar(text.charAt(at - 1)) || isNameChar(text.charAt(end))) out += root;
		else if (isSeparator(text.charAt(end)) && isNameChar(text.charAt(end + 1))) from += 1;
		else if (isSeparator(text.charAt(end))) {
			out += '.';
			from += 1;
		} else out += '.';
	}
	return out + text.slice(from);
}

export function relativePath(path: string, cwd: string): string {
	const root = cwd.replace(/[/\\]+$/, '');
	if (path === root) return '.';
	return root !== '' && path.startsWith(root) && isSeparator(path.charAt(root.length))
		? path.slice(root.length + 1)
		: path;
}

export function fileLink(path: string, cwd: string): string | undefined {
	const isAbsolute = path.startsWith('/') || /^[A-Za-z]:[/\\]/.test(path);
	const whole = isAbsolute ? path : `${cwd.replace(/[/\\]+$/, '')}/${path}`;
	const slashed = whole.replaceAll('\\', '/');
	if (!slashed.isWellFormed()) return undefined;
	return `file://${slashed.startsWith('/') ? '' : '/'}${slashed.split('/').map(encodeURIComponent).join('/')}`;
}

function isSeparator(char: string): boolean {
	return char === '/' || char === '\\';
}

function isNameChar(char: string): boolean {
	return /[\p{L}\p{N}._@+~-]/u.test(char);
}

function isPathChar(char: string): boolean {
	return isNameChar(char) || isSeparator(char);
}
