import { join } from 'node:path';
import { methodsOf, once } from '../core/once.js';
import type { Ports } from '../core/ports.js';
import type { PreparedRun } from './prepared-run.js';
import type { ProgramServices } from './program-services.js';
import type { World } from './world.js';

/** Loaded with the first review. Marks and notes are somebody's words, as drafts are: they are kept where those are. */
export function reviewPorts(
	{ cwd, persistence }: Pick<PreparedRun, 'cwd' | 'persistence'>,
	{ env, paths }: Pick<World, 'env' | 'paths'>,
	{ guard, temporary }: Pick<ProgramServices, 'guard' | 'temporary'>,
): Required<Pick<Ports, 'review' | 'reviewMarks'>> {
	const review = once(async () =>
		(await import('../services/review/review.js')).createReview({
			...{ workspace: cwd, env, guard },
			scratch: temporary.path,
		}),
	);
	const folder = async (): Promise<string> =>
		join(persistence.drafts ? paths.stateDir : await temporary.path(), 'reviews');
	const marks = once(async () => (await import('../services/state/review-marks.js')).createReviewMarks({ folder }));
	return {
		review: {
			...methodsOf(
				review,
				...(['list', 'count', 'texts', 'textOf', 'contentOf', 'stage', 'takeBack', 'countLines'] as const),
			),
			async prepare(texts) {
				const { compareAhead } = await import('../view/review/staging.js');
				await compareAhead(texts, () => new Promise((rest) => setImmediate(rest)));
			},
		},
		reviewMarks: methodsOf(marks, 'load', 'setViewed', 'saveNote', 'dropNote'),
	};
}
