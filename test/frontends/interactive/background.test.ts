import { expect, test } from 'vitest';
import { watchBackground } from '../../../src/frontends/interactive/background.js';
import type { PixelSize } from '../../../src/view/pictures/picture-lines.js';
import { createWorld } from '../../app/world.js';

function watch() {
	const { clock, advance } = createWorld();
	const told: string[] = [];
	const written: string[] = [];
	const back: string[] = [];
	const opened: PixelSize[] = [];
	const background = watchBackground({
		clock,
		write: (data) => written.push(data),
		found: (each) => told.push(each),
		giveBack: (text) => back.push(text),
		gallery: { open: (cell) => opened.push(cell) },
	});
	return { background, advance, told, written, back, opened };
}

test('An answer in two pieces is found, and its bytes are no keys.', () => {
	const { background, told, written } = watch();
	background.ask();
	expect(written).toEqual(['\x1b]11;?\x1b\\']);
	expect(background.filter('x\x1b')).toBe('x');
	expect(background.filter(']11;rgb:ffff/ff')).toBe('');
	expect(background.filter('ff/ffff\x1b\\y')).toBe('y');
	expect(told).toEqual(['light']);
});

test('A late answer counts too; garbage does not.', () => {
	const { background, told, advance } = watch();
	background.ask();
	advance(60_000);
	expect(background.filter('\x1b]11;nonsense\x07')).toBe('');
	expect(told).toEqual([]);
	expect(background.filter('\x1b]11;#ffffff\x07')).toBe('');
	expect(told).toEqual(['light']);
});

test('The escape key comes back after a moment, and goes through when it is read again.', () => {
	const { background, back, advance } = watch();
	background.ask();
	expect(background.filter('\x1b')).toBe('');
	advance(29);
	expect(back).toEqual([]);
	advance(1);
	expect(back).toEqual(['\x1b']);
	expect(background.filter('\x1b')).toBe('\x1b');
});

test('Half an answer is dropped, not typed.', () => {
	const { background, back, advance } = watch();
	background.ask();
	expect(background.filter('\x1b]11;rgb:00')).toBe('');
	advance(250);
	expect(back).toEqual([]);
	expect(background.filter('a')).toBe('a');
});

test('A terminal that shows pictures opens the gallery; none of its answers is typed, in whatever pieces they come.', () => {
	const { background, written, opened, advance } = watch();
	background.ask();
	background.askForPictures();
	background.askForPictures();
	expect(written.slice(1)).toEqual(['\x1b[>q\x1b[c']);
	expect(background.filter('a\x1bP>|kit')).toBe('a');
	expect(background.filter('ty(0.39.1)\x1b\\\x1b[?6')).toBe('');
	expect(background.filter('2;cb')).toBe('b');
	expect(written.at(-1)).toContain('a=q');
	advance(60_000);
	expect(background.filter('\x1b_Gi=31;OK\x1b\\\x1b[6;18;9t\x1b[?62;c')).toBe('');
	expect(opened).toEqual([{ width: 9, height: 18 }]);
	expect(background.filter('\x1bP>|kitty(0.39.1)\x1b\\\x1b[?62;c')).toBe('');
	expect(written).toHaveLength(3);
	expect(opened).toHaveLength(1);
});

test('Behind the answer that all give, escape is a key at once: what was asked before is answered or never will be.', () => {
	const { background, opened } = watch();
	background.ask();
	background.askForPictures();
	expect(background.filter('\x1b')).toBe('');
	expect(background.filter('[?62;c')).toBe('');
	expect(background.filter('\x1b')).toBe('\x1b');
	expect(opened).toEqual([]);
});
