import { expect, test, vi } from 'vitest';
import type { AgentConnection, AgentHost } from '../../src/core/agent-port.js';
import type { FieldDraft } from '../../src/core/elicitation/form.js';
import { contentOf } from '../../src/core/elicitation/form-content.js';
import { connected, createFakeHost, type FakeHost, inRoot, scripted, unwrap } from './fake-host.js';

const features = { files: false, terminals: false, elicitation: { form: true, url: true } };

async function start(host: FakeHost): Promise<AgentConnection> {
	const connection = await connected(scripted('forms'), host, { features });
	unwrap(await connection.newSession(inRoot));
	return connection;
}

/** Somebody who answers every field that is a text with this. */
const filling =
	(draft: FieldDraft): AgentHost['elicit'] =>
	async ({ input }) => {
		if (input.mode !== 'form' || 'because' in input.form) return { action: 'cancel' };
		const { fields } = input.form;
		const drafts = new Map(fields.map(({ name, input: { type } }) => [name, type === 'text' ? draft : null]));
		const read = contentOf(input.form, drafts);
		return read.ok ? { action: 'accept', content: read.content } : { action: 'decline' };
	};

const prompt = (agent: AgentConnection, text: string) => agent.prompt('s1', [{ type: 'text', text }]);

async function said(host: FakeHost, text: string): Promise<string> {
	unwrap(await prompt(await start(host), text));
	return host.text();
}

const forms = (host: FakeHost) =>
	host.elicitations.map(({ request: { input } }) => (input.mode === 'form' ? input.form : null));

test('A form is read, and its content arrives as JSON has it', async () => {
	const host = createFakeHost(undefined, filling('forty-two'));
	expect(await said(host, 'plain proto')).toBe(
		'plain: {"action":"accept","content":{"a":"forty-two"}}\n' +
			'proto: {"action":"accept","content":{"__proto__":"forty-two"}}\n',
	);
	expect(host.elicitations[0]?.request).toEqual({
		scope: { type: 'session', sessionId: 's1' },
		message: 'plain',
		input: {
			mode: 'form',
			form: { fields: [{ name: 'a', title: 'A', isRequired: true, input: { type: 'text', isPath: false } }] },
		},
	});
});

test('What no form can be is handed on with why, and nothing hangs', async () => {
	const host = createFakeHost(undefined, filling('x'));
	const words = await said(host, 'fields options impossible missing none list');
	expect(words.match(/\{"action":"cancel"\}/g)).toHaveLength(6);
	expect(forms(host)).toEqual([
		{ because: 'has more than 100 fields' },
		{ because: 'requires “a”, which offers more than 2000 choices' },
		{ because: 'requires “b”, which has limits that no answer can meet' },
		{ because: 'requires “nobody”, which it does not describe' },
		{ because: 'has no schema of an object' },
		{ because: 'has no schema of an object' },
	]);
});

test('Deep, long and lying schemas become small forms', async () => {
	const host = createFakeHost(undefined, filling('a'.repeat(5000)));
	const words = await said(host, 'deep long pattern lies');
	expect(words).toContain('pattern: {"action":"decline"}');
	const [deep, long, , lies] = forms(host);
	for (const form of [deep, long, lies]) expect(JSON.stringify(form).length).toBeLessThan(10_000);
	expect(lies).toMatchObject({
		fields: [
			{ input: { type: 'choice' }, remark: expect.stringContaining('left out') },
			{ input: { type: 'unknown' } },
			{ input: { type: 'unknown' } },
			{ input: { type: 'unknown' }, remark: expect.stringContaining('under different names') },
			{ input: { type: 'unknown' } },
		],
	});
});

test('A question that the agent does not wait for says so, and its answer arrives after the turn', async () => {
	const answer = Promise.withResolvers<{ action: 'decline' }>();
	const host = createFakeHost(undefined, () => answer.promise);
	await said(host, 'beside late');
	expect(host.elicitations.map(({ request }) => request.input)).toMatchObject([{ isNonblocking: true }, {}]);
	answer.resolve({ action: 'decline' });
	await vi.waitFor(() => expect(host.text()).toMatch(/beside: .*decline[\s\S]*late: .*decline/));
});

test('Scopes, what is taken back, and an agent that ends are reported', async () => {
	const answers: AgentHost['elicit'] = ({ message }, signal) =>
		message === 'back' || message === 'crash'
			? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
			: Promise.resolve({ action: 'decline' });
	const host = createFakeHost(undefined, answers);
	const agent = await start(host);
	await prompt(agent, 'child call back');
	expect(host.text()).toContain('back: {"action":"cancel"}');
	expect(host.elicitations.map(({ request }) => request.scope)).toEqual([
		{ type: 'session', sessionId: 'child-1' },
		{ type: 'session', sessionId: 's1', toolCallId: 't1' },
		{ type: 'session', sessionId: 's1' },
	]);
	expect(await prompt(agent, 'crash')).toMatchObject({ ok: false });
	await vi.waitFor(() => expect(host.elicitations.at(-1)?.signal.aborted).toBe(true));
});

test('A recording of the traffic holds no answer that looks like a secret', async () => {
	const lines: unknown[] = [];
	const host = createFakeHost(undefined, filling('hunter2'));
	const agent = await connected(scripted('forms'), host, { features }, { record: (line) => lines.push(line) });
	unwrap(await agent.newSession(inRoot));
	unwrap(await prompt(agent, 'secret'));
	expect(host.text()).toContain('"token":"hunter2"');
	const sent = lines.filter((line) => JSON.stringify(line).includes('"c2a"')).map((line) => JSON.stringify(line));
	expect(sent.join('\n')).toContain('"content":{"token":"[redacted]","user":"hunter2"}');
});
