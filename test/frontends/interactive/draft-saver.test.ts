import { expect, test } from 'vitest';
import type { App } from '../../../src/app/app.js';
import type { SessionState } from '../../../src/core/session/state.js';
import { createDraftSaver, type StoredDrafts } from '../../../src/frontends/interactive/draft-saver.js';
import { draftRestored, draftsRestored } from '../../../src/frontends/interactive/interactive-messages.js';
import { reduceComposer } from '../../../src/view/composer/composer.js';
import { type ComposerCommand, sendDraft, stashDraft } from '../../../src/view/composer/composer-commands.js';
import { emptyDraft } from '../../../src/view/composer/draft.js';
import { saveDraft, savedText } from '../../../src/view/composer/saved-draft.js';
import { beginHandOver } from '../../../src/view/hand-over/hand-over-draft.js';
import { initialUi } from '../../../src/view/state/ui-state.js';
import { busy, endTurn, play, prompt, ready } from '../../core/session/play.js';

const LEFT: StoredDrafts = { draft: saveDraft({ ...emptyDraft, text: 'half a thought', cursor: 14 }), aside: [] };

function keeping(state: SessionState, left = LEFT, now = 0) {
	let ui = initialUi(80, 24, false);
	const saved: StoredDrafts[] = [];
	const notices: string[] = [];
	const saver = createDraftSaver({
		store: { load: async () => left, save: (drafts) => saved.push(drafts) },
		app: { getState: () => state } as App,
		clock: { now: () => now, after: () => () => undefined },
		ui: () => ui,
		compose(action) {
			ui = { ...ui, composer: reduceComposer(ui.composer, action) };
		},
		notify: (words) => notices.push(words),
	});
	const type = (text: string): void => {
		ui = { ...ui, composer: reduceComposer(ui.composer, { type: 'set-text', text }) };
		saver.changed();
	};
	const command = (command: ComposerCommand): void => {
		ui = { ...ui, composer: reduceComposer(ui.composer, { type: 'command', command }) };
		saver.changed();
	};
	const handOver = (text: string): void => {
		ui = beginHandOver(ui, 'other', text);
		saver.changed();
	};
	return { saver, saved, notices, type, command, handOver, composer: () => ui.composer };
}

test('What was left comes back into an empty draft at the start.', async () => {
	const { saver, notices, composer } = keeping(ready().state);
	await saver.restore();
	expect(composer().draft.text).toBe('half a thought');
	expect(composer().stash).toEqual([]);
	expect(notices).toEqual([draftRestored(0)]);
});

test('What a resumed session brings is no prompt of this run: the draft comes back.', async () => {
	const { saver, composer } = keeping(endTurn(busy()).state, LEFT, Date.now());
	await saver.restore();
	expect(composer().draft.text).toBe('half a thought');
});

test.each([
	['runs', busy().state],
	['waits for the agent', play(busy(), prompt('next')).state],
	['was answered', endTurn(busy()).state],
])('Once a prompt of the user %s, it is put aside: a draft would take the keys of a question.', async (_, state) => {
	const { saver, notices, composer } = keeping(state);
	await saver.restore();
	expect(composer().draft.text).toBe('');
	expect(composer().stash.map(({ text }) => text)).toEqual(['half a thought']);
	expect(notices).toEqual([draftsRestored(1)]);
});

test('A prompt that the resumed session has in its queue is not offered as a draft as well.', async () => {
	const aside = [savedText('next'), savedText('half a thought')];
	const { saver, notices, composer } = keeping(play(busy(), prompt('next')).state, { draft: null, aside });
	await saver.restore();
	expect(composer().stash.map(({ text }) => text)).toEqual(['half a thought']);
	expect(notices).toEqual([draftsRestored(1)]);
});

test.each([
	['beside the queue of the resumed session comes back', 'next', 'half a thought'],
	['waits where something else is queued', 'another', ''],
])('A draft %s.', async (_, queued, draft) => {
	const { state } = play(busy(), prompt(queued));
	const left = { draft: savedText('half a thought'), aside: [savedText('next')] };
	const { saver, composer } = keeping({ ...state, turn: null }, left, Number.MAX_SAFE_INTEGER);
	await saver.restore();
	expect(composer().draft.text).toBe(draft);
});

test('What is being written stays, and what was left is put aside.', async () => {
	const { saver, type, composer } = keeping(ready().state);
	type('new words');
	await saver.restore();
	expect(composer().draft.text).toBe('new words');
	expect(composer().stash.map(({ text }) => text)).toEqual(['half a thought']);
});

test('A start tells of what an earlier run put aside until something is sent, and later starts do not again.', async () => {
	const aside = [savedText('half a thought')];
	const first = keeping(busy().state, { draft: null, aside });
	await first.saver.restore();
	expect(first.notices).toEqual([draftsRestored(1)]);
	first.saver.flush();
	expect(first.saved.at(-1)).toEqual({ draft: null, aside });
	first.type('hello');
	first.command(sendDraft);
	first.saver.flush();
	const kept = first.saved.at(-1);
	const later = keeping(busy().state, kept);
	await later.saver.restore();
	expect(later.notices).toEqual([]);
	later.type('hello');
	later.saver.flush();
	expect(later.saved.at(-1)?.aside).toEqual(kept?.aside);
	later.type('');
	later.command(stashDraft);
	expect(later.composer().draft.text).toBe('half a thought');
	expect(later.composer().draft.restoredAs).toBeUndefined();
});

test('At a fresh start the empty draft alone names what was put aside.', async () => {
	const { saver, notices, composer } = keeping(ready().state, { draft: null, aside: [savedText('half a thought')] });
	await saver.restore();
	expect(notices).toEqual([]);
	expect(composer().stash).toMatchObject([{ text: 'half a thought', restoredAs: 'earlier' }]);
});

test('A first prompt for another agent is not kept: it would come back as a draft for this one.', async () => {
	const { saver, saved, type, handOver, composer } = keeping(ready().state, { draft: null, aside: [] });
	await saver.restore();
	type('half a thought');
	handOver('I worked on this with Fake until now');
	saver.flush();
	expect(composer().draft.text).toContain('I worked on this');
	expect(saved.at(-1)).toEqual(LEFT);
});
