import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillLine } from '../../../src/core/commands/shell-line.js';
import { sized } from '../../setup/whole.js';
import { lines } from '../lines.js';

const given = (...words: readonly string[]) => ({ words, all: words.join(' ') });

test.each([
	['git log -- $1', given('a b'), "git log -- 'a b'"],
	['git log $ARGUMENTS', given('-n', '5'), 'git log -n 5'],
	['git log "$ARGUMENTS"', given('-n', '5'), "git log '-n 5'"],
	['grep "x $1 y" f', given('$(id)'), "grep 'x ''$(id)'' y' f"],
	['echo $1 $2', given('a'), "echo a ''"],
	// Of the shell's own, or text.
	["awk '{print $1}' f", given('x'), "awk '{print $1}' f"],
	['echo $HOME $10', given('x'), 'echo $HOME x0'],
	['ls', given('x'), 'ls'],
])('%j with %j runs %j', (line, args, expected) => {
	expect(fillLine(line, args, 'markdown')).toBe(expected);
});

test.each([
	...lines`
		echo $(git log $1) ¦ sh -c "grep $1 f" ¦ bash -c $1 ¦ eval $1 ¦ echo $1 | sh
		for x in $1; do sh -c "$x"; done ¦ $1 --version ¦ echo $((1 + $1)) ¦ echo "unclosed $1 ¦ ls | xargs $1
		ssh host $1 ¦ . $1
	`,
	'echo `git log $1`',
	'cat <<X\n$1\nX',
])('%j takes no argument', (line) => {
	expect(fillLine(line, given('x'), 'markdown')).toBeNull();
});

test('in a file of gemini-cli $1 is the shell’s, and {{args}} a word', () => {
	expect(fillLine('awk "{print $1}" $ARGUMENTS', given('a;b'), 'gemini')).toBe(`awk "{print $1}" 'a;b'`);
});

const NASTY = fc.string({ unit: fc.constantFrom(...'ab $`"\'\\;&|<>(){}*?[]~#!\n-=%^,'), minLength: 1, maxLength: 12 });

test('whatever an argument holds, a real shell reads it as one word', () => {
	fc.assert(
		fc.property(fc.array(NASTY, { minLength: 2, maxLength: 2 }), (words) => {
			const line = fillLine('printf "%s\\0" $1 "a $2 b" c$1d', given(...words), 'markdown');
			const [one = '', two = ''] = words;
			const printed = execFileSync('/bin/sh', ['-c', line ?? 'false'], { encoding: 'utf8' }).split('\0');
			expect(printed.slice(0, -1)).toEqual([one, `a ${two} b`, `c${one}d`]);
		}),
		{ numRuns: sized(20, 60) },
	);
});
