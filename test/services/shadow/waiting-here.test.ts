import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SessionShadow } from '../../../src/services/shadow/session-shadow.js';
import type { Shadow } from '../../../src/services/shadow/shadow.js';
import { ShadowFixture } from './shadow-fixture.js';

it.runIf(process.platform === 'linux')(
	'what waits here is what nobody holds, and a look keeps nobody from it',
	async () => {
		const fixture = new ShadowFixture();
		const { stateDir, real: cwd } = fixture;
		const begin = () => new SessionShadow({ stateDir, cwd, agent: () => 'test', sessionId: async () => 'session-1' });
		const session = begin();
		try {
			const write = async (shadow: Shadow): Promise<void> => {
				const { view, namespace } = await fixture.mount(shadow);
				writeFileSync(join(view, 'made.txt'), 'made\n');
				await namespace.close();
			};
			const [left, held] = [await fixture.open(), await fixture.open()];
			await write(left);
			await write(held);
			await left.close();
			const waiting = [{ id: left.id, cwd, sessionIds: ['session-1'], count: 1 }];
			expect(await session.waitingHere()).toEqual(waiting);

			// Whoever goes on with it while it is looked into waits for that.
			const looking = session.waitingHere();
			const [isLeft, counted] = await Promise.all([session.hasLeft('session-1'), session.waitingIn('session-1')]);
			expect({ isLeft, counted }).toEqual({ isLeft: true, counted: { id: left.id, count: 1 } });
			expect(await looking).toEqual(waiting);
			void session.waitingHere();
			expect((await session.openView()).ok).toBe(true);
			expect(session.current()?.id).toBe(left.id);
			expect(await begin().waitingHere()).toEqual([]);
		} finally {
			await session.close();
			await fixture.remove();
		}
	},
);

it.runIf(process.platform === 'linux')(
	'whoever reopens what somebody else only counts or lists is not refused',
	async () => {
		const fixture = new ShadowFixture();
		const { stateDir, real: cwd } = fixture;
		const begin = () => new SessionShadow({ stateDir, cwd, agent: () => 'test', sessionId: async () => 'session-1' });
		try {
			const left = await fixture.open();
			const { view, namespace } = await fixture.mount(left);
			writeFileSync(join(view, 'made.txt'), 'made\n');
			await namespace.close();
			await left.close();
			const other = begin();
			for (let round = 0; round < 5; round += 1) {
				const session = begin();
				const [counted, opened] = await Promise.all([
					other.waitingHere(),
					session.openView(),
					fixture.shadows.listAll(),
				]);
				expect([session.current()?.id, opened.ok, session.notices()]).toEqual([left.id, true, []]);
				expect(counted.length).toBeLessThan(2);
				await session.close();
			}
			await other.close();
		} finally {
			await fixture.remove();
		}
	},
);
