import { expect, test } from 'vitest';
import { type AgentFacts, factsOf, isSignedInElsewhere } from '../../../src/core/agents/known-facts.js';

const kept = (more: Partial<AgentFacts> = {}): AgentFacts => ({
	launch: 'claude',
	name: 'agent',
	version: '1',
	abilities: [],
	signedIn: null,
	at: 1000,
	...more,
});
const none = { ownProgram: null, savedKey: null };

test('Facts belong to an agent by any of its names, and the newest count.', () => {
	const rows = [kept({ version: '2' }), kept(), kept({ launch: 'other' })];
	expect(factsOf({ id: 'claude-acp', aliases: ['claude'] }, rows)?.version).toBe('2');
	expect(factsOf({ id: 'goose', aliases: [] }, rows)).toBeNull();
});

test('Nobody is called signed out because nothing was found.', () => {
	expect(isSignedInElsewhere(null, none)).toBeNull();
	expect(isSignedInElsewhere(kept(), none)).toBeNull();
	expect(isSignedInElsewhere(null, { ...none, savedKey: 5 })).toBe(true);
	expect(isSignedInElsewhere(kept({ signedIn: true }), none)).toBe(true);
});

test('A refusal counts until something newer than it shows a sign-in.', () => {
	const refused = kept({ signedIn: false });
	expect(isSignedInElsewhere(refused, none)).toBe(false);
	expect(isSignedInElsewhere(refused, { ownProgram: 999, savedKey: null })).toBe(false);
	expect(isSignedInElsewhere(refused, { ownProgram: 999, savedKey: 1001 })).toBe(true);
});
