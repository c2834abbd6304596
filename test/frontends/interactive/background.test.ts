import { expect, test } from 'vitest';
import { watchBackground } from '../../../src/frontends/interactive/background.js';
import { createWorld } from '../../app/world.js';

function watch() {
	const { clock, advance } = createWorld();
	const told: string[] = [];
	const written: string[] = [];
	const back: string[] = [];
	const background = watchBackground({
		clock,
		write: (data) => written.push(data),
		found: (each) => told.push(each),
		giveBack: (text) => back.push(text),
	});
	return { background, advance, told, written, back };
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
