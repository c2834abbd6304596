import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AgentEvent } from '../../../src/core/agent-event.js';
import type { AppEvent } from '../../../src/core/event.js';
import { eachEntry } from '../../../src/core/session/entries/entry-list.js';
import { reduce } from '../../../src/core/session/reducers/reduce.js';
import type { SessionState } from '../../../src/core/session/state.js';
import { reconcile } from '../../../src/core/sessions/history/reconcile.js';
import { ready } from '../session/play.js';

type Turn = { readonly prompt: string; readonly says: readonly string[]; readonly calls: number };

/** Words that differ from turn to turn, and some that do not. */
const words = fc.array(fc.constantFrom('fix', 'the', 'tide', 'table', 'go on', 'again', 'ok', 'ünï', '日本'), {
	minLength: 1,
	maxLength: 6,
});
const turn: fc.Arbitrary<Turn> = fc.record({
	prompt: words.map((list) => list.join(' ')),
	says: fc.array(
		words.map((list) => `${list.join(' ')}. `),
		{ minLength: 1, maxLength: 3 },
	),
	calls: fc.nat(2),
});
/** Conversations in which each turn differs from the others. */
const conversation = (minLength = 0): fc.Arbitrary<readonly Turn[]> =>
	fc
		.array(turn, { minLength, maxLength: 7 })
		.map((turns) => turns.map((one, index) => ({ ...one, prompt: `${one.prompt} (${index})` })));

/** How an agent tells it: cuts, ids and kinds of words differ. */
type Report = { readonly cut: number; readonly hasIds: boolean; readonly isTrimmed: boolean };
const report: fc.Arbitrary<Report> = fc.record({
	cut: fc.integer({ min: 1, max: 9 }),
	hasIds: fc.boolean(),
	isTrimmed: fc.boolean(),
});

function pieces(text: string, length: number): readonly string[] {
	const found: string[] = [];
	for (let start = 0; start < text.length; start += length) found.push(text.slice(start, start + length));
	return found;
}

function reportedAs(turns: readonly Turn[], { cut, hasIds, isTrimmed }: Report, mark: string): AgentEvent[] {
	return turns.flatMap(({ prompt, says, calls }, index): AgentEvent[] => {
		const id = (part: string) => (hasIds ? { messageId: `${mark}-${index}-${part}` } : {});
		const call = (number: number): AgentEvent => ({
			type: 'tool',
			patch: { id: `${mark}-${index}-${number}`, title: `call ${number}`, status: 'completed' },
		});
		return [
			...pieces(prompt, hasIds ? cut : 1000).map(
				(text): AgentEvent => ({ type: 'text', role: 'user', text, ...id('p') }),
			),
			...says.flatMap((said, part): AgentEvent[] => [
				...pieces(isTrimmed ? said.trim() : said, cut).map(
					(text): AgentEvent => ({ type: 'text', role: 'agent', text, ...id(`a${part}`) }),
				),
				...(part < calls ? [call(part)] : []),
			]),
			...Array.from({ length: Math.max(0, calls - says.length) }, (_, more) => call(says.length + more)),
		];
	});
}

function fold(state: SessionState, events: readonly AppEvent[]): SessionState {
	return events.reduce((before, event) => reduce(before, event, 1000).state, state);
}

/** The session in which these turns were had, as this program saw it. */
function had(turns: readonly Turn[]): SessionState {
	return turns.reduce((state, { prompt, says, calls }, index) => {
		const sent = fold(state, [
			{ type: 'prompt', prompt: { id: `p${index}`, text: prompt, blocks: [{ type: 'text', text: prompt }] } },
		]);
		const turnId = sent.turn?.id ?? '';
		const answer = reportedAs(
			[{ prompt: '', says, calls }],
			{ cut: 4, hasIds: false, isTrimmed: false },
			`own${index}`,
		);
		return fold(sent, [...answer.slice(0), { type: 'turn-ended', turnId, reason: 'end_turn' }]);
	}, ready().state);
}

function reconciled(state: SessionState, reported: readonly AgentEvent[]): SessionState {
	const { additions } = reconcile(eachEntry(state.entries), reported);
	return fold(
		state,
		additions.map(({ before, events }) => ({ type: 'history', before, events })),
	);
}

