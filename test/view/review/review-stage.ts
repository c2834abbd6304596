import type {
	ReviewedFile,
	ReviewList,
	ReviewNote,
	ReviewRequest,
	ReviewTexts,
} from '../../../src/core/review/review.js';
import type { UiRequest } from '../../../src/view/state/ui-step.js';
import { type Play, ready } from '../../core/session/play.js';
import { createStage, dispatched, happen, press, type Stage, wait } from '../stage.js';

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join('');
export const OLD = lines(60);
/** Three hunks: lines 3 and 6, line 30, line 50. */
export const NEW = OLD.replace('line 3\n', 'LINE 3\n')
	.replace('line 6\n', 'LINE 6\n')
	.replace('line 30\n', 'line 30\nmore\n')
	.replace('line 50\n', '');

export function fileOf(path: string, more: Partial<ReviewedFile> = {}): ReviewedFile {
	return {
		...{ path, status: 'modified', added: 3, removed: 3, version: `v-${path}`, isViewed: false, staged: 'none' },
		...more,
	};
}

export function noteOf(path: string, line: number, text: string, more: Partial<ReviewNote> = {}): ReviewNote {
	return { id: `note-${line}`, path, line, side: 'new', text, excerpt: `line ${line}`, ...more };
}

const FILES: readonly ReviewedFile[] = [
	fileOf('README.md', { added: 1, removed: 1 }),
	fileOf('src/app.ts'),
	fileOf('src/new.ts', { status: 'added', added: 60, removed: 0 }),
	fileOf('src/view/old.ts', { status: 'deleted', added: 0, removed: 60 }),
	fileOf('src/view/pixel.png', { isBinary: true, added: null, removed: null }),
];

export function listOf(more: Partial<ReviewList> = {}): ReviewList {
	return {
		...{ range: 'HEAD', title: 'working tree against HEAD', top: '/w', files: FILES, notes: [] },
		...{ can: { stage: true, takeBack: true } },
		...more,
	};
}

export function textsOf(path: string, more: Partial<ReviewTexts> = {}): ReviewTexts {
	return { path, version: `v-${path}`, oldText: OLD, newText: NEW, indexText: OLD, ...more };
}

const SIDES: Readonly<Record<string, Partial<ReviewTexts>>> = {
	'src/new.ts': { oldText: null, indexText: null },
	'src/view/old.ts': { newText: null },
};

/** The review of a list, open, with the texts of its files there when they are asked for. */
export type Reviewing = Stage & { list: ReviewList; texts: Readonly<Record<string, Partial<ReviewTexts>>> };

export function reviewing(
	columns = 100,
	rows = 32,
	{
		list = listOf(),
		texts = SIDES,
		session = ready(),
		typed = '/review',
	}: { list?: ReviewList; texts?: Reviewing['texts']; session?: Play; typed?: string } = {},
): Reviewing {
	const stage: Reviewing = Object.assign(createStage(session, columns, rows), { list, texts });
	press(stage, `\`${typed}\` enter`);
	known(stage, list);
	return stage;
}

/** Another list is known, and the texts that are then asked for. */
export function known(
	stage: Reviewing,
	list: ReviewList,
	texts: ReviewTexts | null = stage.session.lookups.review?.texts ?? null,
): void {
	stage.list = list;
	happen(stage, { type: 'review-known', list, texts, outcome: null });
	answer(stage);
}

/** Both sides of the file that was asked for last. */
export function answer(stage: Reviewing): void {
	const asked = requested(stage.requests).findLast((request) => request.do === 'show');
	if (asked?.do !== 'show' || stage.session.lookups.review?.texts?.path === asked.path) return;
	const texts = { ...textsOf(asked.path, stage.texts[asked.path]), version: asked.version };
	happen(stage, { type: 'review-known', list: stage.list, texts, outcome: null });
}

function requested(requests: readonly UiRequest[]): readonly ReviewRequest[] {
	return dispatched(requests).flatMap((event) => (event.type === 'review' ? [event.request] : []));
}

/** Presses keys after a pause, and returns what is wanted of the review besides texts. */
export function act(stage: Reviewing, keys: string): readonly ReviewRequest[] {
	wait(stage, 400);
	const wanted = [...keys.matchAll(/`[^`]*`|\S+/g)].flatMap(([key]) => {
		const requests = requested(press(stage, key));
		answer(stage);
		return requests.filter((request) => request.do !== 'show');
	});
	return wanted;
}
