import type { SessionListRequest } from '../../core/session-list.js';
import type { UiRequest } from '../state/ui-step.js';

export function wants(request: SessionListRequest): UiRequest {
	return { type: 'dispatch', event: { type: 'session-list', request } };
}
