// Answers nothing but the handshake and a new session; ignores the end of its input, SIGTERM and SIGINT.
import { outliveInput, serve } from './wire.mjs';

process.on('SIGTERM', () => console.error('no'));
process.on('SIGINT', () => {});
const silence = () => undefined;
serve({ 'session/prompt': silence, 'session/set_mode': silence, 'session/set_config_option': silence });
outliveInput();
