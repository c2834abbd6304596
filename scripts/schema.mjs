// Writes config.schema.json from the one schema in src/cli/config/schema.ts.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import './run-sources.mjs';
import { root } from './sources.mjs';

// Named in a static import it would be looked for before the line above has its effect.
const { configJsonSchema } = await import('../src/cli/config/schema.ts');
await writeFile(join(root, 'config.schema.json'), configJsonSchema());
