import { expect, test } from 'vitest';
import { settingsOf } from '../../../src/cli/agent-profile.js';
import { onlyTightens } from '../../../src/cli/config/config-effects.js';
import { CONFIG } from '../../../src/cli/config/config-keys.js';
import type { AgentDefinition } from '../../../src/cli/config/config-values.js';
import type { AgentSandbox } from '../../../src/core/sandbox/sandbox.js';

const source = (origin: 'user' | 'project') => ({ origin, file: '/w/config.json', placeOf: () => '' });

/** What holds claude where the user's config and the project's say this of it, and whether that needs no trust. */
function held(own: Record<string, object>, projects: Record<string, { sandbox?: AgentSandbox; command?: string }>) {
	const { merge = (below) => below } = CONFIG.agents;
	const below = merge(new Map<string, AgentDefinition>(), own, source('user'));
	const agents = merge(below, projects, source('project'));
	return [settingsOf('claude', agents).settings.sandbox, onlyTightens(projects, below)];
}

test.each([
	['claude-acp', 'claude'],
	['claude-code-acp', 'claude-acp'],
	['claude', 'claude-code-acp'],
])('An agent that the user calls %s is not held more loosely by a project that calls it %s.', (own, other) => {
	const fence = { [own]: { sandbox: 'fence', model: 'small' } };
	expect(held(fence, { [other]: { sandbox: 'watch' } })).toEqual(['fence', false]);
	expect(held(fence, { [other]: { sandbox: 'shadow' } })).toEqual(['shadow', true]);
	expect(held(fence, { claude: { command: '/w/claude', sandbox: 'off' } })).toEqual(['fence', false]);
});
