/** A text, and keys pressed in it from its first character on; `<esc>`, `<c-r>` and `<bs>` are one key each. */
export type Case = { readonly text: string; readonly keys: string };

/** Text and cursor (line and character, from 0) that keys led to. */
export type Outcome = { readonly text: string; readonly line: number; readonly column: number };

/** Keys of a case, one by one. */
export function keysOf(keys: string): string[] {
	return keys.match(/<(?:esc|c-r|bs)>|[\s\S]/gu) ?? [];
}

/** Numbers in [0, below), the same for the same seed. */
export function randomFrom(seed: number): (below: number) => number {
	let state = seed >>> 0;
	return (below) => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
	};
}

type Random = ReturnType<typeof randomFrom>;

const LINES = [
	'',
	'   ',
	'one two three',
	'  indented, with  two spaces  ',
	'call(first, [second, {third: "fourth"}]) {',
	'}',
	'say \'it\' and "that" or `these`',
	'Ärger über 日本語の文字 und ひらがな',
	'a.b->c_d+ e',
	'\ttab and\tanother ',
	'((nested) (more)) x',
	'x',
	'word word word  word',
	'"quoted" text "more quoted" end',
	'foo { bar { baz } }',
	') closed [open',
	'UPPER lower MiXeD 123',
	'see <tag> and <b>bold</b>',
] as const;

const MOTIONS = [
	...['h', 'l', 'j', 'k', 'w', 'b', 'W', 'B', 'e', 'E', 'ge', 'gE', '0', '^', '$', 'gg', 'G', ';', ',', '%', '{', '}'],
];
const OBJECTS = [...'wW"\'`()[]{}<>bBp'];
const OPERATORS = ['d', 'c', 'y', '>', '<', 'g~', 'gu', 'gU'];
/** Of these the keys are in the scope too, as a change that fails leaves them to the normal mode. */
const TYPED = ['x', 'ewe', 'two words', 'ä', '日', 'ab<bs>c', '"'];

/** A case of the scope, at random. */
export function randomCase(random: Random): Case {
	const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
	const chance = (percent: number): boolean => random(100) < percent;
	const count = (percent = 25): string => (chance(percent) ? pick(['2', '3', '4', '2', '10']) : '');
	const find = (): string => `${pick(['f', 'F', 't', 'T'])}${pick([...'eo "(d'])}`;
	const motion = (): string => (chance(15) ? find() : pick(MOTIONS));
	/** A zero behind a count belongs to it. */
	const counted = (percent: number, keys: string): string => (keys === '0' ? keys : `${count(percent)}${keys}`);
	/** What is selected grows by quotes as if there were none yet. */
	const object = (isGrowing = false): string =>
		`${pick(['i', 'a'])}${chance(40) ? pick(['w', 'W', 'p']) : pick(OBJECTS.filter((key) => !isGrowing || !/["'`]/.test(key)))}`;
	const typed = (texts: readonly string[] = TYPED): string => `${pick(texts)}<esc>`;
	const register = (): string => (chance(6) ? pick(['"a', '"b', '"_']) : '');
	const operate = (): string => {
		const operator = pick(OPERATORS);
		const isLines = chance(25);
		const target = isLines ? (operator.length === 2 ? operator.slice(1) : operator) : chance(40) ? object() : motion();
		const keys = `${register()}${count(15)}${operator}${isLines ? target : counted(15, target)}`;
		return operator === 'c' ? `${keys}${typed()}` : keys;
	};
	const visual = (): string => {
		const moves = Array.from({ length: random(3) }, (_, at) => (chance(30) ? object(at > 0) : counted(20, motion())));
		const end = pick([...'dxcsyYDXCSR<>~uUJpPr', 'gu', 'gU', 'g~', 'o', 'v', 'V', '<esc>', 'od', '2>']);
		const left = /^[ovV]$/.test(end) ? '<esc>' : '';
		const written = /^[csCSR]$/.test(end) ? typed() : end === 'r' ? 'z' : '';
		return `${chance(60) ? 'v' : 'V'}${moves.join('')}${end}${written}${left}`;
	};
	const simple = (): string => {
		const key = pick([...'xXDYJpPu~xpuu', '<c-r>', 'r', '.', '.']);
		return `${/[xXDY]/.test(key) ? register() : ''}${count(20)}${key}${key === 'r' ? pick([...'zé日']) : ''}`;
	};
	const insertion = (): string =>
		chance(25)
			? `${count(15)}${pick(['C', 's', 'S'])}${typed()}`
			: `${count(15)}${pick([...'iaIAoO'])}${typed([...TYPED, ' ', '(', 'l1\nl2'])}`;
	const command = (): string =>
		pick([operate, operate, visual, simple, simple, simple, insertion, () => counted(25, motion())])();
	const text = Array.from({ length: 1 + random(6) }, () => pick(LINES)).join('\n');
	const start = Array.from({ length: random(4) }, () => `${count()}${pick(['w', 'j', 'l', 'e', '$', 'j', 'G'])}`).join(
		'',
	);
	const commands = Array.from({ length: 1 + random(6) }, command);
	const keys = `${start}${commands.join('')}<esc><esc>`;
	// Repeating what was selected up to the end of its line counts in vim's own numbers beyond what they hold; `D` and `C`
	// with a count too high go there as `$` does.
	const isBeyond = /[$DC].*[vV].*\./.test(keys) || /[vV].*[$DC].*\./.test(keys);
	const kept = commands.filter((each) => !/^\d*\.$/.test(each));
	return { text, keys: isBeyond ? `${start}${kept.join('')}<esc><esc>` : keys };
}
