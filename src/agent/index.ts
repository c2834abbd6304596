export { commandLine, splitCommand } from '../core/split-command.js';
export { createAgentPort } from './agent-port.js';
export { CATALOGUE, findAgent, type KnownAgent } from './catalogue.js';
export type { ConnectDeps } from './connect.js';
export { type Quirks, quirksOf } from './quirks.js';
export { createTranslator, type Translator } from './translate/translator.js';
