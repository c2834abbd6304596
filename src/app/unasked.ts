import { judge, permissionModes } from '../core/agents/judged-modes.js';
import { allowedBySettings, type OwnSettings } from '../core/agents/own-settings.js';
import { actionClassOf, type UnaskedAction } from '../core/asking.js';
import type { ChangedFile, ChangeSet } from '../core/changes.js';
import { titleOfRequest } from '../core/command-title.js';
import { defined } from '../core/defined.js';
import { setNewest } from '../core/newest.js';
import { detailsOf } from '../core/policy/action-details.js';
import { decide } from '../core/policy/decide.js';
import { absolutePath } from '../core/policy/file-name.js';
import { refusesAll } from '../core/policy/own-mode.js';
import type { ActionRequest, PolicyContext, Rule } from '../core/policy/policy-types.js';
import { nameRule } from '../core/policy/rule-description.js';
import { matchDetails } from '../core/policy/rule-match.js';
import type { Ports } from '../core/ports.js';
import { exitOf } from '../core/session/entries/call-outcome.js';
import { findCall } from '../core/session/entries/entry-list.js';
import { wasRefusedBySystem } from '../core/session/sandbox/blocked-by-sandbox.js';
import type { SessionState } from '../core/session/state.js';
import type { ToolCall } from '../core/tool-call.js';
import { permissionAction } from './action-request.js';
import type { Allowance, Allowances } from './changes/allowances.js';
import { createJobs } from './changes/change-jobs.js';
import { asGivenTool, givenServers } from './given-mcp.js';
import type { Store } from './store.js';
import { createTurnModes } from './turn-modes.js';
import { createDemoEdits } from './unasked-demo-edits.js';

export type UnaskedWatchOptions = { readonly store: Store; readonly ports: Ports; readonly allowances: Allowances };

/** Turns whose modes are remembered: their changes are known a moment after their end. */
const MOST_TURNS = 4;

/** Notices actions that nobody was asked about, though the mode or a rule required it. Never throws. */
export function createUnaskedWatch({ store, ports, allowances }: UnaskedWatchOptions) {
	const jobs = createJobs(
		(error) => ports.log.write('error', 'an unasked action was not looked at', { error }),
		() => {},
	);
	const modes = createTurnModes(MOST_TURNS);
	/** Checked calls by turn: agents send more updates of a call after its end. */
	const lookedAt = new Map<string, Set<string>>();

	const remember = <T>(of: Map<string, Set<T>>, turnId: string, value: T): boolean => {
		const known = of.get(turnId) ?? new Set<T>();
		const isNew = !known.has(value);
		setNewest(of, turnId, known.add(value), MOST_TURNS);
		return isNew;
	};

	const demoEdits = createDemoEdits(
		({ call, state, allowed }) => void jobs.add(() => lookAtCall(call, state, allowed)),
	);

	store.onEvent((event) => {
		const state = store.getState();
		if (event.type === 'shadow-seen' && event.isTurnOver === true) demoEdits.lookInto(event.changes);
		// Actions of a replaced agent say nothing about the new one.
		if (event.type === 'switch-agent') modes.clear();
		modes.see(state);
		if (event.type === 'turn-changes') void jobs.add(() => lookAtFiles(event.set, state));
	});

	async function lookAtCall(call: ToolCall, state: SessionState, allowed: readonly Allowance[]): Promise<void> {
		const request = await requestOf(call, state, ports);
		if (wasAllowed(call, request, allowed)) return;
		const found = unaskedAction(request, classOf(request), modes.until(state));
		if (found === null || isSandboxed(state, found) || isNoBreach(request, found, state)) return;
		const action = await explain(request, asPrevented(found, preventedBy(call, request, found, state)), state, ports);
		report(action, state, state.turn?.id);
	}

	function report(action: UnaskedAction, { profile }: SessionState, turnId: string | undefined): void {
		if (store.getState().profile === profile) store.dispatch({ type: 'unasked', action, ...defined({ turnId }) });
	}

	async function lookAtFiles(set: ChangeSet, state: SessionState): Promise<void> {
		const seen = modes.of(set.turnId);
		if (seen === undefined || isOff(state)) return;
		for (const file of set.files) {
			const action = await lookAtFile(file, set, state, seen);
			if (action !== null) report(action, state, set.turnId);
		}
	}

	async function lookAtFile(
		{ path, kind, known }: ChangedFile,
		{ turnId }: ChangeSet,
		state: SessionState,
		seen: readonly PolicyContext[],
	): Promise<UnaskedAction | null> {
		if (known.type !== 'named') return null;
		const request: ActionRequest = {
			source: 'permission',
			kind: kind === 'deleted' ? 'delete' : 'edit',
			title: known.title,
			paths: [await ports.files.inspect(absolutePath(state.cwd, path))],
			diffs: [],
		};
		const found = unaskedAction(request, 'edits', seen);
		// Its call was checked already; or was refused, and the change was made all the same.
		if (known.isRefused) return found?.rule === undefined ? null : { ...found, isRefused: true };
		if (found === null || lookedAt.get(turnId)?.has(titleKey(known.title)) === true) return null;
		return await explain(request, found, state, ports);
	}

	return {
		/** Called after an update of a tool call was folded in. */
		seeCall(id: string): void {
			const state = store.getState();
			const call = findCall(state, id);
			if (call === null || isOff(state) || !isUnasked(call, state)) return;
			const { isBundled } = state.profile.launch;
			// The demo's cards are made up; real file changes are noticed all the same.
			if (isBundled === true && call.status !== 'failed' && state.sandbox.agent !== 'shadow') return;
			const turnId = state.turn?.id ?? 'none';
			if (isBundled !== true) remember(lookedAt, turnId, titleKey(call.title));
			if (!remember(lookedAt, turnId, call.id)) return;
			const seen = { call, state, allowed: allowances.list() };
			if (isBundled === true && call.status !== 'failed') demoEdits.add(seen);
			else void jobs.add(() => lookAtCall(call, state, seen.allowed));
		},
		settled: jobs.settled,
	};
}

