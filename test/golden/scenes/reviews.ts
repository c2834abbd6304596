import type { ReviewList, ReviewNote, ReviewState, ReviewTexts } from '../../../src/core/review/review.js';
import { ready } from '../../core/session/play.js';
import { fileOf, listOf, noteOf, textsOf } from '../../view/review/review-stage.js';
import type { Scene } from '../driver.js';

const OLD = `import { take } from './bucket.js';

export class Limiter {
	#tokens = 10;

	/** Waits until a token is there. */
	async wait(): Promise<void> {
		while (this.#tokens === 0) {
			await sleep(100);
		}
		this.#tokens -= 1;
	}

	refill(count: number): void {
		this.#tokens += count;
	}

	get isEmpty(): boolean {
		return this.#tokens === 0;
	}
}

${Array.from({ length: 30 }, (_, at) => `export const step${at} = ${at};\n`).join('')}`;
const NEW = OLD.replace('#tokens = 10;', '#tokens = 20;')
	.replace('await sleep(100);', 'await sleep(waitOf(this));')
	.replace('+= count;', '= Math.min(20, this.#tokens + count);')
	.concat(
		'\n/** Milliseconds until a token is there. */\nfunction waitOf({ isEmpty }: Limiter): number {\n\treturn isEmpty ? 1000 : 0;\n}\n',
	);

const FILES = [
	fileOf('CHANGELOG.md', { added: 1, removed: 0, isViewed: true, staged: 'all' }),
	fileOf('src/bucket.ts', { status: 'renamed', oldPath: 'src/pail.ts', added: 0, removed: 0 }),
	fileOf('src/limiter.ts', { added: 9, removed: 4 }),
	fileOf('src/view/limiter-panel.ts', { status: 'added', added: 120, removed: 0 }),
	fileOf('src/view/limiter-row.ts', { added: 12, removed: 3 }),
	fileOf('src/view/old.png', { status: 'deleted', isBinary: true, added: null, removed: null }),
	fileOf('test/limiter.test.ts', { added: 1200, removed: 41 }),
];
const LIMITER = 'src/limiter.ts';
const NOTES: readonly ReviewNote[] = [
	noteOf(LIMITER, 9, 'This waits for a whole second even where a token comes sooner: ask the bucket.', {
		excerpt: '\t\t\tawait sleep(waitOf(this));',
	}),
	noteOf(LIMITER, 99, 'Is this still needed?', { isGone: true, excerpt: 'const burst = 10;' }),
];

const review = (
	list: Partial<ReviewList> | null,
	texts: Partial<ReviewTexts> | null,
	outcome: ReviewState['outcome'] = null,
) =>
	({
		type: 'review-known',
		list: list === null ? null : listOf({ files: FILES, ...list }),
		texts: texts === null ? null : textsOf(LIMITER, { oldText: OLD, newText: NEW, indexText: OLD, ...texts }),
		outcome,
	}) as const;
const staged = FILES.map((file) => (file.path === LIMITER ? { ...file, staged: 'part' as const } : file));

export const reviewScenes: Readonly<Record<string, Scene>> = {
	review: {
		from: ready(),
		states: {
			'looked for': ['`/review` enter', 1000],
			'files known': [review({}, null), ']'],
			shown: [review({}, {})],
			'the next hunk': ['n'],
			'lines selected': ['v', 'j j j'],
			'a note written': ['c', '`Ask the bucket`'],
			'notes kept': ['enter', review({ notes: NOTES }, {})],
			'list of notes': ['N'],
			'to a note': ['enter'],
			'take back asked': ['p', 'x'],
			'taken back': [
				'x',
				review(
					{ notes: NOTES },
					{},
					{ id: 1, words: 'Took back src/limiter.ts; /undo brings it back.', isFailure: false },
				),
			],
			staged: [review({ files: staged, notes: NOTES }, { indexText: OLD.replace('#tokens = 10;', '#tokens = 20;') })],
			'among the files': ['tab', 'down'],
			folded: ['home down enter'],
			keys: ['?'],
			'a file found': ['escape', '/ `panel`'],
			'beside each other': ['escape', 'escape', ']', 'tab', '|'],
			closed: ['q'],
		},
		spoken: [review({ notes: NOTES }, {}), '3', 's', 'h', '2', '3', 'Ask the bucket', 'notes', '1', ''],
	},
	'review that finds nothing': {
		from: ready(),
		states: {
			nothing: ['`/review turn` enter', review({ range: 'turn', title: 'the last turn', files: [] }, null)],
			'opened again': ['escape', '`/review turn` enter'],
			failed: [
				'q',
				'`/review nowhere` enter',
				review(null, null, { id: 1, words: 'There is no branch or commit “nowhere” here.', isFailure: true }),
			],
		},
	},
};
