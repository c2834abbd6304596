// Ignores the end of its input, SIGTERM and SIGINT.
import { outliveInput, serve } from './wire.mjs';

process.on('SIGTERM', () => console.error('no'));
process.on('SIGINT', () => {});
serve({ 'session/prompt': () => undefined });
outliveInput();
