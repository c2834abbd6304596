import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isObject, objectOf } from '../../../src/agent/json.js';
import { createTranslator } from '../../../src/agent/translate/translator.js';
import type { AgentEvent } from '../../../src/core/agent-event.js';
import { eachEntry } from '../../../src/core/session/entries/entry-list.js';
import type { SessionState } from '../../../src/core/session/state.js';
import { align } from '../../../src/core/sessions/history/align-history.js';
import { reconcile } from '../../../src/core/sessions/history/reconcile.js';
import { replayIntoApp } from '../replay.js';

const trace = (agent: string, name: string): string =>
	new URL(`../../fixtures/traces/${agent}/${name}.jsonl`, import.meta.url).pathname;

/** What an agent reported of a session between our request for it and the next prompt. */
function reported(agent: string): readonly AgentEvent[] {
	const translator = createTranslator();
	const events: AgentEvent[] = [];
	let isReplaying = false;
	for (const line of readFileSync(trace(agent, 'sessions-load'), 'utf8')
		.replaceAll('/home/dev/shop', '/w')
		.split('\n')) {
		const message: unknown = line === '' ? null : objectOf(JSON.parse(line))['msg'];
		if (!isObject(message)) continue;
		const params = objectOf(message['params']);
		if (message['method'] === 'session/load') isReplaying = true;
		if (message['method'] === 'session/prompt') isReplaying = false;
		if (isReplaying && message['method'] === 'session/update') events.push(...translator.update(params['update']));
	}
	return events;
}

const promptsOf = (state: SessionState): number =>
	[...eachEntry(state.entries)].filter(({ kind }) => kind === 'user').length;

/** The session as it was had here: the longest of the recording. Ids are others in each recording. */
async function had(agent: string): Promise<SessionState> {
	let found: SessionState | undefined;
	await replayIntoApp(trace(agent, 'sessions'), (state) => {
		if (found === undefined || promptsOf(state) >= promptsOf(found)) found = state;
	});
	if (found === undefined) throw new Error('nothing was said');
	return found;
}

const userTexts = (events: readonly AgentEvent[]): readonly string[] =>
	events.flatMap((event) => (event.type === 'text' && event.role === 'user' ? [event.text] : []));

test.each(['claude', 'codex', 'gemini'])('What %s tells of a session again is known here.', async (agent) => {
	const events = reported(agent);
	const { entries } = await had(agent);
	expect(reconcile(eachEntry(entries), events)).toEqual({ relation: 'known', additions: [] });
});

test.each(['claude', 'codex', 'gemini'])(
	'Turns of %s that were had elsewhere are added, and only they.',
	async (agent) => {
		const events = reported(agent);
		const entries = [...eachEntry((await had(agent)).entries)];
		const second = entries.findIndex(({ kind }, index) => index > 0 && kind === 'user');
		const { relation, additions } = reconcile(entries.slice(0, second), events);
		expect(relation).toBe('more');
		expect(additions.flatMap(({ events: more }) => userTexts(more))).toEqual(userTexts(events).slice(1));
	},
);

const answerIn = (events: readonly AgentEvent[]): string =>
	events.map((event) => (event.type === 'text' && event.role === 'agent' ? event.text : '')).join('');

test.each(['claude', 'codex', 'gemini'])('The rest of a turn of %s that was cut off here is added.', async (agent) => {
	const events = reported(agent);
	const entries = [...eachEntry((await had(agent)).entries)];
	const first = entries.findIndex(({ kind }) => kind === 'message');
	const answer = entries[first];
	if (answer?.kind !== 'message') throw new Error('nothing was said');
	const begun = { ...answer, text: answer.text.slice(0, answer.text.length / 2) };
	const { additions } = reconcile([...entries.slice(0, first), begun], events);
	const rest = additions[0]?.events ?? [];
	expect(userTexts(rest)).toEqual([]);
	expect(rest.length).toBeGreaterThan(0);
	expect(answerIn(events).replace(/\s/g, '')).toContain(`${begun.text}${answerIn(rest)}`.replace(/\s/g, ''));
});

test('Conversations too long for a table are compared forward.', () => {
	const turn = (word: string) => ({ prompt: word, answer: `${word}!`, answerLength: word.length + 1, calls: 0 });
	const own = Array.from({ length: 2100 }, (_, index) => turn(`prompt ${index % 700}`));
	const reported = [turn('first'), ...own, turn('last')];
	expect(align(own, reported)).toEqual(own.map((_, index) => ({ own: index, reported: index + 1 })));
});
