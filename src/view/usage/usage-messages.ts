import type { ToolKind } from '../../core/tool-call.js';

/** What the figures of `/usage` and `acp-tui usage` are called. */
export const ROWS = {
	inputTokens: 'in',
	outputTokens: 'out',
	cachedReadTokens: 'cached',
	cachedWriteTokens: 'written',
	thoughtTokens: 'thought',
	totalTokens: 'total',
	cost: 'cost',
	prompts: 'prompts',
	allowed: 'tools',
	denied: 'denied',
	failed: 'failed',
	workMs: 'working',
	waitMs: 'waiting',
} as const;

/** The spans that are shown beside each other. */
export const SPANS = { turn: 'turn', running: 'turn', session: 'session', today: 'today', week: '7 days' } as const;

/** Nothing is known of a figure. */
export const UNKNOWN = '–';

/** Kinds of tools as people call them. */
export const KINDS: Readonly<Record<ToolKind, string>> = {
	read: 'read',
	edit: 'edit',
	delete: 'delete',
	move: 'move',
	search: 'search',
	execute: 'command',
	think: 'think',
	fetch: 'fetch',
	switch_mode: 'mode',
	other: 'other',
};

/** The lines below the figures. */
export const context = (used: string, size: string, share: string): string =>
	`Context: ${used} of ${size} tokens${share}`;
export const toolsHere = (list: string): string => `Tools of this session: ${list}`;
export const errorsHere = (list: string): string => `Failures of this session: ${list}`;
export const started = (handshake: string, open: string): string =>
	`Agent started in ${handshake}, session opened in ${open}`;
export const firstWords = (update: string, text: string | null): string =>
	text === null ? `First update after ${update}` : `First update after ${update}, first words after ${text}`;
export const NOT_KEPT = 'Sessions are not kept, so today and the last 7 days are not known.';
export const NO_TOKENS = 'The agent names no tokens.';

/** As a screen reader reads it. */
export const SPOKEN = {
	turn: 'Last turn',
	running: 'This turn so far',
	session: 'Session',
	today: 'Today',
	week: 'Last 7 days',
} as const;
