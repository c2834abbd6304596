// The demo agent with the rigs. Started from its sources, through scripts/run-sources.mjs.
import { env } from 'node:process';
import { COMMANDS } from '../../../src/demo/commands/all-commands.js';
import { serve } from '../../../src/demo/demo-serve.js';
import { RIGS } from './all.js';

await serve({ commands: [...COMMANDS, ...RIGS], forgets: env['ACP_TUI_DEMO_FORGETS'] === '1' });
