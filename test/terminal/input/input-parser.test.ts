import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputParser } from '../../../src/terminal/input/input-parser.js';
import type { TerminalEvent } from '../../../src/terminal/terminal.js';
import { sized } from '../../setup/whole.js';
import keys from './keys.json' with { type: 'json' };

const ESC = '\x1b';

/** What chunks are that come at once, and then nothing. */
function parse(...chunks: readonly (string | Uint8Array)[]): TerminalEvent[] {
	const parser = new InputParser();
	return [...chunks.flatMap((chunk) => parser.feed(chunk)), ...parser.flush()];
}

/** What a chunk is that stays away for so long that what is pending is given up, and one that comes then. */
function parseSlowly(...chunks: readonly string[]): TerminalEvent[] {
	const parser = new InputParser();
	return chunks.flatMap((chunk) => [...parser.feed(chunk), ...parser.flush()]);
}

function show(event: TerminalEvent): string {
	switch (event.type) {
		case 'key':
			return event.key.name === 'paste' ? `burst(${event.key.text})` : event.key.id;
		case 'paste':
			return `paste(${event.text})`;
		case 'mouse':
			return event.event.kind;
		case 'focus':
			return event.isFocused ? 'focused' : 'unfocused';
		case 'report':
			return event.report.type;
		default:
			return event.type;
	}
}

function shown(events: readonly TerminalEvent[]): string {
	return events.map(show).join(' ');
}

/** What the events type and press, whatever pieces plain text came in. */
function typed(events: readonly TerminalEvent[]): string {
	return events
		.map((event) => {
			if (event.type !== 'key') return `<${show(event)}>`;
			return event.key.name === 'paste' || event.key.name === 'char'
				? `${event.key.ctrl || event.key.alt ? `<${event.key.id}>` : event.key.text}`
				: `<${event.key.id}>`;
		})
		.join('');
}

describe('Keys', () => {
	test('Each byte sequence of the table is the key that it has always been.', () => {
		const found = Object.keys(keys).map((bytes) => {
			const events = parse(bytes).filter((event) => event.type === 'key' || event.type === 'paste');
			return [bytes, shown(events)];
		});
		expect(Object.fromEntries(found)).toEqual(keys);
	});

	test.each([
		'first\nsecond',
		'ls\r\nrm',
		'a long line that nobody types at once',
		'y\r\rmore',
		'first line\rsecond\r',
	])('The chunk %j is one paste, so its line breaks send nothing.', (chunk) => {
		expect(shown(parse(chunk))).toBe(`burst(${chunk})`);
	});

	test.each([
		'hi\r',
		'/long 300\r',
		'explain why the build of the second package takes so long\r',
		'größer 日本語 👩‍👩‍👧 words\r',
		`${'long '.repeat(400)}\r`,
		'delete that\x15new words\r',
	])('Text and enter are typing, however the bytes are cut: %j', (line) => {
		const bytes = Buffer.from(line);
		const expected = typed(parse(line));
		expect(expected.endsWith('<enter>')).toBe(true);
		expect(expected.split('<enter>')).toHaveLength(2);
		const places = bytes.length > 100 ? [1, 7, 8, 9, 500, bytes.length - 1] : [...bytes.keys()].slice(1);
		for (const at of places) expect(typed(parse(bytes.subarray(0, at), bytes.subarray(at)))).toBe(expected);
	});

	test.each([
		[`${ESC}`, 'escape'],
		[`${ESC}${ESC}`, 'escape escape'],
		[`${ESC}[`, 'alt+['],
		[`${ESC}O`, 'alt+shift+o'],
		[`${ESC}]`, 'alt+]'],
		[`${ESC}_`, 'alt+_'],
		[`${ESC}P`, 'alt+shift+p'],
		[`${ESC}${ESC}[`, 'escape alt+['],
		[`${ESC}[1;`, ''],
		[`${ESC}]11`, ''],
		['\x9b', ''],
	])('What begins like a sequence and goes no further is a key, or nothing: %j', (bytes, expected) => {
		expect(shown(parseSlowly(bytes, 'x'))).toBe(`${expected} x`.trim());
	});

	test('A key waits only a moment for the rest of a sequence, what must be a sequence longer.', () => {
		const waits = [ESC, `${ESC}[`, `${ESC}_`, `${ESC}[1`, `${ESC}]11;`, `${ESC}[200~`, 'a', `${ESC}[A`].map((bytes) => {
			const parser = new InputParser();
			parser.feed(bytes);
			return parser.wait;
		});
		expect(waits).toEqual([20, 20, 20, 250, 250, 2000, null, null]);
	});

	test.each([
		[`${ESC}[[`, 'A', 'f1'],
		[`${ESC}[1;1:3A`, '', ''],
		[`${ESC}[é`, '', 'alt+[ é'],
		[`${ESC}Oé`, '', 'alt+shift+o é'],
		[`${ESC}[1;é`, '', 'é'],
		[`${ESC}[1\x03`, '', 'ctrl+c'],
		[`${ESC}[1${ESC}[A`, '', 'up'],
		[`${ESC}${ESC}[<64;1;1M`, '', 'escape wheel-up'],
		['\x9bA\x8fP', '', 'up f1'],
		[`${ESC}${ESC}x`, '', 'escape escape x'],
	])('A sequence that ends otherwise than it began: %j', (first, second, expected) => {
		expect(shown(parse(first, second))).toBe(expected);
	});
});