export type UnaskedWatch = ReturnType<typeof createUnaskedWatch>;

async function requestOf(call: ToolCall, state: SessionState, ports: Ports): Promise<ActionRequest> {
	const workspace = (await ports.files.inspect(state.cwd)).real ?? state.cwd;
	const { kind, content, locations } = call;
	const patch = { id: call.id, title: call.title, kind, content, locations };
	const asked = { sessionId: state.sessionId ?? '', patch, options: [], isExitPlan: false };
	const facts = await ports.agent.callDetailsOf({ ...patch, rawInput: call.rawInput, ...defined({ name: call.name }) });
	// Gemini has the command in the title alone. Nothing is allowed by it here.
	const command = facts.command ?? (kind === 'execute' && call.title !== '' ? { line: call.title } : undefined);
	const known = { ...asked, ...facts, ...defined({ command }) };
	return asGivenTool(await permissionAction(known, null, ports, workspace), call, givenServers(state));
}

function isOff({ profile }: SessionState): boolean {
	return profile.sandbox === 'off';
}

/** Distinguishes titles from ids in one set. */
function titleKey(title: string): string {
	return `title ${title}`;
}

/** Done without a verdict: neither the user nor the policy was asked. */
function isUnasked(call: ToolCall, state: SessionState): boolean {
	if (call.verdict !== undefined) return false;
	const isRefused = isEnforced(state) && wasRefusedBySystem(call);
	// A command with an exit code ran. What failed without one may have been refused by the agent.
	if (call.status !== 'completed' && !isRefused && (call.kind !== 'execute' || exitOf(call) === undefined))
		return false;
	if (call.terminals.some((terminal) => terminal.ours)) return false;
	if (actionClassOf(call.kind) !== null || call.content.some((item) => item.type === 'diff')) return true;
	return state.rules.some(({ decision }) => decision === 'deny');
}

function classOf(request: ActionRequest): UnaskedAction['about'] {
	const { kind, isChange } = detailsOf(request);
	return kind === 'execute' ? 'commands' : isChange ? 'edits' : 'others';
}

/** Reads count only against a rule, and a sandboxed agent cannot open what rules deny. */
function isNoBreach(
	{ kind, paths, command }: ActionRequest,
	{ about, rule, isInChat }: UnaskedAction,
	{ sandbox }: SessionState,
): boolean {
	// Thinking needs no tool, unless it names what a tool works on. No sandbox knows a rule without a path.
	if (isInChat === true) return kind === 'think' && about === 'others' && paths.length === 0 && command === undefined;
	const isHeld = sandbox.agent === 'fence' || sandbox.agent === 'shadow';
	return about === 'others' && (rule === undefined || (isHeld && paths.length > 0));
}

