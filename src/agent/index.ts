export { createAgentPort } from './agent-port.js';
export { CATALOGUE, findAgent, type KnownAgent } from './catalogue.js';
export type { ConnectDeps } from './connect.js';
export { type Quirks, quirksOf } from './quirks.js';
export { commandLine, splitCommand } from './split-command.js';
export { createTranslator, type Translator } from './translate/translator.js';
