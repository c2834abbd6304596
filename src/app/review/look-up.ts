import { type Result, succeed } from '../../core/failure.js';
import type { Ports } from '../../core/ports.js';
import type { ReviewList } from '../../core/review/review.js';
import type { SessionState } from '../../core/session/state.js';
import { ChangesReview } from './changes-review.js';
import { withMarks } from './marked.js';
import { REVIEW } from './review-messages.js';

type LookUp = {
	readonly ports: Pick<Ports, 'files' | 'snapshots' | 'review' | 'reviewMarks'>;
	readonly cwd: string;
	/** The session whose changes `turn` and `session` mean. */
	readonly state: Pick<SessionState, 'changes'>;
	/** Only whether there is such a range. */
	readonly isCheck?: boolean;
};

/**
 * A review as it is now, with its counts, marks and notes. Fails with `usage` where there is no such range, with
 * `not-found` where the session is known to have changed nothing in it.
 */
export async function lookUpReview(range: string, { ports, cwd, state, isCheck }: LookUp): Promise<Result<ReviewList>> {
	const isOfSession = range === 'turn' || range === 'session';
	const source = isOfSession ? new ChangesReview({ ports, cwd, state: () => state }) : ports.review;
	if (source === undefined || ports.reviewMarks === undefined) return REVIEW.none();
	const listed = await source.list(range);
	if (!listed.ok || isCheck === true) return listed;
	const [counted, marks] = await Promise.all([source.count(listed.value), ports.reviewMarks.load(listed.value.top)]);
	return succeed(await withMarks(counted, marks, source));
}
