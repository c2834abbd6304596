import type { AppEvent } from '../../../src/core/event.js';
import type { Subagent } from '../../../src/core/subagents/subagent.js';
import { open } from '../../../src/view/subagents/subagents-panel.js';
import { busy, type Play, play } from '../../core/session/play.js';
import { createStage, press, put, type Stage } from '../stage.js';

/** A sub-agent of the test. */
export function subagentOf(id: string, more: Partial<Subagent> = {}): Subagent {
	return {
		id,
		source: 'session',
		sessionId: `session-${id}`,
		parentId: null,
		cardId: `card-${id}`,
		order: 0,
		isAnnounced: true,
		title: `Sub-agent ${id}`,
		status: 'running',
		canCancel: true,
		startedAt: 0,
		changedAt: 0,
		activeMs: 0,
		toolCalls: 0,
		...more,
	};
}

export const tool = (id: string, title: string, parentId?: string, more: object = {}): AppEvent => ({
	type: 'tool',
	patch: { id, title, kind: 'other', status: 'in_progress', ...(parentId === undefined ? {} : { parentId }), ...more },
});

export const says = (text: string, parentId: string): AppEvent => ({ type: 'text', role: 'agent', text, parentId });

/** A turn with two sub-agents, one of which has one of its own that waits for the user. */
export function crowd(): Play {
	const at = 60_000;
	return play(
		busy(),
		{ type: 'text', role: 'agent', text: 'I send two helpers.' },
		tool('card-a', 'Look around the workspace'),
		tool('card-b', 'Find what is still to do'),
		says('First the lie of the land.', 'card-a'),
		tool('a1', 'Read README.md', 'card-a', { kind: 'read', status: 'completed' }),
		tool('card-c', 'Compare with what the notes say', 'card-a'),
		says('The notes are old.', 'card-c'),
		tool('c1', 'Read notes.md', 'card-c', { kind: 'read', status: 'completed' }),
		says('Nothing says TODO.', 'card-b'),
		{
			type: 'subagents-changed',
			subagents: [
				subagentOf('a', {
					title: 'Look around the workspace',
					description: 'Say what is in the workspace and which file to begin with.',
					order: 1,
					toolCalls: 12,
					activeSince: at - 65_000 + 1000,
					context: { used: 45_200, size: 200_000 },
				}),
				subagentOf('b', {
					title: 'Find what is still to do',
					order: 2,
					status: 'completed',
					toolCalls: 3,
					activeMs: 8_000,
					canCancel: false,
				}),
				subagentOf('c', { title: 'Compare with what the notes say', parentId: 'a', order: 3, activeMs: 32_000 }),
			],
		},
	);
}

/** The tree of sub-agents, open over a session. */
export function withTree(columns = 100, rows = 32, session = crowd()): Stage {
	const stage = createStage(session, columns, rows);
	press(stage, 'alt+g');
	put(stage, { type: 'panel', name: 'subagents', open });
	return stage;
}
