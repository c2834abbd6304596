import type { ReviewRequest } from '../../core/review/review.js';
import type { UiRequest } from '../state/step.js';

/** The request to do something in the review. */
export function wants(request: ReviewRequest): UiRequest {
	return { type: 'dispatch', event: { type: 'review', request } };
}
