import { COMMANDS } from './commands/all.js';
import { serve } from './serve.js';

await serve({ commands: COMMANDS });
