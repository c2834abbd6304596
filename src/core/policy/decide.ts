import type { ToolKind } from '../tool-call.js';
import { type Facts, factsOf, isInside } from './facts.js';
import { machineryPart } from './machinery.js';
import { mayReadUnnamed } from './protected-path.js';
import { matchFacts } from './rule-match.js';
import { nameRule } from './rule-words.js';
import type { ActionRequest, Mode, PolicyContext, Rule, Verdict } from './types.js';

export { refusalForAgent } from './refusal.js';

/**
 * The one judge: deny rules, then the workspace's walls, then ask rules, then allow rules, then the
 * mode. Pure and total; in doubt it asks, and in plan mode it denies. An ask rule never opens what
 * the mode denies.
 */
export function decide(request: ActionRequest, { mode, rules }: PolicyContext): Verdict {
	const facts = factsOf(request);
	const denying = rules.find((rule) => rule.decision === 'deny' && matchFacts(rule, facts));
	if (denying !== undefined) return deny(`denied by ${nameRule(denying)}`);
	const wall = judgeWall(facts, mode);
	if (wall !== null) return wall;
	const byMode = judgeMode(facts, mode);
	if (byMode.decision === 'deny') {
		const opening = isOpenInPlan(facts) ? findAllowing(rules, facts, mode) : undefined;
		if (opening === undefined) return byMode;
		return askingRule(rules, facts) ?? allow(`allowed by ${nameRule(opening)}`);
	}
	if (mode !== 'bypassPermissions') {
		const asking = askingRule(rules, facts);
		if (asking !== null) return asking;
	}
	const doubt = protectionDoubt(rules, facts, mode);
	if (byMode.decision === 'allow') return doubt ?? byMode;
	if (mode === 'bypassPermissions') return byMode;
	const allowing = findAllowing(rules, facts, mode);
	return allowing === undefined ? byMode : allow(`allowed by ${nameRule(allowing)}`);
}

function askingRule(rules: readonly Rule[], facts: Facts): Verdict | null {
	const asking = rules.find((rule) => rule.decision === 'ask' && matchFacts(rule, facts));
	return asking === undefined ? null : ask(`${nameRule(asking)} asks`);
}

/** In plan mode only rules written `plan:` allow, and never a change. */
function findAllowing(rules: readonly Rule[], facts: Facts, mode: Mode): Rule | undefined {
	if (mode === 'plan' && facts.isChange) return undefined;
	return rules.find((rule) => rule.decision === 'allow' && (mode !== 'plan' || rule.inPlan) && matchFacts(rule, facts));
}

/** Of what plan mode denies, a rule may open commands alone. */
function isOpenInPlan({ kind, isChange }: Facts): boolean {
	return kind === 'execute' && !isChange;
}

/** A read-only command that may print what a rule protects is not let through unasked. */
function protectionDoubt(rules: readonly Rule[], facts: Facts, mode: Mode): Verdict | null {
	if (!facts.isReadOnlyCommand || !mayReadUnnamed(facts)) return null;
	const protecting = rules.find(
		({ decision, matcher }) =>
			(decision === 'deny' || (decision === 'ask' && mode !== 'bypassPermissions')) &&
			matcher.type === 'path' &&
			(matcher.kind === 'read' || matcher.kind === 'search'),
	);
	return protecting === undefined ? null : ask(`it may read what ${nameRule(protecting)} protects`);
}

/** The file doors stay inside the workspace in every mode; plan files are readable, and in plan mode writable. */
function judgeWall({ request, isAllInside }: Facts, mode: Mode): Verdict | null {
	const { source, paths } = request;
	if (source !== 'fs-read' && source !== 'fs-write') return null;
	if (paths.length === 0) return deny('no file is named');
	if (isAllInside) return null;
	const isOpen = source === 'fs-read' || mode === 'plan';
	if (isOpen && paths.every((path) => isInside(path) || path.isPlanFile)) return null;
	return deny('outside the workspace');
}

function judgeMode(facts: Facts, mode: Mode): Verdict {
	switch (mode) {
		case 'default':
			return judgeByDefault(facts);
		case 'acceptEdits':
			return judgeAcceptingEdits(facts);
		case 'plan':
			return judgeInPlan(facts);
		case 'bypassPermissions':
			return judgeBypassed(facts);
	}
}

