// Asks with forms that mean no good (elicitation/create, mode form), and says what it was answered. A prompt names the
// kinds, one after another: see FORMS and the handler below.
import { ask, INITIALIZED, say, serve, takeBack, update } from './wire.mjs';

const deep = (levels) => '['.repeat(levels) + ']'.repeat(levels);
const many = (count, make) => Array.from({ length: count }, (_, index) => make(index));
const text = (more = {}) => ({ type: 'string', ...more });

/** The schemas by kind, as JSON: some of them no object of JavaScript could hold. */
const FORMS = {
	plain: '{"type":"object","properties":{"a":{"type":"string","title":"A"}},"required":["a"]}',
	proto: '{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"}},"required":["__proto__"]}',
	deep: `{"properties":{"a":{"type":"string"},"b":{"type":"_deep","value":${deep(20_000)}},"c":{"type":${deep(20_000)}}}}`,
	fields: JSON.stringify({ properties: Object.fromEntries(many(10_000, (index) => [`f${index}`, text()])) }),
	options: JSON.stringify({
		properties: { a: text({ enum: many(100_000, (index) => `o${index}`) }) },
		required: ['a'],
	}),
	long: JSON.stringify({
		properties: { a: text({ title: 'x'.repeat(5_000_000), description: 'y\x1b[2J'.repeat(500_000) }) },
	}),
	pattern: JSON.stringify({ properties: { a: text({ pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' }) }, required: ['a'] }),
	lies: JSON.stringify({
		properties: {
			a: text({ enum: ['x', 'y'], default: 'z' }),
			b: { type: 'array', items: { enum: ['x'] }, minItems: 3 },
			c: { type: 'integer', minimum: 2, maximum: 1, default: 7 },
			d: text({
				oneOf: [
					{ const: 'x', title: 'Yes' },
					{ const: 'x', title: 'No' },
				],
			}),
			e: text({ minLength: 5, maxLength: 1 }),
		},
	}),
	impossible: JSON.stringify({
		properties: { b: { type: 'array', items: { enum: ['x'] }, minItems: 3 } },
		required: ['b'],
	}),
	missing: JSON.stringify({ properties: {}, required: ['nobody'] }),
	secret: JSON.stringify({ properties: { token: text({ title: 'Access' }), user: text() } }),
	none: 'null',
	list: '[]',
};

// Schemas are written as they stand above: some are nested more deeply than JSON.stringify can.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (line) => write(line.replace(/"@(\w+)@"/, (_, kind) => FORMS[kind] ?? FORMS.plain));

let asked = 0;
async function form(sessionId, kind, more = {}) {
	asked += 1;
	const requestedSchema = `@${kind}@`;
	const answer = await ask('elicitation/create', { mode: 'form', sessionId, message: kind, requestedSchema, ...more });
	return JSON.stringify(answer.result ?? { error: answer.error.code });
}

serve({
	initialize: () => INITIALIZED,
	'session/prompt': async ({ sessionId, prompt }) => {
		for (const kind of prompt.at(-1).text.split(' ')) {
			const tell = (answer) => say(sessionId, `${kind}: ${answer}\n`);
			if (kind === 'late') void form(sessionId, kind).then(tell);
			else if (kind === 'beside') void form(sessionId, kind, { _meta: { codex: { delivery: 'async' } } }).then(tell);
			else if (kind === 'crash') {
				void form(sessionId, kind);
				setTimeout(() => process.exit(1), 100);
				return undefined;
			} else if (kind === 'back') {
				const answered = form(sessionId, kind);
				setTimeout(() => takeBack(asked - 1), 50);
				tell(await answered);
			} else if (kind === 'flood') {
				const answers = await Promise.all(many(300, () => form(sessionId, 'plain')));
				tell(`${answers.filter((answer) => answer.includes('cancel')).length} cancelled`);
			} else if (kind === 'child') tell(await form('child-1', kind));
			else if (kind === 'call') {
				update(sessionId, {
					sessionUpdate: 'tool_call',
					toolCallId: 't1',
					title: 'Ask',
					kind: 'think',
					status: 'in_progress',
				});
				tell(await form(sessionId, kind, { toolCallId: 't1' }));
				update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId: 't1', status: 'completed' });
			} else tell(await form(sessionId, kind));
		}
		return { stopReason: 'end_turn' };
	},
	'$/cancel_request': () => {},
});
