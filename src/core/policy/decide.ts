import { clip, sanitizeLine } from '../text/sanitize.js';
import { onlyLooks } from '../tool-call.js';
import { type Facts, factsOf, isInside } from './facts.js';
import { machineryOf, machineryPart } from './machinery.js';
import { modeLabel } from './modes.js';
import { matchFacts, mayForbid } from './rule-match.js';
import { nameRule } from './rule-words.js';
import type { ActionRequest, Mode, PathFact, PolicyContext, Rule, Verdict } from './types.js';

export { refusalForAgent } from './refusal.js';

/**
 * Decides about a request, in this order: deny rules; the workspace's walls (`fs/*`); what the mode denies,
 * which in plan mode a `plan:` rule may open for commands; ask rules (not in bypass); deny and ask rules that
 * cannot be known not to match, which ask; what the mode allows; allow rules (not in bypass); else what the mode
 * says. An allow rule for exactly this command comes before such a doubt, and one that names its program before
 * the doubt that the program is not known. Pure and total.
 */
export function decide(request: ActionRequest, context: PolicyContext): Verdict {
	const verdict = judge(request, context);
	if (verdict.decision !== 'allow') return verdict;
	// Nobody but the person has the answer.
	if (request.asksPerson === true) return ask('the agent asks you something');
	// A rule that denies may be about what was not looked at.
	return request.toolInput?.isTooLarge === true ? ask('this request is too large to be understood') : verdict;
}

function judge(request: ActionRequest, { mode, rules }: PolicyContext): Verdict {
	const facts = factsOf(request);
	const denying = rules.find((rule) => rule.decision === 'deny' && matchFacts(rule, facts));
	if (denying !== undefined) return deny(`denied by ${nameRule(denying)}`);
	const wall = judgeWall(facts, mode);
	if (wall !== null) return wall;
	const byMode = judgeMode(facts, mode);
	const allowed = allowingRules(rules, facts, mode);
	const [allowing] = allowed;
	const isNamed = allowed.some(({ matcher }) => matcher.type === 'command');
	const doubt = allowed.some(isExact) ? null : doubtOf(rules, facts, mode, isNamed);
	if (byMode.decision === 'deny') {
		if (allowing === undefined || !isOpenInPlan(facts)) return byMode;
		return askingRule(rules, facts) ?? doubt ?? allow(`allowed by ${nameRule(allowing)}`);
	}
	if (mode !== 'bypassPermissions') {
		const asking = askingRule(rules, facts);
		if (asking !== null) return asking;
	}
	if (doubt !== null) return doubt;
	if (byMode.decision === 'allow' || mode === 'bypassPermissions' || allowing === undefined) return byMode;
	return allow(`allowed by ${nameRule(allowing)}`);
}

/** True for a rule that names the whole command. */
function isExact({ matcher }: Rule): boolean {
	return matcher.type === 'command' && !matcher.openEnd;
}

function askingRule(rules: readonly Rule[], facts: Facts): Verdict | null {
	const asking = rules.find((rule) => rule.decision === 'ask' && matchFacts(rule, facts));
	return asking === undefined ? null : ask(`${nameRule(asking)} asks first`);
}

/** In plan mode only rules written `plan:` allow, and never a change. */
function allowingRules(rules: readonly Rule[], facts: Facts, mode: Mode): readonly Rule[] {
	if (mode === 'plan' && facts.isChange) return [];
	return rules.filter(
		(rule) =>
			rule.decision === 'allow' &&
			(mode !== 'plan' || rule.inPlan) &&
			// The arguments of an MCP tool are its own; of all else a rule allows only what is understood.
			(facts.notUnderstood.length === 0 || rule.matcher.type === 'mcp') &&
			matchFacts(rule, facts),
	);
}

/** Of what plan mode denies, a rule may open commands alone. */
function isOpenInPlan({ kind, isChange }: Facts): boolean {
	return kind === 'execute' && !isChange;
}

/** What may do what a deny or ask rule is about is not let through unasked. */
function doubtOf(rules: readonly Rule[], facts: Facts, mode: Mode, isNamed: boolean): Verdict | null {
	const doubted = rules.find(
		(rule) =>
			(rule.decision === 'deny' || (rule.decision === 'ask' && mode !== 'bypassPermissions')) &&
			mayForbid(rule, facts, isNamed),
	);
	return doubted === undefined ? null : ask(doubtWords(doubted));
}

function doubtWords(rule: Rule): string {
	const name = nameRule(rule);
	const { matcher } = rule;
	if (matcher.type === 'command') return `this may run a command that ${name} is about`;
	if (matcher.type === 'host') return `this does not say which host it reaches, and ${name} is about one`;
	const isReading = matcher.type === 'path' && (matcher.kind === 'read' || matcher.kind === 'search');
	return `this may ${isReading ? 'read' : 'change'} files that ${name} protects`;
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
			return judgeByDefault(facts, mode);
		case 'acceptEdits':
			return judgeAcceptingEdits(facts, mode);
		case 'plan':
			return judgeInPlan(facts, mode);
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
	const isLooking = facts.isReadOnlyCommand || onlyLooks(facts.kind);
	return isLooking && !facts.isChange
		? verdict
		: ask('the agent is not working on a prompt, so this was not asked for');
}

