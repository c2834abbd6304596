import { diffArrays } from 'diff';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeText, valueIn, withValue } from '../../../../src/cli/config/edit/change-config-text.js';
import { parseFile } from '../../../../src/cli/config/parse-file.js';
import { key, type Sample, sample, value, word } from './documents.js';

const runs = process.env['ACP_TUI_LONG'] === undefined ? 100 : 2000;

/** Keys that are there, and some that are not. */
const path = fc.array(fc.tuple(key, fc.nat(30)), { minLength: 1, maxLength: 4 });
const edit = fc.record({
	path,
	what: fc.constantFrom('set', 'set', 'unset', 'add', 'drop'),
	value,
	word,
	place: fc.nat(20),
});
type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never;

/** The path that an edit means in the data: mostly of a key that is there. */
function pathIn(data: unknown, wanted: Edit['path']): readonly string[] {
	const found: string[] = [];
	let node = data;
	for (const [name, choice] of wanted) {
		const names = typeof node === 'object' && node !== null && !Array.isArray(node) ? Object.keys(node) : null;
		if (names === null) break;
		const chosen = choice % 3 === 0 ? name : (names[choice % Math.max(1, names.length)] ?? name);
		found.push(chosen);
		node = names.includes(chosen) ? Reflect.get(node as object, chosen) : {};
	}
	return found;
}

function valueAfter({ what, value: wanted, word: added, place }: Edit, old: unknown): unknown {
	if (what === 'unset') return undefined;
	if (!Array.isArray(old) || what === 'set') return wanted;
	if (what === 'add') return [...old, added];
	return old.length < 2 ? wanted : old.toSpliced(place % old.length, 1);
}

const withoutEmpty = (data: unknown): unknown =>
	JSON.parse(JSON.stringify(data), (_, each) => (JSON.stringify(each) === '{}' ? undefined : each)) ?? {};

/** Lines that went, and lines that came, as each side has them. */
function lineChanges(before: string, after: string) {
	const parts = diffArrays(before.split(/\r?\n/), after.split(/\r?\n/));
	return {
		gone: parts.flatMap(({ removed, value: lines }) => (removed === true ? lines : [])),
		come: parts.flatMap(({ added, value: lines }) => (added === true ? lines : [])),
	};
}

function checkEdit({ text, isJson, data, comments }: Sample, given: Edit): void {
	const at = pathIn(data, given.path);
	const old = valueIn(data, at);
	const next = valueAfter(given, old);
	const changed = changeText({ file: 'f', text, isJson }, at, next);
	expect(withoutEmpty(parseFile('f', changed, isJson).data ?? {})).toEqual(
		withoutEmpty(withValue(data, at, next) ?? {}),
	);
	// Of the comments only those within what was taken out or replaced may go, in no other order.
	const isList = Array.isArray(old) && (given.what === 'add' || (given.what === 'drop' && old.length > 1));
	const isInside = (within: readonly string[]) =>
		old !== undefined && at.every((name, depth) => within[depth] === name);
	const kept = comments.filter(({ within }) => isList || !isInside(within)).map(({ words }) => words);
	const keptOf = (from: string) => (from.match(/c\d+, "x": \{/g) ?? []).filter((words) => kept.includes(words));
	expect(keptOf(changed)).toEqual(keptOf(text));
	const { gone, come } = lineChanges(text, changed);
	if (next === undefined && old === undefined) expect(changed).toBe(text);
	const wasInLine = !(typeof old === 'object' && old !== null);
	// The line of the key, and in JSON the one before, which gets or loses a comma.
	if (wasInLine) expect(gone.length).toBeLessThanOrEqual(next === undefined && old !== undefined ? 99 : 2);
	if (old === undefined) {
		// What is added moves nothing: each line that went came again with more in it.
		for (const line of gone) {
			expect(come.some((other) => isWithin(line, other)) || isOpened(line), `${line} in ${come.join('\n')}`).toBe(true);
		}
	}
}

/** Whether a line came again, with something in it. */
function isWithin(line: string, other: string): boolean {
	let at = 0;
	for (const character of other) if (character === line[at]) at += 1;
	return at === line.length;
}

/** Whether a line had brackets with nothing in them, which stand in two lines now. */
function isOpened(line: string): boolean {
	return /\{\s*\}/.test(line);
}

test('one edit of a file with comments changes nothing else in it', () => {
	fc.assert(
		fc.property(sample, edit, (given, wanted) => void checkEdit(given, wanted)),
		{ numRuns: runs },
	);
});

test('many edits of a file, one after the other, give the same data and keep what they do not touch', () => {
	fc.assert(
		fc.property(sample, fc.array(edit, { maxLength: 10 }), ({ text, isJson, data }, edits) => {
			let [now, known]: [string, unknown] = [text, data];
			for (const wanted of edits) {
				const at = pathIn(known, wanted.path);
				const next = valueAfter(wanted, valueIn(known, at));
				now = changeText({ file: 'f', text: now, isJson }, at, next);
				known = withValue(known, at, next) ?? {};
			}
			expect(withoutEmpty(parseFile('f', now, isJson).data ?? {})).toEqual(withoutEmpty(known));
		}),
		{ numRuns: runs },
	);
});

test('what was set in a file and taken out again leaves the file as it was', () => {
	fc.assert(
		fc.property(sample, key, value, ({ text, isJson, data }, name, wanted) => {
			fc.pre(!Object.hasOwn(data, name) && (Object.keys(data).length > 0 || text === ''));
			const there = changeText({ file: 'f', text, isJson }, [name], wanted);
			const back = changeText({ file: 'f', text: there, isJson }, [name], undefined);
			expect(back.trimEnd()).toBe(text.trimEnd());
		}),
		{ numRuns: runs },
	);
});
