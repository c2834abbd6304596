import { expect, test } from 'vitest';
import type { OpenSessionRow, SessionActivity } from '../../../src/view/state/open-sessions.js';
import { ready } from '../../core/session/play.js';
import { createStage, press, pressNow, put, type Stage, text, wait } from '../stage.js';

const row = (number: number, activity: SessionActivity): OpenSessionRow => ({
	...{ id: `id-${number}`, number, name: `Session ${number}`, activity, isInFront: number === 1, detail: '' },
});

function listed(...sessions: readonly OpenSessionRow[]): Stage {
	const stage = createStage(ready(), 100, 32);
	put(stage, { type: 'open-sessions', sessions, isListed: true });
	return stage;
}

const closed = ({ requests }: Stage) => requests.filter((request) => 'do' in request && request.do === 'close');

/** A key that is held down: it comes again after half a second, then every 30 ms. */
function hold(stage: Stage, key: string): void {
	pressNow(stage, key);
	wait(stage, 500);
	for (let times = 0; times < 40; times += 1) {
		pressNow(stage, key);
		wait(stage, 30);
	}
	wait(stage, 500);
}

test('x closes one session, however long it is held down.', () => {
	const stage = listed(row(1, 'idle'), row(2, 'idle'), row(3, 'idle'));
	hold(stage, 'x');
	expect(closed(stage)).toEqual([{ type: 'open-sessions', do: 'close', id: 'id-1' }]);
});

test('x asks before it closes one that works; a key that is held down is no answer.', () => {
	const stage = listed(row(1, 'working'), row(2, 'waiting'));
	hold(stage, 'x');
	expect([closed(stage), text(stage)]).toEqual([[], expect.stringContaining('Press x again to stop and close it')]);
	press(stage, 'x');
	expect(closed(stage)).toEqual([{ type: 'open-sessions', do: 'close', id: 'id-1', isSure: true }]);
});