/** Prompts and answers in the transcript, without what no two tellings agree on. */
function shown(state: SessionState): readonly string[] {
	const lines: string[] = [];
	for (const entry of eachEntry(state.entries)) {
		if (entry.kind === 'user') lines.push(`> ${entry.text.replace(/\s+/g, '')}`);
		else if (entry.kind === 'message' && lines.at(-1)?.startsWith('<') === true)
			lines.push(`${lines.pop()}${entry.text.replace(/\s+/g, '')}`);
		else if (entry.kind === 'message') lines.push(`<${entry.text.replace(/\s+/g, '')}`);
	}
	return lines;
}

const linesOf = (turns: readonly Turn[]): readonly string[] =>
	turns.flatMap(({ prompt, says }) => [`> ${prompt.replace(/\s+/g, '')}`, `<${says.join('').replace(/\s+/g, '')}`]);

test('A conversation of which each side lacks turns at its end or beginning comes out whole, each turn once.', () => {
	fc.assert(
		fc.property(conversation(1), fc.nat(7), fc.nat(7), report, (all, from, to, how) => {
			const own = all.slice(0, Math.max(1, all.length - from));
			const reported = all.slice(Math.min(to, all.length - 1));
			const hasCommon = own.length > all.length - reported.length;
			fc.pre(hasCommon);
			expect(shown(reconciled(had(own), reportedAs(reported, how, 'reported')))).toEqual(linesOf(all));
		}),
	);
});

test('Turns had elsewhere, between two of ours, stand between them.', () => {
	fc.assert(
		fc.property(conversation(3), fc.nat(), report, (all, which, how) => {
			const middle = 1 + (which % (all.length - 2));
			const own = all.filter((_, index) => index !== middle);
			expect(shown(reconciled(had(own), reportedAs(all, how, 'reported')))).toEqual(linesOf(all));
		}),
	);
});

test.each([
	['words before a short one', 'fix it', 'It is noon. fix it', 1],
	[
		'words behind a long one',
		'mend the tide table of the old harbour',
		'mend the tide table of the old harbour It is noon.',
		1,
	],
	['words behind a short one', 'fix', 'fix the tide table', 2],
])('Of one prompt the agent tells %s: "%s" and "%s" are turns: %i.', (_, prompt, other, turns) => {
	const plain = { cut: 9, hasIds: false, isTrimmed: false };
	const turnOf = (text: string): Turn => ({ prompt: text, says: ['Done. '], calls: 0 });
	for (const [own, reported] of [
		[turnOf(prompt), turnOf(other)],
		[turnOf(other), turnOf(prompt)],
	] as const) {
		const after = reconciled(had([own]), reportedAs([reported], plain, 'reported'));
		expect(shown(after).filter((line) => line.startsWith('>'))).toHaveLength(turns);
	}
});

test('What we have stays exactly as it is, whatever the agent tells.', () => {
	fc.assert(
		fc.property(conversation(), conversation(), report, (own, reported, how) => {
			const before = had(own);
			const after = reconciled(before, reportedAs(reported, how, 'reported'));
			const kept = new Set(eachEntry(after.entries));
			for (const entry of eachEntry(before.entries)) expect(kept.has(entry)).toBe(true);
		}),
	);
});

test('Reported once more, or twice in a row, nothing is added.', () => {
	fc.assert(
		fc.property(conversation(1), conversation(), report, report, (own, more, how, otherwise) => {
			const all = [...own, ...more.map((one, index) => ({ ...one, prompt: `${one.prompt} more ${index}` }))];
			const once = reconciled(had(own), reportedAs(all, how, 'reported'));
			expect(reconciled(once, reportedAs(all, otherwise, 'again'))).toBe(once);
			const twice = reconciled(had(own), [...reportedAs(all, how, 'reported'), ...reportedAs(all, how, 'reported')]);
			expect(shown(twice)).toEqual(shown(once));
		}),
	);
});

test('Ids of entries stay unique.', () => {
	fc.assert(
		fc.property(conversation(), conversation(), report, (own, reported, how) => {
			const after = reconciled(had(own), reportedAs(reported, how, 'own0'));
			const ids = [...eachEntry(after.entries)].map(({ id }) => id);
			expect(new Set(ids).size).toBe(ids.length);
		}),
	);
});
