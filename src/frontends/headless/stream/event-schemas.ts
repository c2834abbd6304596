import type * as zod from 'zod';
import type { Zod } from './stream-parts.js';
import { STREAM_COMMANDS, STREAM_EVENTS, STREAM_VERSION, type StreamCommand } from './stream-schema.js';

/** A line of `--output-format stream-json`. */
export function eventSchema(z: Zod): zod.ZodType {
	const line = { version: z.literal(STREAM_VERSION), at: z.number().describe('Milliseconds since 1970.') };
	return unionOf(z, STREAM_EVENTS, line);
}

/** A line of `--input-format stream-json`. */
export function commandSchema(z: Zod): zod.ZodType<StreamCommand> {
	return unionOf(z, STREAM_COMMANDS, {}) as zod.ZodType<StreamCommand>;
}

/** stream.schema.json: what standard output says, and as `$defs.input` what standard input takes. */
export function streamJsonSchema(z: Zod & Pick<typeof zod, 'toJSONSchema'>): string {
	const { $schema, ...events } = z.toJSONSchema(eventSchema(z), { io: 'input' });
	const { $schema: _, ...input } = z.toJSONSchema(commandSchema(z), { io: 'input' });
	const title = 'acp-tui stream-json';
	const description =
		'A line of --output-format stream-json. A line of --input-format stream-json is as #/$defs/input says.';
	return `${JSON.stringify({ $schema, title, description, ...events, $defs: { input } }, null, 2)}\n`;
}

type Rows = Readonly<Record<string, { readonly about: string; readonly fields: (z: Zod) => zod.ZodRawShape }>>;

function unionOf(z: Zod, rows: Rows, common: zod.ZodRawShape): zod.ZodType {
	const [first, ...others] = Object.entries(rows).map(([type, { about, fields }]) => {
		const words = `${about.charAt(0).toUpperCase()}${about.slice(1)}.`;
		return z.object({ ...common, type: z.literal(type), ...fields(z) }).describe(words);
	});
	if (first === undefined) throw new TypeError('there are no rows');
	return z.discriminatedUnion('type', [first, ...others]);
}
