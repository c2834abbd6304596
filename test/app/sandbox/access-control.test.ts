import { expect, test } from 'vitest';
import { AccessControl } from '../../../src/app/sandbox/access-control.js';
import type { AppEvent } from '../../../src/core/event.js';
import type { Confinement, RulesChange } from '../../../src/core/sandbox/confinement.js';
import type { TerminalsPort } from '../../../src/core/terminals-port.js';
import { rule } from '../../core/policy/requests.js';
import { openedWith, type Play, play, prompt } from '../../core/session/play.js';

/** A session whose agent runs in a sandbox that answers so. */
function fenced(
	change: Partial<Confinement>,
	commands: Pick<TerminalsPort, 'setAccess'> = {},
	writable: readonly string[] = ['/home/u/.any/'],
) {
	const opened = openedWith({});
	const profile = { ...opened.state.profile, sandbox: 'fence' as const, writable };
	let now: Play = { ...opened, state: { ...opened.state, profile } };
	const events: AppEvent[] = [];
	const dispatch = (event: AppEvent): void => {
		events.push(event);
		now = play(now, event);
	};
	const control = new AccessControl({ getState: () => now.state, dispatch }, commands);
	const confinement: Confinement = {
		kind: 'fence',
		access: 'write',
		setAccess: async () => ({ type: 'changed', ended: [] }),
		setFolders: async () => [],
		setRules: async () => ({ failed: null, isAllWatched: true }),
		hideNew: async () => null,
		outside: async () => [],
		close: async () => {},
		...change,
	};
	control.attach(confinement);
	return {
		state: () => now.state,
		events,
		sandbox: () => now.state.sandbox,
		notes: () => events.filter(({ type }) => type === 'note'),
		attach: (next: Confinement | null) => control.attach(next),
		confinement,
		settled: () => control.pending(),
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

test('Of one that cannot be shown the user reads what shows it.', async () => {
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

test('A deny rule that holds in part is reported once, and stands in the state until it holds.', async () => {
	let change = { failed: 'no space left', isAllWatched: true } as RulesChange;
	const { follow, notes, state } = fenced({ setRules: async () => change });
	const words = 'Some files that deny rules name are not kept from the agent’s own tools: no space left';
	await follow(added('/beside'));
	expect(notes()).toMatchObject([{ level: 'warning', title: words }]);
	expect(state().sandbox.rulesReason).toBe(words);
	await follow({ type: 'rule-added', rule: rule('Execute(x)', 'deny') });
	expect(notes()).toHaveLength(1);
	change = { failed: null, isAllWatched: false };
	await follow({ type: 'rule-added', rule: rule('Read(**/a)', 'deny') });
	expect(notes()).toMatchObject([{}, { title: expect.stringContaining('too many folders to watch') }]);
	change = { failed: null, isAllWatched: true };
	await follow({ type: 'rule-added', rule: rule('Read(**/b)', 'deny') });
	expect(notes()).toHaveLength(2);
	expect(state().sandbox.rulesReason).toBeUndefined();
});

test('What appeared since is hidden before a prompt goes out; the user hears where it could not be.', async () => {
	let asked = 0;
	const { follow, notes } = fenced({
		hideNew: async () => {
			asked += 1;
			return asked === 1 ? null : 'refused';
		},
	});
	await follow({ type: 'set-mode', mode: 'plan' });
	expect(asked).toBe(0);
	await follow(prompt('one'));
	expect([asked, notes()]).toEqual([1, []]);
	await follow({ type: 'set-mode', mode: 'default' });
	expect(asked).toBe(1);
	const again = fenced({ hideNew: async () => 'refused' });
	await again.follow(prompt('two'));
	expect(again.notes()).toMatchObject([
		{
			title: 'Keys or sockets that appeared since the agent was started could not be hidden from it',
			detail: 'refused',
		},
	]);
});

test('A command that runs without a sandbox keeps plan mode from being reported as enforced, until it ends.', async () => {
	const gone = Promise.withResolvers<void>();
	const asked: string[] = [];
	const { follow, sandbox } = fenced(
		{},
		{
			setAccess: async (access) => {
				asked.push(access);
				return { ended: [], loose: access === 'read' ? { commands: ['npm run dev'], gone: gone.promise } : null };
			},
		},
	);
	await follow({ type: 'set-mode', mode: 'plan' });
	expect(sandbox()).toMatchObject({
		enforcement: 'watched',
		reason: 'The command npm run dev runs without a sandbox: it can change files until it ends.',
	});
	gone.resolve();
	await expect.poll(() => sandbox().enforcement).toBe('enforced');
	await follow({ type: 'set-mode', mode: 'default' });
	expect(asked).toEqual(['read', 'write']);
	expect(sandbox().enforcement).toBe('none');
});

test('Plan mode starts an agent again that a command may have handed a folder, and no other one.', async () => {
	const changes = [{ isHandedOn: true as const }, {}, {}];
	const { follow, attach, confinement, sandbox, events } = fenced(
		{},
		{ setAccess: async () => ({ ended: [], loose: null, ...changes.shift() }) },
	);
	const restarts = () => events.filter(({ type }) => type === 'restart-agent').length;
	await follow({ type: 'set-mode', mode: 'plan' });
	expect([sandbox().enforcement, restarts()]).toEqual(['watched', 1]);
	attach({ ...confinement, access: 'read' });
	await follow({ type: 'set-mode', mode: 'default' });
	await follow({ type: 'set-mode', mode: 'plan' });
	expect([sandbox().enforcement, restarts()]).toEqual(['enforced', 1]);
});

test('Commands that were ended for plan mode are named.', async () => {
	const { follow, notes } = fenced(
		{},
		{ setAccess: async () => ({ ended: [{ pid: 7, name: 'make', path: '/w/out' }], loose: null }) },
	);
	await follow({ type: 'set-mode', mode: 'plan' });
	expect(notes()).toEqual([
		{
			type: 'note',
			level: 'warning',
			title: 'Ended a process of running commands to make the workspace read-only',
			detail: 'make (7) had /w/out open for writing',
		},
	]);
});

test('Commands stay read-only in plan mode while their agent is started again.', async () => {
	const asked: string[] = [];
	const lastHasEnded = Promise.withResolvers<void>();
	const setAccess = async (access: string) => {
		asked.push(access);
		if (asked.length === 2) await lastHasEnded.promise;
		return { ended: [], loose: null };
	};
	const { follow, attach, confinement, sandbox, settled } = fenced({}, { setAccess });
	await follow({ type: 'set-mode', mode: 'plan' });
	attach(null);
	attach({ ...confinement, access: 'read' });
	// One of them may have a folder that the agent before handed to it.
	expect([asked, sandbox().enforcement]).toEqual([['read', 'read'], 'pending']);
	lastHasEnded.resolve();
	await settled();
	expect(sandbox().enforcement).toBe('enforced');
	attach(null);
	await follow({ type: 'set-mode', mode: 'default' });
	attach(confinement);
	await settled();
	expect(asked).toEqual(['read', 'read', 'write']);
});

test('Commands that run are read-only before plan mode is reported as enforced for an agent that begins in it.', async () => {
	const made = Promise.withResolvers<void>();
	const asked: string[] = [];
	const setAccess = async (access: string) => {
		asked.push(access);
		await made.promise;
		return { ended: [], loose: null };
	};
	const { follow, attach, confinement, sandbox, settled } = fenced({}, { setAccess });
	attach(null);
	await follow({ type: 'set-mode', mode: 'plan' });
	attach({ ...confinement, access: 'read' });
	expect([asked, sandbox().enforcement]).toEqual([['read'], 'pending']);
	made.resolve();
	await settled();
	expect(sandbox().enforcement).toBe('enforced');
});

const broken = (): Promise<never> => Promise.reject(new Error('EMFILE: too many open files'));

test('A change that throws fails alone: it is said, and what comes next goes on and is made.', async () => {
	let isBroken = true;
	const rules: unknown[] = [];
	const { follow, settled, notes } = fenced({
		setRules: async (denied) => {
			if (isBroken) return broken();
			rules.push(denied);
			return { failed: null, isAllWatched: true };
		},
		setFolders: broken,
		hideNew: broken,
	});
	await settled();
	await follow(prompt('go'));
	expect(notes()).toHaveLength(3);
	expect(notes()[0]).toMatchObject({ level: 'error', detail: 'EMFILE: too many open files' });
	isBroken = false;
	await follow({ type: 'rule-added', rule: rule('Read(.env)', 'deny') });
	expect(rules).toHaveLength(1);
	expect(settled()).toBeNull();
});

test('An access that could not be changed is never called enforced, whoever threw, and is tried again.', async () => {
	for (const who of ['the sandbox', 'commands']) {
		let isBroken = true;
		const access = async () => (isBroken ? broken() : { type: 'changed' as const, ended: [] });
		const commands = async () => (isBroken ? broken() : { ended: [], loose: null });
		const { follow, sandbox, settled } =
			who === 'commands' ? fenced({}, { setAccess: commands }) : fenced({ setAccess: access });
		await follow({ type: 'set-mode', mode: 'plan' });
		expect([who, sandbox().enforcement]).toEqual([who, 'watched']);
		isBroken = false;
		await follow({ type: 'set-mode', mode: 'default' });
		await follow({ type: 'set-mode', mode: 'plan' });
		expect([who, sandbox().enforcement, settled()]).toEqual([who, 'enforced', null]);
	}
});

test('Commands that cannot be opened again after the agent has gone end nothing.', async () => {
	let isBroken = false;
	const { follow, attach, notes } = fenced(
		{},
		{ setAccess: () => (isBroken ? broken() : Promise.resolve({ ended: [], loose: null })) },
	);
	await follow({ type: 'set-mode', mode: 'plan' });
	await follow({ type: 'set-mode', mode: 'default' }, { type: 'set-mode', mode: 'plan' });
	isBroken = true;
	await follow({ type: 'set-mode', mode: 'default' });
	attach(null);
	await Promise.resolve();
	expect(notes().length).toBeGreaterThan(0);
});

test('A process outside that the agent can have act for it is reported once, and plan mode is watched until it is gone.', async () => {
	let found = [{ pid: 7, name: 'hub', path: '/home/u/.any/hub.db' }];
	const { follow, sandbox, notes, settled } = fenced({ outside: async () => found });
	await settled();
	expect(notes()).toMatchObject([{ level: 'warning', title: expect.stringContaining('hub (7)') }]);
	await follow({ type: 'set-mode', mode: 'plan' });
	expect(sandbox()).toMatchObject({ enforcement: 'watched', reason: expect.stringContaining('hub (7)') });
	found = [];
	await follow(prompt('go'));
	expect([sandbox().enforcement, sandbox().reason, notes().length]).toEqual(['enforced', undefined, 1]);
});

test('Of an agent whose own folders are not known it is said what it does not see.', () => {
	expect(fenced({}, {}, []).notes()).toMatchObject([{ level: 'info', title: expect.stringContaining('--writable') }]);
	expect(fenced({}).notes()).toEqual([]);
});