describe('Pastes', () => {
	test('What stands between the marks is text, whatever it is.', () => {
		const text = `a\r\n${ESC}[A${ESC}]11;rgb:0/0/0\x07\x03${ESC}[<0;1;1M${ESC}[200~${ESC}[20`;
		const bytes = `x${ESC}[200~${text}${ESC}[201~y`;
		expect(shown(parse(bytes))).toBe(`x paste(${text}) y`);
		expect(shown(parse(...bytes))).toBe(`x paste(${text}) y`);
	});

	test('An empty paste is one, too: the clipboard may hold a picture.', () => {
		expect(parse(`${ESC}[200~${ESC}[201~`)).toEqual([{ type: 'paste', text: '' }]);
	});

	test('One that stops coming is handed on; keys are keys again, and a late rest of it is still no typing.', () => {
		const start = `${ESC}[200~one\rtwo`;
		expect(shown(parseSlowly(start, '\x03', 'hi\r'))).toBe('paste(one\rtwo) ctrl+c h i enter');
		expect(shown(parseSlowly(start, `\rthree${ESC}[201~\r`))).toBe('paste(one\rtwo) paste(\rthree) enter');
		expect(shown(parseSlowly(start, `${ESC}[201~x`))).toBe('paste(one\rtwo) x');
		const more = '\rmore of it'.repeat(10);
		expect(shown(parseSlowly(start, more, `${ESC}[201~x`))).toBe(`paste(one\rtwo) paste(${more}) x`);
	});

	test('A huge one comes in pieces, and nothing of it is lost.', () => {
		const parser = new InputParser();
		const piece = 'a'.repeat(1024 * 1024);
		let length = 0;
		let longest = 0;
		for (const chunk of [`${ESC}[200~`, ...Array.from({ length: 40 }, () => piece), `${ESC}[201~`]) {
			for (const event of parser.feed(chunk)) {
				length += event.type === 'paste' ? event.text.length : 0;
				longest = Math.max(longest, event.type === 'paste' ? event.text.length : 0);
			}
		}
		expect([length, longest]).toEqual([40 * piece.length, 16 * piece.length]);
	});
});

/** Reports that terminals send, asked or not; nobody waits for most of them. */
const strings = [
	`${ESC}]11;rgb:1e1e/1e1e/1e1e${ESC}\\`,
	`${ESC}]11;rgb:1e1e/1e1e/1e1e\x07`,
	`${ESC}]4;0;rgb:00/00/00${ESC}\\`,
	`${ESC}]52;c;aGk=\x07`,
	`${ESC}P>|xterm(388)${ESC}\\`,
	`${ESC}P1+r544e=787465726d${ESC}\\`,
	`${ESC}P1$r0m${ESC}\\`,
	`${ESC}P!|00000000${ESC}\\`,
	`${ESC}_Gi=1;OK${ESC}\\`,
	`${ESC}]l title${ESC}\\`,
	'\x9d11;rgb:0/0/0\x9c',
	'\x90>|xterm\x9c',
	'\x9ewhatever\x9c',
];

describe.each(strings)('The report %j', (report) => {
	test('types nothing, whole or in pieces.', () => {
		expect(typed(parse(`a${report}b`)).replace(/<(?:background|name|graphics)>/, '')).toBe('ab');
		expect(typed(parse('a', ...report, 'b'))).toBe(typed(parse(`a${report}b`)));
	});

	test('that breaks off eats nothing of what is typed later, or of other keys.', () => {
		const start = report.slice(0, 6);
		expect(typed(parseSlowly(start, 'typed'))).toBe('typed');
		expect(shown(parse(start, `${ESC}[A`))).toBe('up');
		expect(shown(parse(start, '\x03'))).toBe('ctrl+c');
	});

	test('that never ends is not kept, and not typed.', () => {
		const endless = report.slice(0, 6) + 'x'.repeat(100_000);
		expect(shown(parse(endless, '\x07', 'a'))).toBe('a');
	});
});

