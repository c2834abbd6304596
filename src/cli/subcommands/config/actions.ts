/** What `acp-tui config ACTION` does. */
export type ConfigAction = 'show' | 'path' | 'schema' | 'trust' | 'untrust';

/** Every action of `acp-tui config`. */
export const CONFIG_ACTIONS: readonly ConfigAction[] = ['show', 'path', 'schema', 'trust', 'untrust'];
