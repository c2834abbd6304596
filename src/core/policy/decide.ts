import { isReadOnlyKind } from '../tool-call.js';
import { type ActionDetails, detailsOf, isInside } from './action-details.js';
import { type Cover, coverOf } from './covering-rules.js';
import {
	allow,
	ask,
	decideInPlan,
	deny,
	heldVerdict,
	isHarmlessFile,
	isPlainEdit,
	understandingDoubt,
} from './mode-verdicts.js';
import { type AskedBefore, BECAUSE } from './policy-messages.js';
import type { ActionRequest, Mode, PolicyContext, Rule, Verdict } from './policy-types.js';
import { nameRule } from './rule-description.js';
import { isStoppedByAutoRun, matchDetails, mayForbid } from './rule-match.js';

export { refusalForAgent } from './refusal.js';

/**
 * Decides about a request, in this order: deny rules; the workspace boundary (`fs/*`); what the mode denies,
 * which in plan mode a `plan:` rule may open for commands; ask rules (not in bypass); deny and ask rules that
 * cannot be known not to match, which ask; what the mode allows, and what a sandbox keeps from the workspace anyway;
 * allow rules (not in bypass); else what the mode says. An allow rule for exactly this command comes before such a doubt, and one that names its program before
 * the doubt that the program is not known. Pure and total.
 */
export function decide(request: ActionRequest, context: PolicyContext): Verdict {
	const verdict = decideByRules(request, context);
	if (verdict.decision !== 'allow') return verdict;
	// Nobody but the user has the answer.
	if (request.asksUser === true) return ask('the agent asks you something');
	// A deny rule may apply to the part that was not read.
	return request.toolInput?.isTooLarge === true ? ask('this request is too large to be understood') : verdict;
}

function decideByRules(request: ActionRequest, context: PolicyContext): Verdict {
	const { mode, rules } = context;
	const action = detailsOf(request);
	const denying = rules.find((rule) => rule.decision === 'deny' && matchDetails(rule, action));
	if (denying !== undefined) return deny(BECAUSE.deniedBy(nameRule(denying)));
	const atBoundary = decideAtBoundary(action, mode);
	if (atBoundary !== null) return atBoundary;
	const byMode = heldVerdict(decideByMode(action, mode), action, mode, context);
	const cover = coverOfAction(action, { mode, rules });
	const allowed = cover === null || 'missing' in cover ? null : cover;
	const groups = allowed?.groups ?? [];
	const isNamed = groups.length > 0 && groups.every((group) => group.some(isOwnForCommands));
	const doubt = isExactly(allowed, action) ? null : doubtOf(rules, action, mode, isNamed);
	if (byMode.decision === 'deny') {
		// In plan mode a `plan:` rule may open only commands, and none that changes something.
		if (allowed === null || action.kind !== 'execute' || action.isChange) return byMode;
		return askingRule(rules, action) ?? doubt ?? allow(allowed.because);
	}
	if (mode !== 'bypassPermissions') {
		const asking = askingRule(rules, action);
		if (asking !== null) return asking;
	}
	if (doubt !== null) return doubt;
	if (byMode.decision === 'allow' || mode === 'bypassPermissions') return byMode;
	if (allowed !== null) return allow(allowed.because);
	const unheeded = unheededRule(action, { mode, rules });
	if (unheeded !== null) return unheeded;
	// Where rules cover a part of the line, the question is about the rest.
	return cover !== null && 'missing' in cover && byMode.because === action.doubt ? ask(cover.missing) : byMode;
}

/** The rules that allow it together; what its redirections write is decided about as edits. */
export function coverOfAction(action: ActionDetails, context: PolicyContext): ReturnType<typeof coverOf> {
	return coverOf(action, context, (edit) => decide(edit, context));
}

function isForCommands({ matcher }: Rule): boolean {
	return matcher.type === 'command';
}

/** Rules that a command's file allows settle no doubt: deny rules hold for it too. */
function isOwnForCommands(rule: Rule): boolean {
	return isForCommands(rule) && rule.isForTurn !== true;
}

function isExactly(cover: Cover | null, { parts }: ActionDetails): boolean {
	const [only, ...others] = parts ?? [];
	const isOne = only?.outputs.length === 0 && only.hasPatterns !== true && others.length === 0;
	const isExact = (rule: Rule): boolean =>
		rule.matcher.type === 'command' && !rule.matcher.openEnd && isOwnForCommands(rule);
	return isOne && cover?.groups[0]?.some(isExact) === true;
}

function askingRule(rules: readonly Rule[], action: ActionDetails): Verdict | null {
	const asking = rules.find((rule) => rule.decision === 'ask' && matchDetails(rule, action));
	return asking === undefined ? null : ask(`${nameRule(asking)} asks first`);
}

/** Whether a deny or ask rule is about it, or may be. */
export function isRuledOut(action: ActionDetails, { mode, rules }: PolicyContext): boolean {
	const isDenied = rules.some((rule) => rule.decision === 'deny' && matchDetails(rule, action));
	return isDenied || askingRule(rules, action) !== null || doubtOf(rules, action, mode, false) !== null;
}