function judgeByDefault(facts: Facts, mode: Mode): Verdict {
	const { request, kind, isAllInside } = facts;
	const asksBefore = (what: string): Verdict => ask(`${modeLabel(mode)} mode asks before ${what}`);
	const letThrough = (because: string): Verdict => understandingDoubt(facts) ?? allow(because);
	if (!isAllInside && !areReadablePlanFiles(facts)) return ask('this reaches outside the workspace');
	if (facts.isReadOnlyCommand) return letThrough('this command only reads');
	if (request.command?.cwd?.isInside === false) return ask('the command runs outside the workspace');
	if (request.mcp !== undefined) return asksBefore('every MCP tool');
	if (facts.isChange && request.paths.length === 0) return ask('this changes something but names no file');
	switch (kind) {
		case 'think':
			return letThrough('thinking is always allowed');
		case 'search':
			return request.host === undefined
				? letThrough('searching the workspace is allowed')
				: asksBefore('every network request');
		case 'read':
			return request.paths.length > 0 && request.host === undefined
				? letThrough('reading the workspace is allowed')
				: ask('this reads something but does not say which file');
		case 'edit':
			return asksBefore('every edit');
		case 'delete':
			return asksBefore('files are deleted');
		case 'move':
			return asksBefore('files are moved');
		case 'execute':
			return facts.doubt === null ? asksBefore('every command') : ask(facts.doubt);
		case 'fetch':
			return asksBefore('every network request');
		case 'switch_mode':
			return ask('the agent wants to change its mode');
		case 'other':
			return request.toolInput?.isTodoList === true && request.host === undefined
				? letThrough('a to-do list changes nothing')
				: asksBefore('actions of an unknown kind');
	}
}

function areReadablePlanFiles({ request, kind }: Facts): boolean {
	return kind === 'read' && request.paths.every((path) => isInside(path) || path.isPlanFile);
}

function judgeAcceptingEdits(facts: Facts, mode: Mode): Verdict {
	const { request, isAllInside } = facts;
	if (!isPlainEdit(facts) || request.paths.length === 0 || !isAllInside) return judgeByDefault(facts, mode);
	return request.paths.every(isHarmlessFile)
		? (understandingDoubt(facts) ?? allow('accept edits mode allows edits in the workspace'))
		: ask('accept edits mode asks before editing files that can make programs run later');
}

/** No program starts because of what stands in it. Of a plan file only its name counts: its folder is known. */
function isHarmlessFile(path: PathFact): boolean {
	if (!path.isPlanFile) return machineryOf(path) === null;
	const real = path.real ?? '';
	return path.machinery === undefined && machineryPart(real.slice(real.lastIndexOf('/') + 1)) === null;
}

/** What nobody understands is not let through because the rest of it is harmless. */
function understandingDoubt({ notUnderstood }: Facts): Verdict | null {
	if (notUnderstood.length === 0) return null;
	const shown = notUnderstood.slice(0, MOST_SHOWN).map((name) => clip(sanitizeLine(name), MOST_CELLS));
	const more = notUnderstood.length - shown.length;
	return ask(`not all of this request is understood: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`);
}

/** So many of the fields are named in a reason, each this wide. */
const MOST_SHOWN = 3;
const MOST_CELLS = 40;

/** An edit by its own word and by what it is: no command, and no tool of a foreign server. */
function isPlainEdit({ request, kind }: Facts): boolean {
	return kind === 'edit' && (request.source === 'fs-write' || request.kind === 'edit') && request.mcp === undefined;
}

function judgeInPlan(facts: Facts, mode: Mode): Verdict {
	const { request, kind } = facts;
	if (facts.isChange) {
		const isPlan =
			isPlainEdit(facts) &&
			request.paths.length > 0 &&
			request.paths.every((path) => path.isPlanFile && isHarmlessFile(path));
		return isPlan
			? (understandingDoubt(facts) ?? allow('plan mode allows writing plan files'))
			: deny('plan mode allows no changes');
	}
	if (kind !== 'execute') return judgeByDefault(facts, mode);
	if (!facts.isReadOnlyCommand) {
		const why = facts.doubt === null ? '' : `; ${facts.doubt}`;
		return deny(`plan mode allows only commands that are known to only read${why}`);
	}
	return judgeByDefault(facts, mode);
}

function judgeBypassed(facts: Facts): Verdict {
	const { request } = facts;
	if (!facts.isAllInside && !areReadablePlanFiles(facts))
		return ask('bypass permissions does not cover anything outside the workspace');
	if (request.command?.cwd?.isInside === false) return ask('the command runs outside the workspace');
	const isPathless =
		facts.isChange && request.paths.length === 0 && request.command === undefined && request.mcp === undefined;
	return isPathless ? ask('this changes something but names no file') : allow('bypass permissions');
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
