// Writes config.schema.json from the one schema in src/cli/config/schema.ts.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { configJsonSchema } from '../src/cli/config/schema.ts';
import { root } from './sources.mjs';

await writeFile(join(root, 'config.schema.json'), configJsonSchema());
