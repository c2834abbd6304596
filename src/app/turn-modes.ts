import { setNewest } from '../core/newest.js';
import type { PolicyContext } from '../core/policy/policy-types.js';
import type { SessionState } from '../core/session/state.js';

/** Modes and rules of one turn. */
const MOST_MODES = 50;

/** Our modes during the newest turns, with the rules of then: what one of them allows needed no question. */
export function createTurnModes(mostTurns: number) {
	const known = new Map<string, readonly PolicyContext[]>();
	return {
		see({ turn, mode: { mode }, rules }: SessionState): void {
			if (turn === null) return;
			const seen = known.get(turn.id) ?? [];
			const last = seen.at(-1);
			if (last?.mode === mode && last.rules === rules) return;
			setNewest(known, turn.id, [...seen, { mode, rules }].slice(-MOST_MODES), mostTurns);
		},
		/** Undefined for a turn that nothing is known of. */
		of: (turnId: string): readonly PolicyContext[] | undefined => known.get(turnId),
		/** Contexts of the running turn, with the rules of now: a rule holds as soon as it is made. */
		until({ turn, mode, rules }: SessionState): readonly PolicyContext[] {
			const seen = turn === null ? [] : (known.get(turn.id) ?? []);
			return [...seen, mode].map((each) => ({ mode: each.mode, rules }));
		},
		clear: (): void => known.clear(),
	};
}
