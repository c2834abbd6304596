// Closes its output but stays alive.
import { closeSync } from 'node:fs';
import { outliveInput, serve } from './wire.mjs';

serve({ 'session/prompt': () => closeSync(1) });
outliveInput();
