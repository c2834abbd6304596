import { clip, sanitizeLine } from '../text/sanitize.js';
import type { ActionDetails } from './action-details.js';
import type { Verdict } from './types.js';

export function allow(because: string): Verdict {
	return { decision: 'allow', because };
}

export function ask(because: string): Verdict {
	return { decision: 'ask', because };
}

export function deny(because: string): Verdict {
	return { decision: 'deny', because };
}

/** What nobody understands is not let through because the rest of it is harmless. */
export function understandingDoubt({ notUnderstood }: ActionDetails): Verdict | null {
	if (notUnderstood.length === 0) return null;
	const shown = notUnderstood.slice(0, MOST_SHOWN).map((name) => clip(sanitizeLine(name), MOST_CELLS));
	const more = notUnderstood.length - shown.length;
	return ask(`not all of this request is understood: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`);
}

/** So many of the fields are named in a reason, each this wide. */
const MOST_SHOWN = 3;
const MOST_CELLS = 40;
