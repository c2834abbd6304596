import { expect, test } from 'vitest';
import type { FileHit, FileIndexPort } from '../../../src/core/attachment-ports.js';
import { fail, succeed } from '../../../src/core/failure.js';
import type { Entry } from '../../../src/core/session/entries/entry.js';
import { emptyEntries, pushEntry } from '../../../src/core/session/entries/entry-list.js';
import type { SessionState } from '../../../src/core/session/state.js';
import { createImages } from '../../../src/frontends/interactive/images.js';
import { NO_CLIPBOARD_PICTURE } from '../../../src/frontends/interactive/interactive-messages.js';
import { createMentionFinder, recentFiles } from '../../../src/frontends/interactive/mention-finder.js';
import type { ComposerAction } from '../../../src/view/composer/composer.js';
import { fakeAttachments, PICTURE } from '../prompt/fake-attachments.js';

/** An index whose searches the test answers. */
function stage() {
	const searches: { query: string; recent: readonly string[]; signal: AbortSignal; answer: (path: string) => void }[] =
		[];
	const found: string[] = [];
	let grow: (() => void) | null = null;
	const index: FileIndexPort = {
		search: (query, { recent, signal }) =>
			new Promise((settle) => {
				const answer = (path: string): void => settle([{ path, kind: 'file', isRecent: false } satisfies FileHit]);
				searches.push({ query, recent, signal, answer });
			}),
		list: async () => [],
		refresh() {},
		subscribe(onChange) {
			grow = onChange;
			return () => {
				grow = null;
			};
		},
		close() {},
	};
	let asked = 0;
	const finder = createMentionFinder({
		index,
		recent() {
			asked += 1;
			return ['recent.ts'];
		},
		onResults: (query, hits) => found.push(`${query}: ${hits.map((hit) => hit.path).join()}`),
	});
	return { finder, searches, found, grow: () => grow?.(), isListening: () => grow !== null, asked: () => asked };
}

/** Lets promises that have settled go on. */
const settled = (): Promise<void> => new Promise((settle) => setImmediate(settle));

test('the newest query wins, and what comes late for an older one is dropped', async () => {
	const { finder, searches, found, asked } = stage();
	finder.setQuery('');
	finder.setQuery('s');
	finder.setQuery('s');
	expect(searches.map(({ query }) => query)).toEqual(['', 's']);
	expect(searches[0]?.signal.aborted).toBe(true);
	searches[0]?.answer('late');
	searches[1]?.answer('src/');
	await settled();
	expect(found).toEqual(['s: src/']);
	expect(asked()).toBe(1);
	expect(searches[1]?.recent).toEqual(['recent.ts']);
});

test('a list that grows is searched again, after the search that runs', async () => {
	const { finder, searches, found, grow } = stage();
	grow();
	expect(searches).toEqual([]);
	finder.setQuery('s');
	grow();
	grow();
	expect(searches).toHaveLength(1);
	searches[0]?.answer('few');
	await settled();
	expect(searches).toHaveLength(2);
	searches[1]?.answer('more');
	await settled();
	grow();
	expect(searches).toHaveLength(3);
	expect(found).toEqual(['s: few', 's: more']);
});

function sessionOf(...entries: readonly Partial<Entry>[]): SessionState {
	const list = entries.reduce((all, entry) => pushEntry(all, entry as Entry), emptyEntries);
	return { cwd: '/w', additionalDirectories: ['/lib'], entries: list } as unknown as SessionState;
}

test('recent are the files of the session, the latest first, then those of earlier prompts', () => {
	const tool = (path: string) => ({ kind: 'tool', call: { locations: [{ path }] } }) as unknown as Partial<Entry>;
	const session = sessionOf(
		tool('/w/src/a.ts'),
		{ kind: 'user', text: 'look at @b.ts' } as Partial<Entry>,
		tool('/elsewhere/c.ts'),
		tool('/lib/f.ts'),
		tool('/w/src/a.ts'),
	);
	expect(recentFiles(session, ['old @./d.ts', 'newer @e.ts and @b.ts'])).toEqual([
		'src/a.ts',
		'/lib/f.ts',
		'b.ts',
		'e.ts',
		'd.ts',
	]);
});

function images(port = fakeAttachments({ files: { '/p.png': 'x' }, clipboard: succeed(PICTURE) })) {
	const actions: ComposerAction[] = [];
	const words: string[] = [];
	const made = createImages({
		attachments: port,
		compose: (action) => actions.push(action),
		notify: (text) => words.push(text),
	});
	return { made, actions, words };
}

test('pictures that were dropped are attached, all or none', async () => {
	const { made, actions, words } = images();
	await made.attach(['/p.png', '/p.png'], 'text');
	expect(actions.map(({ type }) => type)).toEqual(['attach-image', 'attach-image']);
	await made.attach(['/p.png', '/gone.png'], '/p.png /gone.png');
	expect(actions.slice(2)).toEqual([{ type: 'paste', text: '/p.png /gone.png' }]);
	expect(words).toEqual([]);
});

test('a picture that cannot be taken is pasted as its path, and it is said why', async () => {
	const port = {
		...fakeAttachments({ files: {} }),
		readImage: async () => fail('too-large', 'It is too\x1b[2J large.'),
	};
	const { made, actions, words } = images(port);
	await made.attach(['/p.png'], '/p.png');
	expect(actions).toEqual([{ type: 'paste', text: '/p.png' }]);
	expect(words).toEqual(['It is too large.']);
});

test('the picture in the clipboard is attached; without one only a key that asked for it is answered', async () => {
	const full = images();
	await full.made.paste(false);
	expect(full.actions).toEqual([{ type: 'attach-image', image: PICTURE }]);
	const empty = images(fakeAttachments({ files: {} }));
	await empty.made.paste(true);
	expect(empty.words).toEqual([]);
	await empty.made.paste(false);
	expect(empty.words).toEqual([NO_CLIPBOARD_PICTURE]);
	const without = images(
		fakeAttachments({ files: {}, clipboard: fail('could-not-start', 'No.', { hint: 'Install it.' }) }),
	);
	await without.made.paste(false);
	expect(without.words).toEqual(['No. Install it.']);
});
