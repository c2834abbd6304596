/** A change of a file as a card shows it; `oldText` is null for a new file. */
export type ShownChange = {
	readonly title: string;
	readonly kind: 'edit' | 'delete' | 'move';
	/** Relative to the workspace. */
	readonly path: string;
	/** Where a file that moves comes from. */
	readonly from?: string;
	readonly oldText: string | null;
	readonly newText: string;
};

const LIMITER = `import { setTimeout as sleep } from 'node:timers/promises';

const limit = 5;
const burst = 10;

/** Waits until another request may be sent. */
export async function take(bucket: Bucket): Promise<void> {
	while (bucket.tokens < 1) {
		await sleep(100);
		refill(bucket);
	}
	bucket.tokens -= 1;
}

function refill(bucket: Bucket): void {
	const now = Date.now();
	const elapsed = now - bucket.refilledAt;
	bucket.tokens = Math.min(burst, bucket.tokens + (elapsed * limit) / 1000);
	bucket.refilledAt = now;
}

export function create(): Bucket {
	return { tokens: burst, refilledAt: Date.now() };
}
`;

const LIMITER_AFTER = LIMITER.replace('const burst = 10;', 'const burst = 20;')
	.replace('await sleep(100);', 'await sleep(waitOf(bucket));')
	.replace(
		'export function create(): Bucket {\n\treturn { tokens: burst, refilledAt: Date.now() };',
		'/** A bucket that is full. */\nexport function createBucket(now = Date.now()): Bucket {\n\treturn { tokens: burst, refilledAt: now };',
	);

/** Changes of every sort that a diff has to make sense of. */
export const CHANGES: readonly ShownChange[] = [
	{ title: 'Edit src/limiter.ts', kind: 'edit', path: 'src/limiter.ts', oldText: LIMITER, newText: LIMITER_AFTER },
	{
		title: 'Write src/version.ts',
		kind: 'edit',
		path: 'src/version.ts',
		oldText: null,
		newText: "/** The version of this program. */\nexport const VERSION = '1.4.0';\n",
	},
	{
		title: 'Delete docs/old.md',
		kind: 'delete',
		path: 'docs/old.md',
		oldText: '# Old notes\n\nNobody needs them.\n',
		newText: '',
	},
	{
		title: 'Move the limiter',
		kind: 'move',
		from: 'src/limiter.ts',
		path: 'src/http/limiter.ts',
		oldText: LIMITER,
		newText: LIMITER,
	},
	{
		title: 'Edit assets/logo.png',
		kind: 'edit',
		path: 'assets/logo.png',
		oldText: '\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR',
		newText: '\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR\u0000\u0001\u0000',
	},
	{
		title: 'Edit README.md',
		kind: 'edit',
		path: 'README.md',
		oldText: 'Install it with npm install limiter, then read the manual. 日本語の説明もあります。\n',
		newText: 'Install it with npm add limiter, then read the short manual. 日本語の説明があります。\n',
	},
	{
		title: 'Reindent src/indent.py',
		kind: 'edit',
		path: 'src/indent.py',
		oldText: 'def greet(name):\n\treturn "Hello, " + name\n',
		newText: 'def greet(name):\n    return "Hello, " + name\n',
	},
];

/** Changes of several files that one call makes. */
export const RENAMED: readonly ShownChange[] = ['src/http/client.ts', 'src/http/server.ts', 'test/limiter.test.ts'].map(
	(path) => ({
		title: 'Rename create to createBucket',
		kind: 'edit',
		path,
		oldText: "import { create } from './limiter.js';\n\nconst bucket = create();\n",
		newText: "import { createBucket } from './limiter.js';\n\nconst bucket = createBucket();\n",
	}),
);
