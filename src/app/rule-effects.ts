import { defined } from '../core/defined.js';
import type { Effect } from '../core/effect.js';
import { decide, decideOutsideTurn } from '../core/policy/decide.js';
import { mayRunInLayer } from '../core/policy/in-layer.js';
import { modeLabel } from '../core/policy/modes.js';
import {
	type ActionRequest,
	type CommandFact,
	MODES,
	type Mode,
	type PolicyContext,
} from '../core/policy/policy-types.js';
import type { PermissionTarget } from '../core/policy/test-target.js';
import type { Ports } from '../core/ports.js';
import { Serial } from '../core/serial.js';
import { yesOf } from '../core/session/question.js';
import { hasRun } from '../core/session/questions/client-questions.js';
import { policyContext } from '../core/session/sandbox/held-by.js';
import { type CommandPorts, withFindings } from './command-findings.js';
import type { Questions } from './questions.js';
import type { Store } from './store.js';

type RuleEffect = Extract<Effect, { type: 'store-rule' | 'forget-rule' | 'test-permission' }>;

/** `settled` waits for pending writes. */
export type RuleEffects = { perform(effect: RuleEffect): Promise<void>; settled(): Promise<void> };

export function createRuleEffects(options: {
	readonly ports: Pick<Ports, 'rules' | 'files' | 'log' | 'commandLayer' | 'commandChecks'>;
	readonly cwd: string;
	readonly store: Store;
}): RuleEffects {
	const { ports, cwd, store } = options;
	const { dispatch } = store;
	// Whether it was said that rules are not stored in this run.
	let isNoted = false;
	const serial = new Serial();

	async function write(effect: Exclude<RuleEffect, { type: 'test-permission' }>): Promise<void> {
		const { rule } = effect;
		const isNew = effect.type === 'store-rule';
		const result = isNew ? await ports.rules.add(effect.rule) : await ports.rules.remove(rule);
		ports.log.write(result.ok ? 'info' : 'warn', isNew ? 'rule remembered' : 'rule forgotten', {
			// The brackets hold a command or a path.
			rule: rule.text.split('(', 1)[0],
			decision: rule.decision,
			scope: rule.scope,
			...(result.ok ? {} : { code: result.failure.code }),
		});
		if (result.ok) {
			if (ports.rules.isForThisRun === true && !isNoted) {
				isNoted = true;
				dispatch({
					type: 'note',
					level: 'info',
					title: isNew
						? 'This rule holds until you leave: nothing of this run is kept.'
						: 'This rule is removed until you leave: nothing of this run is kept, so one that was stored is back after that.',
				});
			}
			return;
		}
		const { code, message, hint } = result.failure;
		const consequence = isNew
			? `The rule ${rule.text} holds until you leave, but could not be stored.`
			: `The rule ${rule.text} no longer holds, but is back at the next start: it could not be removed.`;
		dispatch({ type: 'effect-failed', failure: { code, message: consequence, detail: message, ...defined({ hint }) } });
	}

	return {
		perform(effect) {
			if (effect.type === 'test-permission') {
				const { commandLayer: _, ...others } = ports;
				// In a shadow no command has a copy of its own.
				const known = store.getState().profile.sandbox === 'shadow' ? others : ports;
				const context = (mode: Mode): PolicyContext => policyContext(store.getState(), mode);
				return testPermission(effect.target, context, known, cwd).then((note) =>
					dispatch({ type: 'note', level: 'info', ...note }),
				);
			}
			return serial.run(() => write(effect));
		},
		settled: () => serial.settled(),
	};
}

export function applyRules({ getState, dispatchAll }: Store, questions: Questions): void {
	for (const question of getState().questions) {
		if (question.kind !== 'permission' || question.isChanging === true) continue;
		// A rule for a command allows neither leaving the sandbox nor taking its changes.
		if (hasRun(question) || question.isFromHook === true) continue;
		const { mode, rules, turn } = getState();
		const context = { mode: mode.mode, rules };
		// A sub-agent may still ask when the turn is over.
		const decideNow = turn === null && question.isConnection !== true ? decideOutsideTurn : decide;
		const { decision, because } = decideNow(question.request, context);
		const option = yesOf(question);
		if (decision !== 'allow' || option === null) continue;
		const { title, kind } = question.request;
		dispatchAll([
			{
				type: 'decided',
				...defined({ toolCallId: question.toolCallId }),
				...{ title, kind, verdict: { decision: 'allowed', because }, source: 'policy' },
			},
			{ type: 'question-withdrawn', questionId: question.id },
		]);
		questions.settle(question.id, { type: 'selected', optionId: option.id });
	}
}

/**
 * Policy verdict on a target in every mode, as a note; nothing is done. Names where the client's own file methods
 * decide otherwise, and commands that run on a copy of the workspace where `commandLayer` can.
 */
async function testPermission(
	target: PermissionTarget,
	context: (mode: Mode) => PolicyContext,
	ports: CommandPorts & Pick<Ports, 'commandLayer'>,
	cwd: string,
): Promise<{ readonly title: string; readonly detail: string }> {
	const request = await requestOf(target, ports, cwd);
	const detail = [verdicts(request, context)];
	const client = doorOf(request);
	if (client !== null) {
		const words = verdicts({ ...request, source: client }, context);
		if (words !== detail[0]) detail.push(`through the client’s own file access:\n${words}`);
	}
	const layered = MODES.filter((mode) => mayRunInLayer({ ...request, source: 'terminal' }, context(mode))).map(
		modeLabel,
	);
	if (layered.length > 0 && (await ports.commandLayer?.isAvailable()) === true)
		detail.push(
			`in acp-tui’s terminals (${layered.join(', ')}) it runs on a copy of the workspace first; only what it changed is then decided about`,
		);
	return { title: `Dry run: ${request.title}`, detail: detail.join('\n') };
}

async function requestOf(target: PermissionTarget, ports: CommandPorts, cwd: string): Promise<ActionRequest> {
	const common = { source: 'permission', paths: [], diffs: [] } as const;
	switch (target.type) {
		case 'command': {
			const command: CommandFact = { text: target.line, line: target.line, envNames: [] };
			const workspace = (await ports.files.inspect(cwd)).real ?? cwd;
			return { ...common, kind: 'execute', title: target.line, command: await withFindings(command, workspace, ports) };
		}
		case 'path': {
			// A user's path is relative to the workspace; an agent's is absolute.
			const path = await ports.files.inspect(target.path.startsWith('/') ? target.path : `${cwd}/${target.path}`);
			return { ...common, kind: target.kind, title: `${target.kind} ${path.relative ?? target.path}`, paths: [path] };
		}
		case 'fetch':
			return { ...common, kind: 'fetch', title: `fetch from ${target.host}`, host: target.host };
		case 'mcp':
			return {
				...common,
				kind: 'other',
				title: `${target.tool} of the MCP server ${target.server}`,
				mcp: { server: target.server, tool: target.tool },
			};
	}
}

function doorOf({ kind, paths }: ActionRequest): 'fs-read' | 'fs-write' | null {
	if (paths.length === 0) return null;
	return kind === 'read' ? 'fs-read' : kind === 'edit' ? 'fs-write' : null;
}

function verdicts(request: ActionRequest, context: (mode: Mode) => PolicyContext): string {
	return MODES.map((mode) => {
		const { decision, because } = decide(request, context(mode));
		return `${modeLabel(mode).padEnd(20)}${decision.padEnd(7)}${because}`;
	}).join('\n');
}
