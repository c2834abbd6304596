import { AGENT_ABILITIES, type AgentAbility, type AgentFacts } from '../../agents/known-facts.js';
import type { AppEvent } from '../../event.js';
import { isSignedIn } from '../../sign-in/auth-status.js';
import { agentPlanMode } from '../modes/mode.js';
import type { SessionState } from '../state.js';

export type ShownFacts = Omit<AgentFacts, 'at'>;

/** Null for none. An agent of a command line and the bundled one are in no list, so nothing is learned of them. */
export function factsShown(state: SessionState, event: AppEvent): ShownFacts | null {
	const { agent, profile } = state;
	const { launch } = profile;
	if (agent === null || launch.isCommandLine === true || launch.isBundled === true) return null;
	const shown = signInShown(state, event);
	if (shown === undefined) return null;
	const { name, title, version } = agent;
	return {
		launch: launch.name,
		name: name === '' ? title : name,
		version,
		abilities: abilitiesOf(state),
		signedIn: shown,
	};
}

/** Undefined where the event shows nothing; null where it shows no more than that the agent runs. */
function signInShown({ agent, authStatus }: SessionState, event: AppEvent): boolean | null | undefined {
	switch (event.type) {
		case 'session-opened':
			return authStatus == null ? null : isSignedIn(authStatus);
		case 'auth-status':
			return isSignedIn(event.status) ?? undefined;
		case 'turn-ended':
			// An answer proves no sign-in where the agent has no way to sign in.
			return event.reason === 'end_turn' && (agent?.authMethods.length ?? 0) > 0 ? true : undefined;
		case 'agent-failed':
		case 'turn-failed':
			return event.failure.code === 'auth-required' ? false : undefined;
		case 'signed-out':
			return false;
		default:
			return undefined;
	}
}

function abilitiesOf(state: SessionState): readonly AgentAbility[] {
	const { agent } = state;
	if (agent === null) return [];
	const { sessions, prompt, mcp } = agent;
	const has: Readonly<Record<AgentAbility, boolean>> = {
		list: sessions.list,
		load: sessions.load,
		resume: sessions.resume,
		fork: sessions.fork,
		images: prompt.image,
		audio: prompt.audio,
		mcp: mcp.isIgnored !== true,
		'mcp-http': mcp.isIgnored !== true && mcp.http,
		plan: agentPlanMode(state) !== null,
		folders: agent.takesAdditionalDirectories,
	};
	return AGENT_ABILITIES.filter((ability) => has[ability]);
}
