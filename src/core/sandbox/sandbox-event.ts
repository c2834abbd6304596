import type { SessionSandbox } from './session-sandbox.js';

/** What holds commands and the agent has changed. */
export type SandboxEvent = { readonly type: 'sandbox-changed'; readonly change: Partial<SessionSandbox> };
