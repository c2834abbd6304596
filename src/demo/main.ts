import { COMMANDS } from './commands/all-commands.js';
import { serve } from './demo-serve.js';

await serve({ commands: COMMANDS });
