// Writes config.schema.json and stream.schema.json from the tables of the code.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import './run-sources.mjs';
import { root } from './sources.mjs';

// Named in a static import they would be looked for before the line above has its effect.
const { configJsonSchema } = await import('../src/cli/config/config-schema.ts');
const { streamJsonSchema } = await import('../src/frontends/headless/stream/event-schemas.ts');
await writeFile(join(root, 'config.schema.json'), configJsonSchema());
await writeFile(join(root, 'stream.schema.json'), streamJsonSchema(z));
