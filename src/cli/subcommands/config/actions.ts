export type ConfigAction = 'show' | 'path' | 'schema' | 'trust' | 'untrust';

export const CONFIG_ACTIONS: readonly ConfigAction[] = ['show', 'path', 'schema', 'trust', 'untrust'];