/** Why a rule of the user's that is about this does not allow it, where what stops it is not the mode. */
function unheededRule(action: ActionDetails, { mode, rules }: PolicyContext): Verdict | null {
	const { toolInput } = action.request;
	const doubt = understandingDoubt(action);
	if (doubt !== null && toolInput !== undefined) {
		const understood = { ...toolInput, notUnderstood: [], possibleCommands: [] };
		const known = detailsOf({ ...action.request, toolInput: understood });
		const cover = coverOfAction(known, { mode, rules });
		return cover === null || 'missing' in cover ? null : doubt;
	}
	const allowing = rules.filter(({ decision }) => decision === 'allow');
	const { command, mcp } = action.request;
	if (action.kind === 'execute' && command === undefined && allowing.some(isForCommands))
		return ask(BECAUSE.commandInTitle);
	const isMeant = (rule: Rule): boolean =>
		rule.matcher.type === 'mcp' && matchDetails({ ...rule, decision: 'deny' }, action);
	if (mcp === undefined && allowing.some(isMeant)) return ask(BECAUSE.toolInTitle);
	const stopped = rules.find(
		(rule) => rule.decision === 'allow' && mode !== 'plan' && isStoppedByAutoRun(rule, action),
	);
	return stopped === undefined
		? null
		: ask(`${nameRule(stopped)} does not name this file, which can make programs run later`);
}

/** Actions that may do what a deny or ask rule is about are not allowed unasked. */
function doubtOf(rules: readonly Rule[], action: ActionDetails, mode: Mode, isNamed: boolean): Verdict | null {
	const doubted = rules.find(
		(rule) =>
			(rule.decision === 'deny' || (rule.decision === 'ask' && mode !== 'bypassPermissions')) &&
			mayForbid(rule, action, isNamed),
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

/** `fs/*` stays inside the workspace in every mode; plan files are readable, and in plan mode writable. */
function decideAtBoundary({ request, isAllInside }: ActionDetails, mode: Mode): Verdict | null {
	const { source, paths } = request;
	if (source !== 'fs-read' && source !== 'fs-write') return null;
	if (paths.length === 0) return deny('no file is named');
	if (isAllInside) return null;
	const isOpen = source === 'fs-read' || mode === 'plan';
	if (isOpen && paths.every((path) => isInside(path) || path.isPlanFile)) return null;
	return deny('outside the workspace');
}

function decideByMode(action: ActionDetails, mode: Mode): Verdict {
	switch (mode) {
		case 'default':
			return decideInDefault(action, mode);
		case 'acceptEdits':
			return decideInAcceptEdits(action, mode);
		case 'plan':
			return decideInPlan(action) ?? decideInDefault(action, mode);
		case 'bypassPermissions':
			return decideInBypass(action);
	}
}

/**
 * The verdict on what an agent wants while no turn runs, after one that was stopped for instance: it may look
 * at things, but nothing that it does goes unasked, whatever the mode and the rules allow.
 */
export function decideOutsideTurn(request: ActionRequest, context: PolicyContext): Verdict {
	const verdict = decide(request, context);
	if (verdict.decision !== 'allow') return verdict;
	const action = detailsOf(request);
	const isReadOnly = action.isReadOnlyCommand || isReadOnlyKind(action.kind);
	return isReadOnly && !action.isChange
		? verdict
		: ask('the agent is not working on a prompt, so this was not asked for');
}

function decideInDefault(action: ActionDetails, mode: Mode): Verdict {
	const { request, kind, isAllInside } = action;
	const asksBefore = (what: AskedBefore): Verdict => ask(BECAUSE.modeAsks(mode, what));
	const allowUnderstood = (because: string): Verdict => understandingDoubt(action) ?? allow(because);
	if (!isAllInside && !areReadablePlanFiles(action)) return ask('this reaches outside the workspace');
	if (action.isReadOnlyCommand) return allowUnderstood('this command only reads');
	if (request.command?.cwd?.isInside === false) return ask(BECAUSE.runsOutside);
	if (request.mcp !== undefined) return asksBefore('mcp');
	if (action.isChange && request.paths.length === 0) return ask(BECAUSE.changeWithoutFile);
	switch (kind) {
		case 'think':
			return allowUnderstood('thinking is always allowed');
		case 'search':
			return request.host === undefined ? allowUnderstood('searching the workspace is allowed') : asksBefore('network');
		case 'read':
			return request.paths.length > 0 && request.host === undefined
				? allowUnderstood(BECAUSE.reading)
				: ask('this reads something but does not say which file');
		case 'edit':
			return asksBefore('edit');
		case 'delete':
			return asksBefore('delete');
		case 'move':
			return asksBefore('move');
		case 'execute':
			return action.doubt === null ? asksBefore('command') : ask(action.doubt);
		case 'fetch':
			return asksBefore('network');
		case 'switch_mode':
			return ask(BECAUSE.agentMode);
		case 'other':
			return request.toolInput?.isTodoList === true && request.host === undefined
				? allowUnderstood('a to-do list changes nothing')
				: asksBefore('unknown');
	}
}

function areReadablePlanFiles({ request, kind }: ActionDetails): boolean {
	return kind === 'read' && request.paths.every((path) => isInside(path) || path.isPlanFile);
}

function decideInAcceptEdits(action: ActionDetails, mode: Mode): Verdict {
	const { request, isAllInside } = action;
	if (!isPlainEdit(action) || request.paths.length === 0 || !isAllInside) return decideInDefault(action, mode);
	return request.paths.every(isHarmlessFile)
		? (understandingDoubt(action) ?? allow(BECAUSE.acceptEdits))
		: ask('accept edits mode asks before editing files that can make programs run later');
}

function decideInBypass(action: ActionDetails): Verdict {
	const { request } = action;
	if (!action.isAllInside && !areReadablePlanFiles(action))
		return ask('bypass permissions does not cover anything outside the workspace');
	if (request.command?.cwd?.isInside === false) return ask(BECAUSE.runsOutside);
	const isPathless =
		action.isChange && request.paths.length === 0 && request.command === undefined && request.mcp === undefined;
	return isPathless ? ask(BECAUSE.changeWithoutFile) : allow('bypass permissions');
}
