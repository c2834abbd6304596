import { join } from 'node:path';
import type { ReviewedFile, ReviewList, ReviewPort } from '../../../src/core/review/review.js';
import { createReview } from '../../../src/services/review/review.js';
import { must } from '../must.js';
import { temporaryFolder } from '../temporary-folder.js';
import { createRepository, type TestRepository } from '../worktrees/repository.js';

export type Reviewed = TestRepository & {
	readonly review: ReviewPort;
	/** The list of a range with its lines counted. */
	listed(range?: string): Promise<ReviewList>;
	/** A file of the working tree against HEAD. */
	file(path: string): Promise<readonly [ReviewList, ReviewedFile]>;
};

/** A repository with its review. */
export function reviewed(env: Readonly<Record<string, string>> = {}, folder = ''): Reviewed {
	const repository = createRepository();
	const scratch = temporaryFolder();
	const review = createReview({
		workspace: join(repository.top, folder),
		env: { ...repository.env, ...env },
		scratch: async () => scratch,
	});
	const listed = async (range = 'HEAD'): Promise<ReviewList> => review.count(must(await review.list(range)));
	return {
		...repository,
		review,
		listed,
		async file(path) {
			const list = must(await review.list('HEAD'));
			const found = list.files.find((file) => file.path === path);
			if (found === undefined) throw new Error(`not listed: ${path}`);
			return [list, found];
		},
	};
}

const LINES = Array.from({ length: 40 }, (_, index) => `line ${index}\n`);

/** These lines with some that are changed, by their index. */
export function texts(changes: Readonly<Record<number, string>>): string {
	return LINES.map((line, index) => changes[index] ?? line).join('');
}