/** An allowance under another id counts where the files or the title are the same. */
function wasAllowed(call: ToolCall, request: ActionRequest, allowed: readonly Allowance[]): boolean {
	const paths = request.paths.flatMap(({ relative }) => (relative === null ? [] : [relative]));
	const isNamed = (path: string): boolean => allowed.some((one) => one.paths.includes(path));
	if (paths.length > 0 && paths.every(isNamed)) return true;
	return allowed.some((one) => one.title === call.title || one.title === request.command?.text);
}

/** Null where a mode of the turn allows it; the last one has the reason. */
function unaskedAction(
	request: ActionRequest,
	about: UnaskedAction['about'],
	modes: readonly PolicyContext[],
): UnaskedAction | null {
	const last = modes.at(-1);
	if (last === undefined || modes.some((each) => decide(request, each).decision === 'allow')) return null;
	const verdict = decide(request, last);
	if (verdict.decision === 'allow') return null;
	const { mode, rules } = last;
	const rule = denyingRule(request, rules);
	return {
		title: titleOfRequest(request),
		about,
		decision: verdict.decision,
		because: verdict.because,
		isInPlan: mode === 'plan',
		...(rule === undefined ? {} : { rule: nameRule(rule) }),
		...(refusesAll(rules) ? { isInChat: true as const } : {}),
	};
}

function denyingRule(request: ActionRequest, rules: readonly Rule[]): Rule | undefined {
	const facts = detailsOf(request);
	return rules.find((rule) => rule.decision === 'deny' && matchDetails(rule, facts));
}

function isEnforced({ mode, sandbox }: SessionState): boolean {
	return mode.mode === 'plan' && sandbox.enforcement === 'enforced';
}

/**
 * Cause that kept the action from the workspace; null: none. Edits in a shadow change nothing until applied, nor do
 * failed actions in plan mode. A command that ran did more than change files.
 */
function preventedBy(
	call: ToolCall,
	{ paths }: ActionRequest,
	{ about, rule }: UnaskedAction,
	state: SessionState,
): 'fence' | 'shadow' | null {
	const { agent } = state.sandbox;
	if (agent === 'shadow' && about === 'edits' && paths.every(({ relative }) => relative !== null)) return agent;
	if (!isEnforced(state) || (agent !== 'fence' && agent !== 'shadow')) return null;
	// The rule is about the command itself, not only about what it changes.
	if (about === 'commands' && rule !== undefined) return null;
	return call.status === 'failed' ? agent : null;
}

function asPrevented({ rule, ...action }: UnaskedAction, kept: 'fence' | 'shadow' | null): UnaskedAction {
	return kept === null ? { ...action, ...defined({ rule }) } : { ...action, kept };
}

/** In the agent's asking mode its commands run unasked where they can change nothing. */
function isSandboxed({ agentModes, configOptions }: SessionState, { about, rule }: UnaskedAction): boolean {
	const modes = permissionModes(agentModes, configOptions);
	if (rule !== undefined || about !== 'commands' || modes === null) return false;
	const { asks, isSandbox } = judge(modes.all);
	return isSandbox && modes.current === asks;
}

/** Adds the reason found in the agent's own settings. A breach of a deny rule or of plan mode stays one. */
async function explain(
	request: ActionRequest,
	action: UnaskedAction,
	state: SessionState,
	ports: Ports,
): Promise<UnaskedAction> {
	const { rule, isInPlan, decision } = action;
	if (rule !== undefined || isInPlan || decision === 'deny') return action;
	const because = allowedBySettings(request, await settingsOf(state, ports));
	return because === null ? action : { ...action, because, isInSettings: true };
}

async function settingsOf({ profile, agent, cwd }: SessionState, ports: Ports): Promise<readonly OwnSettings[]> {
	const names = [profile.launch.name, agent?.name ?? '', agent?.title ?? ''];
	try {
		return (await ports.ownSettings?.read(names, cwd)) ?? [];
	} catch (error) {
		// The unasked action is reported all the same, without this reason.
		ports.log.write('error', 'the agent’s own settings cannot be read', { error });
		return [];
	}
}
