import { expect, test } from 'vitest';
import { FlickerCount } from '../../drive/flicker.js';

const frame = (data: string): string => `\x1b[?2026h${data}\x1b[?2026l`;

/** The faults of what a program writes while it has the terminal. */
function faultsOf(...pieces: readonly string[]): readonly string[] {
	const count = new FlickerCount();
	for (const piece of ['\x1b[?2004h', ...pieces]) count.take(piece);
	return count.faults;
}

test.each([
	['a frame, in pieces', ['\x1b[?20', '26hte', 'xt\x1b[2', 'K\x1b[?2026', 'l\x1b[4G']],
	['modes, a title, a picture and the bell', ['\x1b[?1000h\x1b]2;title\x07\x1b_Gi=1;AAAA\x1b\\\x07\x1b[>c\x1b[?25h']],
	['the way to the alternate screen', [frame('\x1b[?1049h\x1b[H\x1b[2Jtext')]],
	['what another program writes', ['\x1b[?2004l', 'text\x1b[2J', '\x1b[?2004h']],
])('%s: no flicker', (_, pieces) => {
	expect(faultsOf(...pieces)).toEqual([]);
});

test.each([
	['text outside of a frame', ['\x1b[4Gtext']],
	['a row that is erased outside of a frame', ['\x1b[K']],
	['a clear of the screen', [frame('\x1b[2Jtext')]],
	['a clear from the first cell on', [frame('\x1b[H\x1b[Jtext')]],
])('%s: flicker', (_, pieces) => {
	expect(faultsOf(...pieces)).toHaveLength(1);
});

test.each([
	['at once', 50, ['one', 'two', 'three'], 1],
	['after a while', 150, ['one', 'two', 'three'], 0],
	['where all moves', 50, ['zero', 'two', 'one'], 0],
])('a row that was blank and is back %s', (_, later, rows, faults) => {
	const count = new FlickerCount();
	count.take('\x1b[?2004h');
	count.show(['one', 'two', 'three'], 1000);
	count.show(['one', '', 'three'], 1010);
	count.show(rows, 1010 + later);
	expect(count.faults).toHaveLength(faults);
});
