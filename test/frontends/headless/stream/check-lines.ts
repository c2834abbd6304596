import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { eventSchema } from '../../../../src/frontends/headless/stream/event-schemas.js';

const file = new URL('../../../../stream.schema.json', import.meta.url);
const members: readonly { readonly properties: { readonly type: { readonly const: string } } }[] = JSON.parse(
	readFileSync(file, 'utf8'),
).oneOf;
/** By type, which is quicker than to try all of them for each line. */
const shipped = new Map(
	members.map((member) => [
		member.properties.type.const,
		z.fromJSONSchema(member as Parameters<typeof z.fromJSONSchema>[0]),
	]),
);
/** As the schema, and no field beside those that it names. */
const strict = eventSchema({ ...z, object: z.strictObject as unknown as typeof z.object });

type Line = { readonly type: string; readonly [field: string]: unknown };

/** The lines of a run. Throws for one that is not as stream.schema.json says. */
export function checkedLines(out: string): readonly Line[] {
	return out
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => {
			const value: Line = JSON.parse(line);
			for (const schema of [shipped.get(value.type), strict]) {
				const read = schema?.safeParse(value);
				if (read?.success !== true) throw new Error(`${line.slice(0, 2000)}\n${read && z.prettifyError(read.error)}`);
			}
			return value;
		});
}
