import { expect, test } from 'vitest';
import { AccessControl } from '../../../src/app/sandbox/access-control.js';
import type { AppEvent } from '../../../src/core/event.js';
import type { Confinement } from '../../../src/core/sandbox/confinement.js';
import { openedWith, play } from '../../core/session/play.js';

/** A session whose agent runs in a sandbox that answers so. */
function fenced(change: Partial<Confinement>) {
	let now = openedWith({});
	const events: AppEvent[] = [];
	const control = new AccessControl(
		() => now.state,
		(event) => {
			events.push(event);
		},
	);
	const confinement: Confinement = {
		kind: 'fence',
		access: 'write',
		setAccess: async () => ({ type: 'changed', ended: [] }),
		setFolders: async () => [],
		setRules: () => {},
		close: async () => {},
		...change,
	};
	control.attach(confinement);
	return {
		events,
		notes: () => events.filter(({ type }) => type === 'note'),
		async follow(...more: readonly AppEvent[]) {
			now = play(now, ...more);
			control.follow();
			await control.pending();
		},
	};
}

const added = (folder: string): AppEvent => ({
	type: 'directory-added',
	directories: [folder],
	added: folder,
	remark: null,
});

test('A folder that is added is shown to the agent before anything else goes to it, each once.', async () => {
	const asked: (readonly string[])[] = [];
	const { follow, notes } = fenced({
		setFolders: async (folders) => {
			asked.push(folders);
			return [];
		},
	});
	await follow(added('/beside'));
	await follow({ type: 'set-mode', mode: 'plan' });
	expect(asked).toEqual([[], ['/beside']]);
	expect(notes()).toEqual([]);
});

test('Of one that cannot be shown the user is told what shows it.', async () => {
	const { follow, notes } = fenced({ setFolders: async (folders) => folders });
	await follow(added('/beside'));
	expect(notes()).toEqual([
		{
			type: 'note',
			level: 'warning',
			title: 'The agent’s sandbox shows /beside only once the agent is started again',
			hint: '/restart starts it again, with the same conversation where it can',
		},
	]);
});
