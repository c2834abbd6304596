import { fail, type Result, succeed } from '../../../src/core/failure.js';
import type { AgentShadowPort } from '../../../src/core/shadow/agent-shadow.js';
import type { ReviewedChange, ShadowChange } from '../../../src/core/shadow/shadow-change.js';
import type { ShadowPort } from '../../../src/core/shadow/shadow-port.js';
import type { LeftShadow } from '../../../src/core/shadow/shadow-state.js';

/** A shadow over a disk that is a map (absolute paths below `/w`); null stands for a file that is deleted. */
export type FakeShadow = {
	readonly port: AgentShadowPort;
	/** What the agent wrote, by relative path. */
	readonly upper: Map<string, string | null>;
	readonly conflicts: Set<string>;
	disk: Map<string, string>;
	/** Calls, in order. */
	readonly calls: string[];
	/** What looking, applying and discarding waits for. */
	onCall: (call: string) => Promise<Result<void>>;
	/** Something happens right after an apply. */
	onApplied: () => void;
	/** The agent works in it. */
	isUsed: boolean;
	/** Of the shadow that the agent works in. */
	id: string;
	/** What sessions left in a shadow, as an agent without one would hear. */
	readonly waitingIn: Map<string, LeftShadow>;
	/** Sessions that left a shadow of their own. */
	readonly left: Set<string>;
};

export function createFakeShadow(): FakeShadow {
	const fake: FakeShadow = {
		upper: new Map(),
		conflicts: new Set(),
		disk: new Map(),
		calls: [],
		onCall: async () => succeed(undefined),
		onApplied: () => {},
		isUsed: true,
		id: 'sh1',
		left: new Set(),
		waitingIn: new Map(),
		port: {
			current: () => (fake.isUsed ? shadow : null),
			notices: () => shadow.notices,
			hasLeft: async (sessionId) => fake.left.has(sessionId),
			waitingIn: async (sessionId) => fake.waitingIn.get(sessionId) ?? null,
		},
	};
	let apart: ReadonlyMap<string, string | null> | null = null;
	const call = (name: string): Promise<Result<void>> => {
		fake.calls.push(name);
		return fake.onCall(name);
	};
	const below = (path: string): string | null => fake.disk.get(`/w/${path}`) ?? null;
	const changeOf = (path: string): ShadowChange => {
		const [before, after] = [below(path), fake.upper.get(path) ?? null];
		return {
			path,
			status: before === null ? 'added' : after === null ? 'deleted' : 'modified',
			kind: 'file',
			added: after === null ? 0 : 1,
			removed: before === null ? 0 : 1,
			conflict: fake.conflicts.has(path) ? { reason: 'you changed it as well' } : null,
			version: `${before}>${after}`,
		};
	};
	const changed = (): string[] => [...fake.upper.keys()].filter((path) => below(path) !== fake.upper.get(path)).sort();
	const apply = ({ path, version, isOverConflict, text: part }: ReviewedChange): string | null => {
		const change = changeOf(path);
		if (!fake.upper.has(path) || change.version !== version) return 'it changed since it was looked at';
		if (change.conflict !== null && isOverConflict !== true) return change.conflict.reason;
		if (part !== undefined) {
			fake.disk.set(`/w/${path}`, part);
			return null;
		}
		const text = fake.upper.get(path) ?? null;
		if (text === null) fake.disk.delete(`/w/${path}`);
		else fake.disk.set(`/w/${path}`, text);
		fake.upper.delete(path);
		return null;
	};
	const shadow: ShadowPort = {
		get id() {
			return fake.id;
		},
		kind: 'overlay',
		notices: [],
		async changes() {
			const ready = await call('changes');
			return ready.ok ? succeed(changed().map(changeOf)) : ready;
		},
		async texts(path, version) {
			if (version !== undefined && changeOf(path).version !== version) return fail('invalid', `${path} changed.`);
			return fake.upper.has(path)
				? succeed({ before: below(path), after: fake.upper.get(path) ?? null })
				: fail('not-found', `${path} is not changed.`);
		},
		async apply(changes) {
			const ready = await call(`apply ${changes.map(({ path }) => path).join(' ')}`);
			if (!ready.ok) return ready;
			const gone = changes.filter(({ path }) => fake.upper.get(path) === null).map(({ path }) => path);
			const results = changes.map((change) => ({ path: change.path, reason: apply(change) }));
			fake.onApplied();
			return succeed({
				applied: results.filter(({ reason }) => reason === null).map(({ path }) => path),
				skipped: results.flatMap(({ path, reason }) => (reason === null ? [] : [{ path, reason }])),
				kept: [],
				...(gone.length === 0 ? {} : { deleted: gone }),
			});
		},
		async discard(paths) {
			const ready = await call(`discard ${paths.join(' ')}`);
			if (!ready.ok) return ready;
			for (const path of paths) fake.upper.delete(path);
			return succeed({ discarded: paths, skipped: [] });
		},
		async discardPart({ path, version, text }) {
			const ready = await call(`discard part ${path}`);
			if (!ready.ok) return ready;
			const isSame = changeOf(path).version === version;
			if (isSame) fake.upper.set(path, text);
			return succeed({
				discarded: isSame ? [path] : [],
				skipped: isSame ? [] : [{ path, reason: 'it changed since it was looked at' }],
			});
		},
		async beginTurn() {
			fake.calls.push('begin');
		},
		async setApart() {
			const ready = await call('set apart');
			if (ready.ok) apart = new Map(fake.upper);
			return ready;
		},
		async dropSince(stays) {
			const ready = await call(`drop ${stays === null ? 'nothing' : 'all'}`);
			const before = apart;
			if (stays === null || before === null || !ready.ok) return succeed({ discarded: [], skipped: [] });
			const paths = [...new Set([...before.keys(), ...fake.upper.keys()])];
			const isNew = (path: string): boolean => !stays(path) && fake.upper.get(path) !== before.get(path);
			const discarded = paths.filter(isNew);
			for (const path of discarded) {
				const was = before.get(path);
				if (was === undefined) fake.upper.delete(path);
				else fake.upper.set(path, was);
			}
			apart = null;
			return succeed({ discarded, skipped: [] });
		},
		async setSession(sessionId) {
			fake.calls.push(`name ${sessionId}`);
		},
		async refresh() {
			fake.calls.push('refresh');
			return succeed(undefined);
		},
	};
	return fake;
}
