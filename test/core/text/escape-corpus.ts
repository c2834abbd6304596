import { lines } from '../lines.js';

const strings = ['\x1B]', '\x1BP', '\x1BX', '\x1B^', '\x1B_', '\x9D', '\x90', '\x98', '\x9E', '\x9F'];
const ends = ['\x07', '\x1B\\', '\x9C', '', '\n', '\x18', '\x1A', '\x1B', '\x1B[0m', '\r\n'];
const payloads = [
	'0;title',
	'52;c;cm0gLXJmIC8=',
	'8;;http://evil.example',
	'1337;File=name=x:AAAA',
	'',
	'q#0;2;0;0;0~-',
	'é漢👩‍💻',
];
const csiBodies = [
	...lines`
		31m ¦ 2J ¦ H ¦ 999;999H ¦ ?1049h ¦ ?25l ¦ 6n ¦ >c ¦ !p ¦ 5i ¦ 12
	`,
	'',
	';;;;',
	'38;2;1;2;3m',
	' q',
	'200~',
	'?2026h',
	'1;1r',
	'é',
];
const singles = [...'c78DEHMNOZ=>\\#8(B*0%G nl|}~'];

/** Text in which a terminal would find something to do: made from every introducer, body and end, and picked by hand. */
export const attacks: readonly string[] = [
	...strings.flatMap((start) =>
		ends.flatMap((end) => payloads.map((payload) => `before${start}${payload}${end}after`)),
	),
	...['\x1B[', '\x9B'].flatMap((start) => csiBodies.map((body) => `before${start}${body}after`)),
	...singles.map((final) => `before\x1B${final}after`),
	...Array.from({ length: 32 }, (_, code) => `before${String.fromCharCode(code)}after`),
	...Array.from({ length: 33 }, (_, code) => `before${String.fromCharCode(0x7f + code)}after`),
	...Array.from({ length: 33 }, (_, code) => `${String.fromCharCode(0x7f + code)}[31m`),
	// Sequences inside, across and after other sequences.
	'\x1B\x1B[31m',
	'\x1B\x1B]0;a\x07[31m',
	'\x1B[3\x001m',
	'\x1B[3\x1B[31m1m',
	'\x1B]0;a\x1B]0;b\x07\x07',
	'\x1BPtmux;\x1B\x1B]52;c;AAAA\x07\x1B\\',
	'\x1B]0;\x1B[2J\x07',
	'\x9B\x9B\x9B31m',
	'\x1B[31',
	'\x1B',
	'\x9D',
	'\x1B]8;;file:///etc/passwd\x1B\\click\x1B]8;;\x1B\\',
	'rm -rf /\r                    \rls',
	'rm -rf /\b\b\b\b\b\b\b\bls      ',
	'line\vdown\fpage\x85next\u2028separator\u2029paragraph',
	'a\r\rb\r\nc\n\rd',
	'\u202Ecod.exe\u202C',
	'\u2066isolate\u2069 \u200Emark\u200F \u061C',
	'\u2067\u202D\u202E\u202B\u202A\u2068',
	'zero\u200Bwidth\u200C\u200D\u2060\uFEFFjoin\u00ADshy\u180E',
	...lines`
		󠀁󠁨󠁩󠁿 tags ¦ a︀︁󠄀󠇯 selectors ¦ � lone � halves � ¦ ￾￿🿾 noncharacters ¦ ￹annotated￺text￻
	`,
	`z${'\u0301'.repeat(500)}algo`,
	`${'👩\u200D'.repeat(200)}x`,
	'\u1100'.repeat(200),
	'\u3164\u115F\u1160\uFFA0 blank letters',
	'\u206A\u206B\u206C\u206D\u206E\u206F deprecated',
	'\u{1D173}\u{1BCA0} format',
];
