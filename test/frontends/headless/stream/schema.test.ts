import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { streamJsonSchema } from '../../../../src/frontends/headless/stream/event-schemas.js';

test('stream.schema.json is what the tables say (npm run schema writes it)', () => {
	const committed = readFileSync(new URL('../../../../stream.schema.json', import.meta.url), 'utf8');
	expect(streamJsonSchema(z)).toBe(committed);
});

test('The schema knows the lines of both directions, and refuses others.', () => {
	const { $defs, ...events } = JSON.parse(streamJsonSchema(z));
	const [event, command] = [z.fromJSONSchema(events), z.fromJSONSchema($defs.input)];
	const text = { version: 1, type: 'text', role: 'agent', text: 'Hi', at: 1, later: 'a field of a later version' };
	expect(event.safeParse(text).success).toBe(true);
	for (const other of [
		{ ...text, version: 2 },
		{ ...text, type: 'tool' },
		{ ...text, role: 'nobody' },
	])
		expect(event.safeParse(other).success).toBe(false);
	expect(command.safeParse({ type: 'answer', id: 'q', outcome: { outcome: 'cancelled' } }).success).toBe(true);
	for (const other of [{ type: 'prompt', text: ' ' }, { type: 'answer' }, { type: 'allow', id: 'q' }])
		expect(command.safeParse(other).success).toBe(false);
});