test.each([`${ESC}]a`, `${ESC}_x`, `${ESC}Px`, `${ESC}^12`, `${ESC}Xyz`])('%j is typed with alt', (bytes) => {
	expect(shown(parse(bytes))).toBe(
		`alt+${shown(parse(bytes.slice(1))).replace(/^([PX])/, (letter) => `shift+${letter.toLowerCase()}`)}`,
	);
});

describe('What is no key', () => {
	test.each([
		[`${ESC}[<64;10;20M${ESC}[<0;3;4m`, 'wheel-up release'],
		[`${ESC}[I${ESC}[O`, 'focused unfocused'],
		[`${ESC}[M !!x`, 'x'],
		[`${ESC}[M !\x03`, 'ctrl+c'],
		[`${ESC}[32;10;20Mx`, 'x'],
		[`${ESC}[?62;22c${ESC}[>0;276;0c${ESC}[6;20;9t${ESC}[?1u`, 'attributes device cell keyboard'],
		['a\x9b?62;22cb\x9b24;80Rc', 'a attributes b c'],
		[`${ESC}[24;80R${ESC}[?2026;1$y${ESC}[99~${ESC}[!p${ESC}[ q`, ''],
		[`${ESC}[<0;0;4M${ESC}[<0;3;4X${ESC}[<99999999;3;4M`, ''],
		[`${ESC}[201~x`, 'x'],
		['\x9cx', 'x'],
	])('%j', (bytes, expected) => {
		expect(shown(parse(bytes))).toBe(expected);
	});

	test('A sequence that never ends is not kept, and not typed.', () => {
		for (const begin of [`${ESC}[`, `${ESC}O`, '\x9b', `${ESC}[<`, `${ESC}[1 1`]) {
			const digits = '1;'.repeat(50_000);
			expect(shown(parse(begin + digits, `${digits}Ax`))).toBe('x');
			expect(shown(parseSlowly(begin + digits, 'x'))).toBe('x');
		}
	});
});

test('Any chunking gives the same events.', () => {
	const piece = fc.oneof(
		fc.constantFrom(...Object.keys(keys).filter((bytes) => !/[^\x1b][\r\n]|^..+[^\x00-\x7f]/.test(bytes))),
		fc.constantFrom(
			...strings,
			'é',
			`${ESC}[200~a\rb${ESC}[201~`,
			`${ESC}[<0;1;1M`,
			`${ESC}[I`,
			`${ESC}[M   `,
			'\x9b1',
		),
		fc.string({
			unit: fc.constantFrom(ESC, '[', ']', 'O', '1', ';', '<', '~', 'M', '$', '?', '\x07', '\\', 'P', '\x9c'),
			maxLength: 6,
		}),
	);
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 5 }), fc.array(fc.nat(200), { maxLength: 8 }), (pieces, cuts) => {
			const bytes = Buffer.from(pieces.join(''));
			const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
			const chunks = places.slice(1).map((to, index) => bytes.subarray(places[index], to));
			expect(typed(parse(...chunks))).toBe(typed(parse(bytes)));
		}),
		{ numRuns: sized(500, 2000) },
	);
});

test('Random bytes are parsed without an error, and little of them is kept.', () => {
	const unit = fc.constantFrom(
		...[0x1b, 0x5b, 0x5d, 0x4f, 0x31, 0x3b, 0x9b, 0x07, 0x41, 0x7e, 0xc2, 0x9d, 0xf0, 0xff, 0x24, 0x50],
	);
	const chunk = fc
		.array(fc.oneof(unit, fc.integer({ min: 0, max: 255 })), { maxLength: 40 })
		.map((bytes) => Uint8Array.from(bytes));
	fc.assert(
		fc.property(fc.array(chunk), (chunks) => {
			const parser = new InputParser();
			for (const each of chunks) parser.feed(each);
			parser.flush();
			parser.flush();
			// Whatever came, typing works again; the end of a paste may be missing.
			parser.feed(`${ESC}[201~\x18`);
			expect(shown(parser.feed('x'))).toBe('x');
		}),
		{ numRuns: sized(500, 2000) },
	);
});
