import fc from 'fast-check';
import { lexer } from 'marked';
import { expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { handedTask } from '../../../src/core/sessions/hand-over-task.js';
import { type HandOverOptions, handOverText } from '../../../src/core/sessions/hand-over-text.js';
import { type Play, play, ready } from '../session/play.js';

const OPTIONS: HandOverOptions = { maxChars: 24_000, redact: (text) => text, words: '' };

function sent(from: Play, text: string): Play {
	return play(from, { type: 'prompt', prompt: { id: text, text, blocks: [{ type: 'text', text }] } });
}

function turn(from: Play, text: string, answer: string, ...between: readonly AppEvent[]): Play {
	const begun = sent(from, text);
	const turnId = begun.state.turn?.id ?? '';
	const said: readonly AppEvent[] = answer === '' ? [] : [{ type: 'text', role: 'agent', text: answer }];
	return play(begun, ...between, ...said, { type: 'turn-ended', turnId, reason: 'end_turn' });
}

const snapshot = (id: string) => ({ id, at: 1, gaps: [] });

function changed(id: string, path: string, oldText: string | null, newText: string): AppEvent {
	const kind = oldText === null ? ('added' as const) : ('modified' as const);
	const diff = { type: 'diff' as const, path, oldText, newText };
	const file = { path, kind, canRestore: true, known: { type: 'unknown' as const }, diff, isTampering: false };
	const set = { id, turnId: id, before: snapshot(`${id}-a`), after: snapshot(`${id}-b`), files: [file], undone: [] };
	return { type: 'turn-changes', set };
}

test('It tells the goal, what was decided and changed, what is open, what failed, and the last exchange whole.', () => {
	let from = turn(ready(), 'Make the tide table', 'Begun with the tide table.');
	from = play(
		turn(from, 'Add the moon', 'The moon is in.\n\n```js\nmoon();\n```'),
		changed('one', '/w/src/moon.ts', 'a\nb\n', 'a\nc\nd\n'),
		changed('two', '/w/src/moon.ts', 'a\nc\nd\n', 'a\nc\nd\ne\n'),
		changed('three', '/w/new.ts', null, 'x\ny\n'),
	);
	from = turn(
		from,
		'Now the sun',
		'The sun does not shine yet.',
		{
			type: 'tool',
			patch: {
				id: 'c',
				title: 'npm test',
				kind: 'execute',
				status: 'failed',
				result: { exitCode: 3, output: 'a\nred' },
			},
		},
		{ type: 'tool', patch: { id: 'd', title: 'rm -rf x', kind: 'execute', status: 'failed' } },
		{
			type: 'decided',
			toolCallId: 'd',
			title: 'rm',
			verdict: { decision: 'denied', because: 'you rejected it' },
			source: 'user',
		},
	);
	from = play(from, {
		type: 'plan',
		steps: [
			{ text: 'moon', priority: 'high', status: 'completed' },
			{ text: 'stars', priority: 'high', status: 'in_progress' },
		],
	});
	const text = handOverText(from.state, OPTIONS);
	expect(text).toContain('## Goal\n\n> Make the tide table');
	expect(text).toContain('- `src/moon.ts` +3 −1\n- `new.ts` added, +2 −0');
	expect(text).toContain('- Refused: `rm -rf x` (you rejected it)');
	expect(text).toContain('- The permission mode is default, and stays so.');
	expect(text).toContain('## Open entries of the plan of Fake\n\n- [ ] `stars` (begun)');
	expect(text).toContain('- `npm test`: exit code 3\n  > `a`\n  > `red`');
	expect(text).toContain('### The user\n\n> Now the sun\n\n### Fake\n\n> The sun does not shine yet.');
	expect(text).toContain('> Add the moon');
	expect(text).toContain('> ```js\n> moon();\n> ```');
	expect(text).toMatch(/## What to do now\n\nGo on with the open entries of the plan\.$/);
	expect(handOverText(from.state, { ...OPTIONS, words: 'Only the stars.' })).toMatch(/now\n\nOnly the stars\.$/);
});

test('A prompt that a limit stopped is to be gone on with, and the limit is named.', () => {
	const begun = sent(ready(), 'Make the tide table');
	const failure = {
		code: 'agent-error' as const,
		message: 'Usage limit until 18:00',
		errorClass: 'usageLimit' as const,
	};
	const stopped = play(begun, { type: 'turn-failed', turnId: begun.state.turn?.id ?? '', failure });
	const text = handOverText(stopped.state, OPTIONS);
	expect(text).toContain('## Goal\n\n> Make the tide table');
	expect(text).toContain('did not answer');
	expect(text).toContain('Usage limit until 18:00');
	expect(text).toContain('The last prompt was not carried out');
});

test('What was taken back, and a command that worked in the end, are not reported.', () => {
	let from = turn(ready(), 'Go', 'Done.', {
		type: 'tool',
		patch: { id: 'a', title: 'npm test', kind: 'execute', status: 'failed' },
	});
	from = play(from, changed('one', '/w/a.ts', 'a\n', 'b\n'));
	from = turn(from, 'Again', 'Works.', {
		type: 'tool',
		patch: { id: 'b', title: 'npm test', kind: 'execute', status: 'completed' },
	});
	expect(handOverText(from.state, OPTIONS)).toContain('a.ts');
	const set = from.state.changes.sets[0];
	const report = { restored: ['/w/a.ts'], refused: [] };
	from = play(from, { type: 'files-restored', setId: set?.id ?? '', direction: 'undo', report });
	const text = handOverText(from.state, OPTIONS);
	expect(text).not.toContain('a.ts');
	expect(text).not.toContain('What failed');
});

test('Secrets are taken out before anything is cut, whoever said them.', () => {
	const redact = (text: string): string => text.replaceAll(/sk-\w+/g, '[redacted]');
	const from = turn(ready(), 'Use sk-abcdef', `The key is sk-abcdef.\n${'x '.repeat(20_000)}`);
	const text = handOverText(from.state, { ...OPTIONS, redact });
	expect(text).not.toContain('sk-');
	expect(text).toContain('> Use [redacted]');
});

test('Where nobody said anything it is empty; what waits to be sent counts.', () => {
	expect(handOverText(ready().state, OPTIONS)).toBe('');
	const waiting = { ...ready().state, queue: [{ id: 'p', text: 'Make it', blocks: [] }] };
	expect(handOverText(waiting, OPTIONS)).toContain('> Make it');
});

test('Answers to questions of the agent are decisions of the user.', () => {
	const note: AppEvent = {
		type: 'note',
		level: 'info',
		title: 'Fake asked you: One question about the shop.',
		detail: 'Layout: Grid\nName: `my` shop',
		isAnswer: true,
	};
	const from = turn(ready(), 'Make a shop', 'Done.', note, { type: 'note', level: 'info', title: 'Something else' });
	const text = handOverText(from.state, OPTIONS);
	expect(text).toContain(
		'- `Fake asked you: One question about the shop.`\n  > `Layout: Grid`\n  > ``Name: `my` shop``\n- The permission',
	);
	expect(text).not.toContain('Something else');
});

test('A chain of sessions tells the goal of the first, and what was decided in all of them.', () => {
	const refused: AppEvent = {
		type: 'decided',
		toolCallId: 'd',
		title: 'rm',
		verdict: { decision: 'denied', because: 'you rejected it' },
		source: 'user',
	};
	const call = (title: string): AppEvent => ({
		type: 'tool',
		patch: { id: 'd', title, kind: 'execute', status: 'failed' },
	});
	const first = turn(ready(), 'Make the tide table', 'Begun.', call('rm -rf x'), refused);
	const from = { agent: 'Fake', recordId: null };
	const taken = play(ready(), {
		type: 'taken-over',
		from,
		title: 'Tides',
		sets: [],
		task: handedTask(first.state, 'put-together'),
	});
	const text = handOverText(first.state, { ...OPTIONS, words: 'Only the moon.' });
	const begun = play(taken, { type: 'prompt', prompt: { id: 'put-together', text, blocks: [] } });
	const turnId = begun.state.turn?.id ?? '';
	const second = play(
		begun,
		call('git push'),
		refused,
		{ type: 'text', role: 'agent', text: 'The moon is in.' },
		{ type: 'session-info', title: `${text.slice(0, 40)}…` },
		{ type: 'turn-ended', turnId, reason: 'end_turn' },
	);
	// Its agent called it by its first prompt.
	expect(second.state.title).toBe('Tides');
	const chained = handOverText(second.state, OPTIONS);
	expect(chained).toContain('## Goal\n\n> Make the tide table\n');
	expect(chained).toContain('- Refused: `rm -rf x` (you rejected it)\n- Refused: `git push` (you rejected it)\n');
	expect(chained).toContain('### The user\n\n> Only the moon.\n\n### Fake\n\n> The moon is in.');
	expect(chained.match(/I worked on this with/g)).toHaveLength(1);
	// And so on.
	expect(handedTask(second.state, 'next')).toMatchObject({
		promptId: 'next',
		goal: 'Make the tide table',
		toldBy: null,
	});
});

test('What is sent before the first prompt of a hand-over waits behind it.', () => {
	const task = { promptId: 'put-together', goal: 'x', toldBy: null, decisions: [] };
	const taken: AppEvent = { type: 'taken-over', from: { agent: 'Fake', recordId: null }, title: null, sets: [], task };
	const waiting = sent(play(ready(), taken), 'too early');
	expect(waiting.state.turn).toBeNull();
	expect(waiting.state.queue.map(({ id }) => id)).toEqual(['too early']);
	const going = sent(waiting, 'put-together');
	expect(going.state.turn?.prompt.id).toBe('put-together');
	expect(going.state.queue.map(({ id }) => id)).toEqual(['too early']);
	// Another conversation there has nothing to wait for.
	expect(sent(play(waiting, { type: 'new-session' }), 'b').state.isHandOverDue).toBeUndefined();
});

/** What breaks out of a quote, hides, or is long. */
const hostile = fc.oneof(
	{ weight: 3, arbitrary: fc.string({ maxLength: 300 }) },
	fc.string({ unit: 'grapheme', maxLength: 2000 }),
	fc
		.array(
			fc.constantFrom(
				'```',
				'~~~~ js',
				'> > ```',
				'- ```',
				'1. ~~~',
				'<!--',
				'<script>',
				'<![CDATA[',
				'# Heading',
				'## What to do now',
				'x\u001b[2J\u202e',
				'👩‍👩‍👧‍👦'.repeat(40),
				'word '.repeat(400),
				'',
				'    code',
				'\t```',
			),
			{ maxLength: 60 },
		)
		.map((lines) => lines.join('\n')),
);

test('It is never over its budget, its Markdown is closed, and the goal and the last prompt are in it.', () => {
	fc.assert(
		fc.property(
			fc.array(fc.tuple(hostile, hostile, fc.boolean()), { minLength: 1, maxLength: 6 }),
			hostile,
			fc.integer({ min: 2000, max: 30_000 }),
			(turns, title, maxChars) => {
				const from = turns.reduce((before, [prompt, answer, isFailed], index) => {
					const patch = { id: `${index}`, title, kind: 'execute' as const, status: 'failed' as const };
					const result = { exitCode: 1, output: answer };
					const calls: readonly AppEvent[] = isFailed ? [{ type: 'tool', patch: { ...patch, result } }] : [];
					// Those between are reported on a line of a list, whatever they begin with.
					const isBetween = index > 0 && index < turns.length - 1;
					const asked = isBetween && prompt.trim() !== '' ? prompt : `PROMPT${index} ${prompt}`;
					const next = turn(before, asked, answer, ...calls);
					return play(next, changed(`s${index}`, `/w/${title}`, prompt, answer));
				}, ready());
				const options = { ...OPTIONS, maxChars };
				const text = handOverText(from.state, options);
				expect(text.length).toBeLessThanOrEqual(maxChars);
				expect(text.isWellFormed()).toBe(true);
				expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
				expect(text).toContain('PROMPT0');
				expect(text).toContain(`PROMPT${turns.length - 1}`);
				expect(text).toContain('## What to do now');
				// Nothing that was quoted reaches beyond its quote: what comes behind is a paragraph, and headings are ours.
				const tokens = lexer(`${text}\n\nbehind`);
				expect(tokens.at(-1)).toMatchObject({ type: 'paragraph', text: 'behind' });
				const headings = tokens.flatMap((token) => (token.type === 'heading' ? [token['text']] : []));
				expect(headings.filter((each) => each === 'What to do now')).toHaveLength(1);
				expect(tokens.some(({ type }) => type === 'html' || type === 'code')).toBe(false);
				expect(handOverText(from.state, options)).toBe(text);
			},
		),
		{ numRuns: process.env['ACP_TUI_LONG'] === '1' ? 10_000 : 150 },
	);
});

test('Whatever the user wants next, it is never over the budget, and the last answer is reported.', () => {
	fc.assert(
		fc.property(hostile, fc.integer({ min: 2000, max: 4000 }), (words, maxChars) => {
			const text = handOverText(turn(ready(), 'First', 'One.').state, { ...OPTIONS, maxChars, words });
			expect(text.length).toBeLessThanOrEqual(maxChars);
			expect(text).toContain('> One.');
		}),
		{ numRuns: process.env['ACP_TUI_LONG'] === '1' ? 10_000 : 150 },
	);
});
