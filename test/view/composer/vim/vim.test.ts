import { readFileSync } from 'node:fs';
import { env } from 'node:process';
import { describe, expect, it } from 'vitest';
import { findVim, runVim } from './real-vim.js';
import { isOutOfScope, runOurs } from './run-keys.js';
import { type Case, type Outcome, randomCase, randomFrom } from './sequences.js';

const IS_LONG = env['ACP_TUI_LONG'] === '1';
const SEQUENCES = 10_000;
const vim = findVim();

/** Recorded of a real Vim 9.0: text, keys, and the text and cursor that they led to. */
const recorded = readFileSync(new URL('recorded.jsonl', import.meta.url), 'utf8')
	.trim()
	.split('\n')
	.map((line): readonly [text: string, keys: string, result: string, line: number, column: number] => JSON.parse(line));

describe('vim’s keys', () => {
	it(`give the text and cursor that a real vim was recorded to give, ${recorded.length} times`, () => {
		const different = recorded.filter(([text, keys, result, line, column]) => {
			const ours = runOurs({ text, keys });
			return ours.text !== result || ours.line !== line || ours.column !== column;
		});
		expect(different).toEqual([]);
	});

	it.runIf(IS_LONG && vim !== null)(
		`give the text and cursor of the vim of this machine, ${SEQUENCES} times at random (needs vim with text objects)`,
		{ timeout: 600_000 },
		() => {
			const seed = Number(env['ACP_TUI_SEED'] ?? Date.now());
			const random = randomFrom(seed);
			const cases: Case[] = [];
			while (cases.length < SEQUENCES) {
				const next = randomCase(random);
				if (!isOutOfScope(next)) cases.push(next);
			}
			const real = runVim(vim ?? '', cases);
			const different = cases.flatMap(
				(each, index): readonly { seed: number; each: Case; ours: Outcome; real?: Outcome }[] => {
					const ours = runOurs(each);
					const theirs = real[index];
					const isSame = theirs !== undefined && JSON.stringify(ours) === JSON.stringify(theirs);
					return isSame ? [] : [{ seed, each, ours, ...(theirs === undefined ? {} : { real: theirs }) }];
				},
			);
			expect(different).toEqual([]);
		},
	);
});