/**
 * The verdict on what an agent wants while no turn runs, after one that was stopped for instance: it may look
 * at things, but nothing that it does is let through unasked, whatever the mode and the rules allow.
 */
export function decideOutsideTurn(request: ActionRequest, context: PolicyContext): Verdict {
	const verdict = decide(request, context);
	if (verdict.decision !== 'allow') return verdict;
	const facts = factsOf(request);
	const isLooking = facts.isReadOnlyCommand || LOOKING.has(facts.kind);
	return isLooking && !facts.isChange ? verdict : ask('no turn is running, so nobody asked for it');
}

const LOOKING: ReadonlySet<ToolKind> = new Set(['read', 'search', 'think']);

function judgeByDefault(facts: Facts): Verdict {
	const { request, kind, isAllInside } = facts;
	if (!isAllInside && !areReadablePlanFiles(facts)) return ask('outside the workspace');
	if (facts.isReadOnlyCommand) return allow('a command that only reads needs no question');
	if (request.command?.cwd?.isInside === false) return ask('it runs outside the workspace');
	if (request.mcp !== undefined) return ask('a tool of an MCP server is asked about');
	if (facts.isChange && request.paths.length === 0) return ask('it changes something and names no path');
	switch (kind) {
		case 'think':
			return allow('thinking needs no question');
		case 'search':
			return request.host === undefined
				? allow('searching inside the workspace needs no question')
				: ask('it searches on the network');
		case 'read':
			return request.paths.length > 0 && request.host === undefined
				? allow('reads inside the workspace need no question')
				: ask('it reads something and names no path');
		case 'edit':
			return ask('edits are asked about');
		case 'delete':
			return ask('deleting is asked about');
		case 'move':
			return ask('moving is asked about');
		case 'execute':
			return ask('commands are asked about');
		case 'fetch':
			return ask('fetching from the network is asked about');
		case 'switch_mode':
			return ask('a change of mode is asked about');
		case 'other':
			return ask('an action of no known kind is asked about');
	}
}

function areReadablePlanFiles({ request, kind }: Facts): boolean {
	return kind === 'read' && request.paths.every((path) => isInside(path) || path.isPlanFile);
}

function judgeAcceptingEdits(facts: Facts): Verdict {
	const { request, isAllInside } = facts;
	if (!isPlainEdit(facts) || request.paths.length === 0 || !isAllInside) return judgeByDefault(facts);
	const isPlain = request.paths.every((path) => path.isPlanFile || machineryPart(path.relative ?? '') === null);
	return isPlain
		? allow('accept edits: inside the workspace')
		: ask('accept edits leaves out files that can make programs run later');
}

/** An edit by its own word and by what it is: no command, and no tool of a foreign server. */
function isPlainEdit({ request, kind }: Facts): boolean {
	return kind === 'edit' && (request.source === 'fs-write' || request.kind === 'edit') && request.mcp === undefined;
}

function judgeInPlan(facts: Facts): Verdict {
	const { request, kind } = facts;
	if (facts.isChange) {
		const isPlan = isPlainEdit(facts) && request.paths.length > 0 && request.paths.every((path) => path.isPlanFile);
		return isPlan ? allow('plan files may be written in plan mode') : deny('plan mode lets nothing change');
	}
	if (kind !== 'execute') return judgeByDefault(facts);
	if (!facts.isReadOnlyCommand) return deny('plan mode runs only commands that provably read');
	return judgeByDefault(facts);
}

function judgeBypassed(facts: Facts): Verdict {
	const { request } = facts;
	if (!facts.isAllInside && !areReadablePlanFiles(facts))
		return ask('outside the workspace, which bypass permissions does not open');
	if (request.command?.cwd?.isInside === false) return ask('it runs outside the workspace');
	const isPathless =
		facts.isChange && request.paths.length === 0 && request.command === undefined && request.mcp === undefined;
	return isPathless ? ask('it changes something and names no path') : allow('bypass permissions');
}

function allow(because: string): Verdict {
	return { decision: 'allow', because };
}

function ask(because: string): Verdict {
	return { decision: 'ask', because };
}

function deny(because: string): Verdict {
	return { decision: 'deny', because };
}
