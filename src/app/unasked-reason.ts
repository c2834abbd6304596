import { allowedBySettings, type OwnSettings } from '../core/agents/own-settings.js';
import type { UnaskedAction } from '../core/asking.js';
import type { ActionRequest } from '../core/policy/types.js';
import type { Ports } from '../core/ports.js';
import type { SessionState } from '../core/session/state.js';

/** Adds the reason found in the agent's own settings. A breach of a deny rule or of plan mode stays one. */
export async function explain(
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
	return (await ports.ownSettings?.read(names, cwd)) ?? [];
}
