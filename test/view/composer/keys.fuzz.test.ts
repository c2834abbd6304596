import { env } from 'node:process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InputParser } from '../../../src/terminal/input/input-parser.js';
import { expandDraft } from '../../../src/view/composer/chips.js';
import { reduceComposer } from '../../../src/view/composer/composer.js';
import { createComposer } from '../../../src/view/composer/composer-state.js';
import { pressKey } from './press.js';

const isLong = env['ACP_TUI_LONG'] === '1';
/** Keys and pastes in all, and how many of them one draft session has. */
const WANTED = isLong ? 500_000 : 10_000;
const BATCH = 250;

/** The plain model: what was written is a list of units, with a place in it; what was sent is a list of texts. */
type Model = { units: string[]; at: number; readonly sent: string[] };

type Step = { readonly bytes: string; readonly apply: (model: Model) => void };

const insert =
	(...units: readonly string[]) =>
	(model: Model): void => {
		model.units.splice(model.at, 0, ...units);
		model.at += units.length;
	};

const letters = ['a', 'B', 'z', '7', ' ', '#', 'é', 'ß', '漢', '字', '👩‍👩‍👧', '✓', '한'];

const typed = fc.constantFrom(...letters).map((text): Step => ({ bytes: text, apply: insert(text) }));

/** Keys that waited for a busy moment come together. */
const burst = fc
	.array(fc.constantFrom(...letters), { minLength: 2, maxLength: 8 })
	.map((units): Step => ({ bytes: units.join(''), apply: insert(...units) }));

/** A paste of a terminal without bracketed paste: it has line breaks inside. */
const pasted = fc
	.array(fc.constantFrom(...letters, '\n'), { minLength: 12, maxLength: 60 })
	.filter((units) => units.filter((unit) => unit === '\n').length < 9 && units.slice(0, -1).includes('\n'))
	.map((units): Step => ({ bytes: units.join('').replaceAll('\n', '\r'), apply: insert(...units) }));

/** A line and enter that a slow link brings in one read. */
const line = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 60 }).map(
	(units): Step => ({
		bytes: `${units.join('')}\r`,
		apply(model) {
			insert(...units)(model);
			send(model);
		},
	}),
);

const moving =
	(place: (model: Model) => number) =>
	(model: Model): void => {
		model.at = Math.min(model.units.length, Math.max(0, place(model)));
	};
const left = moving(({ at }) => at - 1);
const right = moving(({ at }) => at + 1);
const lineStart = moving(({ units, at }) => (at === 0 ? 0 : units.lastIndexOf('\n', at - 1) + 1));
const lineEnd = moving(({ units, at }) => {
	const end = units.indexOf('\n', at);
	return end < 0 ? units.length : end;
});

function eraseBefore(model: Model): void {
	if (model.at === 0) return;
	model.at -= 1;
	model.units.splice(model.at, 1);
}

function eraseAfter(model: Model): void {
	model.units.splice(model.at, 1);
}

function send(model: Model): void {
	const text = model.units.join('').trimEnd();
	if (text.trim() === '') return;
	model.sent.push(text);
	model.units = [];
	model.at = 0;
}

const keys = fc.constantFrom<Step>(
	{ bytes: '\x1b\r', apply: insert('\n') },
	{ bytes: '\n', apply: insert('\n') },
	{ bytes: '\x7f', apply: eraseBefore },
	{ bytes: '\x1b[3~', apply: eraseAfter },
	{ bytes: '\x1b[D', apply: left },
	{ bytes: '\x1b[C', apply: right },
	{ bytes: '\x02', apply: left },
	{ bytes: '\x06', apply: right },
	{ bytes: '\x1b[H', apply: lineStart },
	{ bytes: '\x05', apply: lineEnd },
	{ bytes: '\r', apply: send },
);

/** What a terminal says in between: late answers, focus, sizes. Nobody typed it. */
const nothing = (): void => {};
const strays = fc
	.constantFrom(
		'\x1b[?1u',
		'\x1b[?62;22c',
		'\x1b[>41;388;0c',
		'\x1b[24;80R',
		'\x1b[?2026;2$y',
		'\x1b[4;600;800t',
		'\x1b[?997;1n',
		'\x1b[I\x1b[O',
		'\x1b[<35;10;20M',
		'\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\',
		'\x1b]10;rgb:ffff/ffff/ffff\x07',
		'\x1bP>|xterm(388)\x1b\\',
		'\x1bP1+r544e=787465726d\x1b\\',
		'\x1b_Gi=1;OK\x1b\\',
	)
	.map((bytes): Step => ({ bytes, apply: nothing }));

const steps = fc.oneof(
	{ weight: 8, arbitrary: typed },
	{ weight: 6, arbitrary: keys },
	{ weight: 2, arbitrary: burst },
	{ weight: 1, arbitrary: pasted },
	{ weight: 1, arbitrary: line },
	{ weight: 3, arbitrary: strays },
);

test(`of ${WANTED} random keys, pastes and reports none is lost and none comes twice`, { timeout: 600_000 }, () => {
	fc.assert(
		fc.property(fc.array(steps, { minLength: BATCH, maxLength: BATCH, size: 'max' }), (list) => {
			const model: Model = { units: [], at: 0, sent: [] };
			const parser = new InputParser();
			// So wide that a row is a line.
			let state = reduceComposer(createComposer(), { type: 'columns', columns: 100_000 });
			const sent: string[] = [];
			for (const { bytes, apply } of list) {
				apply(model);
				for (const event of parser.feed(bytes)) {
					if (event.type !== 'key') continue;
					state = pressKey(state, event.key);
					if (state.outcome !== null) sent.push(state.outcome.text);
				}
			}
			expect(sent).toEqual(model.sent);
			expect(expandDraft(state.draft)).toBe(model.units.join(''));
			expect(state.draft.cursor).toBe(model.units.slice(0, model.at).join('').length);
		}),
		{ numRuns: Math.ceil(WANTED / BATCH) },
	);
});
