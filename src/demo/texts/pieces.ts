import type { ToolKind } from '@agentclientprotocol/sdk/unstable';

/** A tool call of one kind, with what it shows when it works and when it does not. */
export type Piece = {
	readonly kind: ToolKind;
	readonly title: string;
	/** Relative to the workspace. */
	readonly place?: string;
	readonly line?: number;
	readonly rawInput?: unknown;
	readonly content: string;
	readonly failure: string;
};

export const PIECES: readonly Piece[] = [
	{
		kind: 'read',
		title: 'Read src/limiter.ts',
		place: 'src/limiter.ts',
		line: 12,
		content: 'const limit = 5;\nconst burst = 10;',
		failure: 'There is no file src/limiter.ts.',
	},
	{
		kind: 'edit',
		title: 'Edit src/limiter.ts',
		place: 'src/limiter.ts',
		content: 'The file was written.',
		failure: 'The text to replace occurs twice.',
	},
	{ kind: 'delete', title: 'Delete docs/old.md', place: 'docs/old.md', content: 'Deleted.', failure: 'Not permitted.' },
	{
		kind: 'move',
		title: 'Move src/limiter.ts to src/http/limiter.ts',
		content: 'Moved.',
		failure: 'src/http/limiter.ts exists already.',
	},
	{
		kind: 'search',
		title: 'Search for "burst"',
		rawInput: { pattern: 'burst', glob: '**/*.ts' },
		content: 'src/limiter.ts:4: const burst = 10;\nsrc/limiter.ts:18: Math.min(burst, bucket.tokens)',
		failure: 'The expression is not valid: unclosed group.',
	},
	{
		kind: 'execute',
		title: 'npm run lint',
		rawInput: { command: 'npm run lint' },
		content: 'Checked 214 files in 1.2 s. No fixes needed.',
		failure: 'npm error Missing script: "lint"',
	},
	{
		kind: 'think',
		title: 'Weigh the options',
		content: 'A token bucket is simpler than a queue.',
		failure: 'Nothing came to mind.',
	},
	{
		kind: 'fetch',
		title: 'Fetch https://example.com/manual',
		rawInput: { url: 'https://example.com/manual' },
		content: '# Manual\n\nTurn it on, then off again.',
		failure: 'The server answered 503.',
	},
	{
		kind: 'switch_mode',
		title: 'Leave plan mode',
		content: 'The mode is now default.',
		failure: 'It was not approved.',
	},
	{
		kind: 'other',
		title: 'Ask the oracle',
		rawInput: { question: 'Will it rain?', depth: 3 },
		content: 'It might.',
		failure: 'The oracle is asleep.',
	},
];
