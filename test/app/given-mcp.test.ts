import { expect, test } from 'vitest';
import { asGivenTool } from '../../src/app/given-mcp.js';
import type { ActionRequest } from '../../src/core/policy/policy-types.js';

const action = (parts: Partial<ActionRequest> = {}): ActionRequest => ({
	source: 'permission',
	kind: 'other',
	title: 'x',
	paths: [],
	diffs: [],
	...parts,
});
const SERVERS = ['loud', 'my-docs', 'a', 'a_b'];
const toolOf = (name: string, parts: Partial<ActionRequest> = {}) => asGivenTool(action(parts), { name }, SERVERS).mcp;

test.each([
	['loud___shout', 'loud', 'shout'],
	['loud__shout', 'loud', 'shout'],
	['mcp__loud__shout', 'loud', 'shout'],
	['mcp_loud_shout', 'loud', 'shout'],
	['mcp-loud-shout', 'loud', 'shout'],
	['loud/shout', 'loud', 'shout'],
	['loud.shout', 'loud', 'shout'],
	['loud:shout', 'loud', 'shout'],
	['Loud__shout_twice', 'loud', 'shout_twice'],
	['my-docs__find', 'my-docs', 'find'],
	['my_docs__find', 'my-docs', 'find'],
	['my_docs___find', 'my-docs', 'find'],
	['`loud___shout`', 'loud', 'shout'],
])('%s is the tool of a server that was given: %s/%s.', (name, server, tool) => {
	expect(toolOf(name)).toEqual({ server, tool });
});

const ofTitle = (title: string, name?: string, parts: Partial<ActionRequest> = {}) =>
	asGivenTool(action(parts), { title, ...(name === undefined ? {} : { name }) }, SERVERS).mcp;

test.each(['loud___shout', 'loud__shout', 'mcp__loud__shout', '`loud___shout`'])(
	'The title %s alone says which tool it is.',
	(title) => {
		expect(ofTitle(title)).toEqual({ server: 'loud', tool: 'shout' });
	},
);

test.each<[string, string?]>([
	['loud/shout', 'run_shell'],
	['loud__shout', 'run_shell'],
	['mcp__loud__shout', 'mcp__evil__x'],
	['loud__shout', 'loud'],
	['loud/shout'],
	['loud:shout'],
	['loud.shout'],
	['loud.py'],
	['loud__shout.py'],
	['mcp_loud_shout'],
	['mcp/loud/shout'],
])('The title %s makes no tool of a server of a call with the name %s.', (title, name) => {
	expect(ofTitle(title, name)).toBeUndefined();
});

test('A title beside what may be a host or a command does not say which tool it is.', () => {
	expect(ofTitle('loud__shout', undefined, { possibleHosts: ['example.com'] })).toBeUndefined();
	const toolInput = { fields: [], omitted: 0, urls: [], notUnderstood: [], possibleCommands: ['ls'], texts: [] };
	expect(ofTitle('loud__shout', undefined, { toolInput })).toBeUndefined();
});

test('A name counts whatever the title is.', () => {
	expect(ofTitle('Shouts', 'loud__shout')).toEqual({ server: 'loud', tool: 'shout' });
	expect(ofTitle('evil__x', 'loud__shout')).toEqual({ server: 'loud', tool: 'shout' });
});

test.each([
	['of a server that was not given', 'quiet__shout'],
	['without a tool', 'loud__'],
	['with words around it', 'Run loud__shout now'],
	['with a sign that names of own tools have', 'loud_shout'],
	['that begins like one', 'louder__shout'],
	['that two servers could have', 'mcp_a_b_c'],
])('A name %s is none.', (_, name) => {
	expect(toolOf(name)).toBeUndefined();
});

test.each<[string, Partial<ActionRequest>]>([
	['runs a command', { command: { text: 'ls', argv: ['ls'], envNames: [] } }],
	['edits', { kind: 'edit' }],
	['is a command by its kind', { kind: 'execute' }],
	['writes a text', { writes: true }],
	['goes to an address', { host: 'example.com' }],
	['asks the user', { asksUser: true }],
	['shows a diff', { diffs: [{ type: 'diff', path: '/w/a', oldText: null, newText: 'x' }] }],
])('An own tool that looks so and %s is judged by that.', (_, parts) => {
	expect(toolOf('loud__shout', parts)).toBeUndefined();
});

test('A name with a sign that others have as well opens nothing, and may be what a rule denies.', () => {
	const asked = (name: string) => asGivenTool(action({ title: name }), { title: name }, SERVERS);
	expect(asked('loud_shout')).toMatchObject({ possibleMcp: [{ server: 'loud', tool: 'shout' }] });
	expect(asked('loud_shout').mcp).toBeUndefined();
	expect(asked('louder_shout').possibleMcp).toBeUndefined();
	const read = action({ kind: 'read', writes: true });
	expect(asGivenTool(read, { title: 'loud_read' }, SERVERS)).toMatchObject({ possibleMcp: [{ tool: 'read' }] });
});
