import { createTranslator } from '../../src/agent/translate/translator.js';
import { permissionAction } from '../../src/app/action-request.js';
import type { CommandPorts } from '../../src/app/command-findings.js';
import { fail } from '../../src/core/failure.js';
import { decide } from '../../src/core/policy/decide.js';
import type { ActionRequest, Mode, PathFact, Verdict } from '../../src/core/policy/policy-types.js';
import type { FilesPort } from '../../src/core/ports.js';
import { rule } from '../core/policy/requests.js';
import { NOTHING_FOUND } from './checkout.js';

function inspect(workspace: string): FilesPort['inspect'] {
	return async (given: string): Promise<PathFact> => {
		if (!given.startsWith('/')) return { given, real: null, relative: null, isInside: false, isPlanFile: false };
		const { pathname } = new URL(`file://${given.replaceAll('%', '%25')}`);
		const real = decodeURIComponent(pathname);
		const isInside = real === workspace || real.startsWith(`${workspace}/`);
		const relative = isInside ? real.slice(workspace.length + 1) : null;
		return { given, real, relative, isInside, isPlanFile: false };
	};
}

export function portsOf(workspace: string): CommandPorts {
	const read = async () => fail('not-found', 'There is no such file.');
	const files = { inspect: inspect(workspace), read } as unknown as FilesPort;
	return { files, commandChecks: NOTHING_FOUND };
}

export async function factsOf(toolCall: object, workspace = '/w'): Promise<ActionRequest> {
	const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
	const params = { sessionId: 's', toolCall: { toolCallId: 'c', title: 'Look', ...toolCall }, options };
	const { request } = createTranslator().permission(params);
	if (!request.ok) throw new Error(request.failure.message);
	return permissionAction(request.value, null, portsOf(workspace), workspace);
}

export async function verdictOf(
	toolCall: object,
	mode: Mode = 'default',
	deny: readonly string[] = [],
): Promise<Verdict> {
	return decide(await factsOf(toolCall), { mode, rules: deny.map((text) => rule(text, 'deny')) });
}

export const inside = { file_path: '/w/a.ts' };

/** News of a call, and the request that follows them under the same id. */
export async function judgeAfter(news: readonly object[], toolCall: object, mode: Mode = 'default'): Promise<Verdict> {
	const translator = createTranslator();
	for (const update of news) translator.update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', ...update });
	const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
	const params = { sessionId: 's', toolCall: { toolCallId: 'c', title: 'Look', ...toolCall }, options };
	const { request } = translator.permission(params);
	if (!request.ok) throw new Error(request.failure.message);
	return decide(await permissionAction(request.value, null, portsOf('/w'), '/w'), { mode, rules: [] });
}

export const REQUESTS: readonly [string, object][] = [
	['read', { kind: 'read', rawInput: inside }],
	['search', { kind: 'search', rawInput: { pattern: 'x', path: '/w' } }],
	['think', { kind: 'think', rawInput: { thought: 'x' } }],
];
