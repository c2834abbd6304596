import type { AgentAbility } from '../core/agents/known-facts.js';

/** Answers of registry agents to `initialize` in August 2026, by registry id; an agent's own answer comes first. */
export const SURVEYED_ABILITIES: ReadonlyMap<string, readonly AgentAbility[]> = new Map<
	string,
	readonly AgentAbility[]
>([
	['auggie', ['list', 'load']],
	['autohand', ['list', 'load', 'resume', 'fork']],
	['claude-acp', ['list', 'load', 'resume', 'fork']],
	['cline', ['load']],
	['codex-acp', ['list', 'load', 'resume']],
	['cursor', ['list', 'load']],
	['devin', ['list', 'load']],
	['dimcode', ['list', 'load', 'resume']],
	['dirac', ['load', 'resume']],
	['factory-droid', ['list', 'load', 'resume']],
	['gemini', ['load']],
	['github-copilot', ['list', 'load']],
	['github-copilot-cli', ['list', 'load']],
	['glm-acp-agent', ['list', 'load', 'resume', 'fork']],
	['goose', ['list', 'load']],
	['grok-build', ['list', 'load', 'resume']],
	['harn', ['list', 'load', 'resume']],
	['junie', ['list', 'load', 'resume', 'fork']],
	['kilo', ['list', 'load', 'resume', 'fork']],
	['kimi', ['list', 'load', 'resume']],
	['nova', ['list', 'load', 'resume', 'fork']],
	['opencode', ['list', 'load', 'resume', 'fork']],
	['pi-acp', ['list', 'load']],
	['poolside', ['list', 'load']],
	['qwen-code', ['list', 'load', 'resume']],
	['sigit', ['load', 'fork']],
	['stakpak', ['load']],
]);
