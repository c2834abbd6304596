import * as z from 'zod';
import { CONFIG } from './config-keys.js';
import type { Row, Section } from './config-row.js';
import { parts } from './schema-parts.js';

export const configSchema = z
	.strictObject({
		$schema: z.string().exactOptional().describe('Where editors find this schema.'),
		...mapped<Row | Section>(CONFIG, (entry) =>
			'rows' in entry
				? z.strictObject(mapped(entry.rows, optional)).exactOptional().describe(`${entry.about}.`)
				: optional(entry),
		),
	})
	.describe(
		'Configuration of acp-tui: of the user in config.json or config.yaml, of a project in .acp-tuirc (.json, .yaml, .yml; also in .config/) or the key "acp-tui" of package.json.',
	);

function optional({ about, schema, defaultValue }: Row): z.ZodExactOptional {
	const isPlain = defaultValue !== null && typeof defaultValue !== 'object';
	return schema(parts)
		.exactOptional()
		.describe(`${about}${isPlain ? ` (default ${JSON.stringify(defaultValue)})` : ''}.`);
}

function mapped<T>(entries: Readonly<Record<string, T>>, make: (entry: T) => z.ZodType): Record<string, z.ZodType> {
	return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, make(entry)]));
}

export function configJsonSchema(): string {
	const schema = z.toJSONSchema(configSchema, { io: 'input' });
	return `${JSON.stringify({ ...schema, title: 'acp-tui configuration' }, null, 2)}\n`;
}
