import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AgentHost } from '../../src/core/agent-port.js';
import type { FieldDraft, FormContent } from '../../src/core/elicitation/form.js';
import { contentOf } from '../../src/core/elicitation/form-content.js';
import { answers, schemas } from '../core/elicitation/schemas.js';
import { connect, createFakeHost, inRoot, scripted, unwrap } from './fake-host.js';

const isLong = process.env['ACP_TUI_LONG'] === '1';
const rounds = isLong ? 10_000 : 150;
const sampled = isLong ? {} : { seed: 1 };

test('Generated forms are asked over a real pipe, and each answer arrives as it was given', async () => {
	const given = fc.sample(fc.array(answers, { minLength: 4, maxLength: 8 }), { numRuns: rounds, ...sampled });
	let round = 0;
	let accepted = 0;
	let sent: FormContent | null = null;
	const elicit: AgentHost['elicit'] = async ({ input }) => {
		sent = null;
		if (input.mode !== 'form' || 'because' in input.form) return { action: 'cancel' };
		const values = given[round] ?? [];
		const drafts = new Map<string, FieldDraft>(
			input.form.fields.map(({ name, isRequired }, index) => {
				const options = input.mode === 'form' && 'fields' in input.form ? input.form.fields[index]?.input : undefined;
				const first = options !== undefined && 'options' in options ? options.options[0]?.value : undefined;
				return [name, (isRequired && options?.type === 'choice' ? first : values[index % values.length]) ?? null];
			}),
		);
		const read = contentOf(input.form, drafts);
		if (!read.ok) return { action: 'decline' };
		accepted += 1;
		sent = read.content;
		return { action: 'accept', content: read.content };
	};
	const host = createFakeHost(undefined, elicit);
	const features = { files: false, terminals: false, elicitation: { form: true, url: true } };
	const agent = unwrap(await connect(scripted('elicitation'), host, { features }));
	try {
		unwrap(await agent.newSession(inRoot));
		for (const schema of fc.sample(schemas, { numRuns: rounds, ...sampled })) {
			const before = host.text().length;
			const text = JSON.stringify({ params: { mode: 'form', message: 'Which?', requestedSchema: schema } });
			unwrap(await agent.prompt('s1', [{ type: 'text', text }]));
			const answer = JSON.parse(
				host
					.text()
					.slice(before)
					.replace(/^answer /, ''),
			) as { content?: unknown };
			if (sent !== null) expect(JSON.stringify(answer.content)).toBe(JSON.stringify(sent));
			else expect(answer).not.toHaveProperty('content');
			round += 1;
		}
	} finally {
		await agent.close();
	}
	expect(accepted).toBeGreaterThan(rounds / 10);
});
