import type { ShadowChange } from '../../../src/core/shadow/shadow-change.js';
import type { ShadowRequest } from '../../../src/core/shadow/shadow-event.js';
import { open } from '../../../src/view/shadow/shadow-panel.js';
import { type Play, play, ready } from '../../core/session/play.js';
import { createStage, dispatched, press, put, type Stage, wait } from '../stage.js';

/** A change of the test. */
export function changeOf(path: string, more: Partial<ShadowChange> = {}): ShadowChange {
	return {
		path,
		status: 'modified',
		kind: 'file',
		added: 2,
		removed: 1,
		conflict: null,
		version: `v-${path}`,
		...more,
	};
}

const CHANGES: readonly ShadowChange[] = [
	changeOf('.git/HEAD'),
	changeOf('.git/config', { isProtected: true }),
	changeOf('docs/guide.md', { status: 'added', added: 12, removed: 0 }),
	changeOf('src/app.ts', { conflict: { reason: 'you changed it since the agent read it' } }),
	changeOf('src/old.ts', { status: 'deleted', added: 0, removed: 30 }),
	changeOf('tools/run.sh', { mode: { before: 0o644, after: 0o755 } }),
];

/** An idle session whose agent works in a shadow with these changes, after a turn that left them. */
export function shadowed(changes: readonly ShadowChange[] = CHANGES, before: Play = ready()): Play {
	return play(
		before,
		{ type: 'shadow-begun', id: 'abc12345', notices: [] },
		{ type: 'shadow-seen', changes: [] },
		{ type: 'shadow-seen', changes, isTurnOver: true },
	);
}

/** The review, open by itself after a turn or by `/changes`, long enough for keys to count. */
export function review(columns = 90, rows = 30, session = shadowed()): Stage {
	const stage = createStage(session, columns, rows);
	if (stage.ui.panel.kind !== 'loading') press(stage, '`/changes` enter');
	put(stage, { type: 'panel', name: 'changes', open });
	if (session.state.shadow !== undefined) {
		stage.session = play(stage.session, { type: 'shadow-seen', changes: session.state.shadow.changes });
	}
	wait(stage, 1000);
	return stage;
}

/** Presses a key after a pause, and returns what is wanted of the changes. */
export function decide(stage: Stage, id: string): readonly ShadowRequest[] {
	wait(stage, 400);
	const events = dispatched(press(stage, id));
	return events.flatMap((event) => (event.type === 'shadow' && event.request.do !== 'show' ? [event.request] : []));
}
