import { deniedPaths } from '../../policy/denied-paths.js';
import { errorLines, isReadOnlyRefusal, isRightsRefusal } from '../../sandbox/sandbox-failure.js';
import { sanitizeLine } from '../../text/sanitize.js';
import { isReadOnlyKind, outputOf, type ToolCall, textsOfContent } from '../../tool-call.js';
import { note } from '../entries/append.js';
import { findCall } from '../entries/entry-list.js';
import type { SessionState } from '../state.js';
import { only, type Step } from '../step.js';
import {
	BLOCKED_BY_SANDBOX,
	isBelow,
	lookUpRefused,
	refusedPath,
	type SandboxRefusal,
	wordsOf,
} from './refused-by-sandbox.js';

/** Lines of a call that are searched for paths: they are the agent's to choose. */
const MOST_LINES = 30;

/** Notes once a turn that the sandbox kept a tool from something: the system's words alone read like a fault. */
export function noteBlockedBySandbox(before: SessionState, state: SessionState, callId: string, at: number): Step {
	const { turn, sandbox } = state;
	if (turn === null || turn.isSandboxNoted === true || sandbox.agent === 'off' || sandbox.agent === 'watch')
		return only(state);
	const call = findCall(state, callId);
	// Commands in acp-tui's terminals have a sandbox of their own, and a question when they fail by it.
	if (call?.status !== 'failed' || call.terminals.some(({ ours }) => ours)) return only(state);
	if (call.verdict?.decision === 'denied' || findCall(before, callId)?.status === 'failed') return only(state);
	const kept = blockedBy(state, call);
	if (kept === null) return only(state);
	const { title, hint } = kept;
	return lookUpRefused(
		{ ...note(state, at, 'warning', title, { hint }), turn: { ...turn, isSandboxNoted: true } },
		kept,
	);
}

/** Path outside of the workspace that a failed call was kept from, for a run without a transcript. */
export function blockedOutside(state: SessionState, callId: string): SandboxRefusal | null {
	const call = state.sandbox.agent === 'fence' || state.sandbox.agent === 'shadow' ? findCall(state, callId) : null;
	if (call?.status !== 'failed' || call.verdict?.decision === 'denied') return null;
	const path = blockedBy(state, call)?.path;
	return path === undefined ? null : BLOCKED_BY_SANDBOX.path(state.profile.launch, path, true);
}

export function wasRefusedBySystem(call: ToolCall): boolean {
	return call.status === 'failed' && textsOf(call).flatMap(errorLines).some(isReadOnlyRefusal);
}

function blockedBy(state: SessionState, call: ToolCall): SandboxRefusal | null {
	const lines = textsOf(call).flatMap(errorLines);
	const refusals = lines.filter((line) => isReadOnlyRefusal(line) || isRightsRefusal(line));
	for (const line of refusals.slice(0, MOST_LINES)) {
		const isWrite = isReadOnlyRefusal(line);
		const written = isWrite && !isReadOnlyKind(call.kind) ? blockedFromWriting(state, line) : null;
		const kept = isWrite ? written : byRule(state, line, 'read');
		if (kept !== null) return kept;
	}
	return null;
}

function blockedFromWriting(state: SessionState, line: string): SandboxRefusal | null {
	const { sandbox, mode } = state;
	const place = placeIn(state, line);
	const isPlan = mode.mode === 'plan' && sandbox.enforcement === 'enforced';
	if (isPlan && place !== 'outside') return BLOCKED_BY_SANDBOX.inPlan;
	const kept = byRule(state, line, 'edit');
	if (kept !== null) return kept;
	// A file of the workspace that is read-only for another reason would be so without a sandbox, too.
	if (place === 'inside') return null;
	const path = refusedPath(line, rootsOf(state));
	return path === null ? BLOCKED_BY_SANDBOX.outside : BLOCKED_BY_SANDBOX.path(state.profile.launch, path);
}

function placeIn(state: SessionState, line: string): 'inside' | 'outside' | null {
	const roots = rootsOf(state);
	const paths = wordsOf(line).filter((word) => /^\/[^/]/.test(word));
	if (paths.length === 0) return null;
	return paths.some((path) => roots.some((root) => isBelow(path, root))) ? 'inside' : 'outside';
}

/** A shadow is a view of the workspace alone. */
function rootsOf({ cwd, additionalDirectories, sandbox }: SessionState): readonly string[] {
	return sandbox.agent === 'shadow' ? [cwd] : [cwd, ...additionalDirectories];
}

function byRule(state: SessionState, line: string, denies: 'read' | 'edit'): SandboxRefusal | null {
	const rules = state.rules.filter(({ decision }) => decision === 'deny');
	if (rules.length === 0) return null;
	const names = wordsOf(line).map((word) => namesOf(state, word));
	const rule = rules.find((one) =>
		deniedPaths([one]).some((denied) => denied.denies === denies && names.some((each) => denied.matches(each))),
	);
	return rule === undefined
		? null
		: {
				title: `The sandbox kept the agent from ${denies === 'read' ? 'reading' : 'writing'} what a rule denies: ${sanitizeLine(rule.text)}`,
				hint: '/permissions shows the rules',
			};
}

function namesOf({ cwd, additionalDirectories }: SessionState, word: string): readonly string[] {
	const whole = word.startsWith('/') ? word : `${cwd}/${word.replace(/^(?:\.\/+)+/, '')}`;
	const roots = [cwd, ...additionalDirectories].filter((root) => isBelow(whole, root) && whole !== root);
	return [whole, ...roots.map((root) => whole.slice(root.length + 1))];
}

function textsOf({ content, result, rawOutput, terminals }: ToolCall): readonly string[] {
	const shown = textsOfContent(content);
	const written = terminals.map((terminal) => outputOf(terminal).text);
	return [...shown, ...written, ...(result?.output === undefined ? [] : [result.output]), ...stringsIn(rawOutput)];
}

/** Text in a raw output, two levels deep: `{error: {message}}`. */
function stringsIn(value: unknown, depth = 2): readonly string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null || depth === 0) return [];
	return Object.values(value).flatMap((one: unknown) => stringsIn(one, depth - 1));
}
