import { isInside } from './action-details.js';
import { REFUSAL } from './policy-messages.js';
import type { ActionRequest, Mode, Verdict } from './types.js';

/**
 * What the agent reads when a file or terminal request is refused: why, what it may do now, and in
 * plan mode how that ends. Without this, agents try the same thing again and again.
 */
export function refusalForAgent({ because }: Verdict, { source, paths }: ActionRequest, mode: Mode): string {
	const refused = REFUSAL.refused(REFUSAL.subject[source], because);
	const isOutside = paths.some((path) => !isInside(path) && !path.isPlanFile);
	return `${refused} ${isOutside ? REFUSAL.outside : mode === 'plan' ? REFUSAL.planMode : REFUSAL.other}`;
}
