import { expect, test } from 'vitest';
import { restoreSession } from '../../../src/app/sessions/restore.js';
import type { AppEvent } from '../../../src/core/event.js';
import { fail, succeed } from '../../../src/core/failure.js';
import type { Ports } from '../../../src/core/ports.js';
import { agentRow } from '../../../src/core/sessions/merge-lists.js';
import { ready } from '../../core/session/play.js';

test('A session that its agent alone knows is resumed with its folders; what is refused is said.', async () => {
	const had: string[] = [];
	const folders = {
		list: () => had,
		async add(path: string) {
			if (path === '/') return fail('usage', 'The folder / is not added.');
			had.push(path);
			return succeed({ directories: [...had], added: path, note: null });
		},
	};
	const ports = { folders, workspace: { branch: async () => null } } as unknown as Ports;
	const { state } = ready();
	const dispatched: AppEvent[] = [];
	const listed = {
		sessionId: 's9',
		cwd: state.cwd,
		title: 'Theirs',
		updatedAt: 5,
		additionalDirectories: ['/lib', '/'],
	};
	const { agent, title, updatedAt, additionalDirectories } = agentRow(state.profile.launch.name, listed);
	const target = {
		agent,
		sessionId: 's9',
		cwd: state.cwd,
		title,
		updatedAt,
		additionalDirectories: additionalDirectories ?? [],
	};
	await restoreSession(
		{
			ports,
			store: { getState: () => state, dispatchAll: (events) => dispatched.push(...events) },
			isModeAsked: false,
		},
		{ type: 'restore-session', target, isFork: false },
	);
	expect(had).toEqual(['/lib']);
	expect(dispatched).toMatchObject([
		{ type: 'resume-begun', resuming: { sessionId: 's9' } },
		{ type: 'directory-added', added: '/lib' },
		{ type: 'note', level: 'warning', title: 'The folder / is not added.' },
	]);
});
