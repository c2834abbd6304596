import type { SessionState } from '../core/session/state.js';
import type { ShadowChange } from '../core/shadow/shadow-change.js';
import type { ToolCall } from '../core/tool-call.js';
import type { Allowance } from './changes/allowances.js';

/** Demo edits remembered until the turn's end. */
const MOST_DEMO_EDITS = 100;

type SeenCall = { readonly call: ToolCall; readonly state: SessionState; readonly allowed: readonly Allowance[] };

/** Demo edits: the turn's end tells whether they are in its shadow. */
export function createDemoEdits(lookAt: (seen: SeenCall) => void) {
	let edits: readonly SeenCall[] = [];
	return {
		add(seen: SeenCall): void {
			edits = [...edits, seen].slice(-MOST_DEMO_EDITS);
		},
		lookInto(changes: readonly ShadowChange[]): void {
			const changed = new Set(changes.map(({ path }) => path));
			const isChanged = ({ call, state }: SeenCall): boolean =>
				call.locations.some(({ path }) => changed.has(path.slice(state.cwd.length + 1)));
			for (const seen of edits.filter(isChanged)) lookAt(seen);
			edits = [];
		},
	};
}
