import { clip, sanitizeLine } from '../text/sanitize.js';
import type { ActionDetails } from './action-details.js';
import type { CommandPart } from './command-parts.js';
import { BECAUSE, UNPROVEN } from './policy-messages.js';
import type { ActionRequest, CommandFact, PathFact, PolicyContext, Rule, Verdict } from './policy-types.js';
import { nameRule } from './rule-description.js';
import { isNamedBy, matchDetails, onlyReads, wordNotCovered } from './rule-match.js';

export type Cover = {
	/** For each part that needs one the rules that allow it, the whole request first. */
	readonly groups: readonly (readonly Rule[])[];
	readonly because: string;
};

/** Decides about a change of a file by itself. */
export type DecideEdit = (request: ActionRequest) => Verdict;

/**
 * The rules that allow a request: each by itself, or together every command of a line that does more than read and
 * every file that it writes by a redirection, which counts as an edit of it. A text is why they do not.
 */
export function coverOf(
	action: ActionDetails,
	context: PolicyContext,
	decideEdit: DecideEdit,
): Cover | { readonly missing: string } | null {
	const usable = usableRules(action, context);
	const alone = usable.filter((rule) => matchDetails(rule, action));
	if (alone.length > 0) return { groups: [alone], because: BECAUSE.allowedBy(namesOf([alone])) };
	const { parts, request, kind } = action;
	if (kind !== 'execute' || parts === null || action.isChange || request.mcp !== undefined) return null;
	const groups: (readonly Rule[])[] = [];
	const written = parts.flatMap(({ outputs }) => outputs);
	for (const part of parts) {
		if (onlyReads(part, request)) continue;
		const naming = usable.filter((rule) => isNamedBy(rule, part));
		if (naming.length > 0) groups.push(naming);
		else if (part.makes !== undefined && onlyReads({ ...part, doubt: null }, request)) written.push(...part.makes);
		else return { missing: notCovered(part, usable) ?? whyNot(part, request) };
	}
	const edits = decideOutputs(written, request, decideEdit);
	if ('missing' in edits) return edits;
	if (groups.length === 0 && edits.because === null) return null;
	return { groups, because: groups.length > 0 ? BECAUSE.allowedBy(namesOf(groups)) : (edits.because ?? '') };
}

/** The allow rules that count here. In plan mode only those written `plan:` do, and never for a change. */
function usableRules(action: ActionDetails, { mode, rules }: PolicyContext): readonly Rule[] {
	if (mode === 'plan' && action.isChange) return [];
	return rules.filter(
		(rule) =>
			rule.decision === 'allow' &&
			(mode !== 'plan' || rule.inPlan) &&
			// The arguments of an MCP tool are its own; of all else a rule allows only what is understood.
			(action.notUnderstood.length === 0 || rule.matcher.type === 'mcp'),
	);
}

function decideOutputs(
	written: readonly (string | null)[],
	{ command }: ActionRequest,
	decideEdit: DecideEdit,
): { readonly because: string | null } | { readonly missing: string } {
	if (written.length === 0) return { because: null };
	const facts = writtenFiles(command, written);
	if (facts.length === 0) return { missing: UNPROVEN.writesTo(written[0] ?? null) };
	let because: string | null = null;
	for (const fact of facts) {
		const verdict = decideEdit(editOf(fact));
		if (verdict.decision !== 'allow') return { missing: UNPROVEN.writesTo(fact.relative ?? fact.given) };
		because ??= verdict.because;
	}
	return { because };
}

/** Paths that a command writes under one of these names. */
export function writtenFiles(command: CommandFact | undefined, names: readonly (string | null)[]): readonly PathFact[] {
	return command?.outputs?.filter(({ given }) => names.some((name) => `/${given}`.endsWith(`/${name}`))) ?? [];
}

/** The change of a file that a redirection makes. */
function editOf(path: PathFact): ActionRequest {
	return { source: 'permission', kind: 'edit', title: path.given, paths: [path], diffs: [], writes: true };
}

/** A rule of the user's names the command, and not all of its words. */
function notCovered(part: CommandPart, usable: readonly Rule[]): string | null {
	for (const rule of usable) {
		const word = wordNotCovered(rule, part);
		if (word !== null)
			return `${nameRule(rule)} does not cover the further word “${clip(sanitizeLine(word), MOST_CELLS)}”`;
	}
	return null;
}

/** So much of a word stands in a reason. */
const MOST_CELLS = 40;

function whyNot({ doubt, forms }: CommandPart, { command }: ActionRequest): string {
	if (doubt !== null) return doubt;
	return command?.leadsOutside === undefined
		? (command?.doubt ?? UNPROVEN.notReadOnly(forms[0]?.[0] ?? ''))
		: UNPROVEN.leadsOutside(command.leadsOutside);
}

function namesOf(groups: readonly (readonly Rule[])[]): string {
	const first = groups.flatMap(([rule]) => (rule === undefined ? [] : [nameRule(rule)]));
	return [...new Set(first)].join(' and ');
}
