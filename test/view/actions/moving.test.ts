import { describe, expect, test } from 'vitest';
import type { ContentBlock } from '../../../src/core/content.js';
import type { AppEvent } from '../../../src/core/event.js';
import { CHOOSE_FIRST, NOT_OPENED, NOTHING_TO_SAVE } from '../../../src/view/actions/actions-messages.js';
import { isSearching } from '../../../src/view/actions/search-actions.js';
import { exportFile } from '../../../src/view/export/export-file.js';
import { NO_FILES } from '../../../src/view/slash-commands/slash-commands-messages.js';
import type { UiRequest } from '../../../src/view/state/ui-step.js';
import { endTurn, next, type Play, prompt, ready } from '../../core/session/play.js';
import { editQuestion } from '../scenes.js';
import { cellOf, contextOf, createStage, draw, happen, point, press, put, type Stage, screen, text } from '../stage.js';

const said = (words: string): AppEvent => ({ type: 'text', role: 'agent', text: words });
const OUTPUT = Array.from({ length: 40 }, (_, index) => `output ${index + 1}`).join('\n');
const ran: AppEvent = {
	type: 'tool',
	patch: {
		id: 't1',
		title: 'Run it',
		kind: 'execute',
		status: 'completed',
		content: [{ type: 'content', block: { type: 'text', text: OUTPUT } }],
		locations: [{ path: 'src/a.ts', line: 7 }],
	},
};

/** Two turns: a short answer, a command with much output, and a long list. */
function conversation(): Play {
	const first = next(ready(), prompt('First question'), said('A **short** answer, in `src/b.ts:3`.'), ran);
	const list = Array.from({ length: 60 }, (_, index) => `- item ${index + 1}`).join('\n');
	return endTurn(next(endTurn(first), prompt('Second question'), said(list)));
}

/** Lets a search go on to its end. */
function search(stage: Stage): void {
	while (isSearching(contextOf(stage))) draw(stage);
}

function keys(stage: Stage, pressed: string): UiRequest[] {
	const requests = press(stage, pressed);
	search(stage);
	return requests;
}

function dragOver(stage: Stage, from: string, to: string): readonly UiRequest[] {
	const start = cellOf(stage, from);
	const end = cellOf(stage, to);
	point(stage, 'press', start.x, start.y);
	point(stage, 'drag', end.x, end.y);
	point(stage, 'drag', end.x + to.length - 1, end.y);
	return point(stage, 'release', end.x + to.length - 1, end.y);
}

describe('The mouse', () => {
	test('A drag copies the source of what it covers when the button is let go.', () => {
		const stage = createStage(conversation());
		expect(dragOver(stage, '• item 58', 'item 60')).toEqual([
			{ type: 'copy', text: '- item 58\n- item 59\n- item 60', label: '3 lines' },
		]);
		expect(stage.ui.selection).not.toBeNull();
	});

	test('A drag over the top edge scrolls on while the pointer rests, and copies what passed.', () => {
		const stage = createStage(conversation());
		const end = cellOf(stage, 'item 60');
		point(stage, 'press', end.x + 6, end.y);
		point(stage, 'drag', 1, 1);
		for (let step = 0; step < 20; step += 1) {
			expect(stage.wakeAt).not.toBeNull();
			stage.now = stage.wakeAt ?? stage.now;
			draw(stage);
		}
		const [request] = point(stage, 'release', 1, 1);
		expect(request?.type).toBe('copy');
		const copied = request?.type === 'copy' ? request.text.split('\n') : [];
		expect(copied.length).toBeGreaterThan(stage.frame.transcriptRows + 10);
		expect(copied.at(-1)).toBe('- item 60');
		expect(stage.wakeAt).toBeNull();
	});

	test('Nothing moves under the pointer while the button is held, and the end is followed again afterwards.', () => {
		const stage = createStage(conversation());
		const start = cellOf(stage, 'item 58');
		point(stage, 'press', start.x, start.y);
		expect(stage.ui.selection).toMatchObject({ isDragging: true, wasFollowing: true });
		point(stage, 'drag', start.x + 3, start.y);
		point(stage, 'release', start.x + 3, start.y);
		expect(stage.ui.anchor).toEqual({ type: 'end' });
	});

	test('A double click takes a word, a triple click a line, later clicks begin anew.', () => {
		const stage = createStage(conversation());
		const { x, y } = cellOf(stage, 'item 59');
		const click = (): readonly UiRequest[] => {
			point(stage, 'press', x, y);
			return point(stage, 'release', x, y);
		};
		expect(click()).toEqual([]);
		expect(click()).toMatchObject([{ text: 'item' }]);
		expect(click()).toMatchObject([{ text: '- item 59' }]);
		stage.now += 1000;
		expect(click()).toEqual([]);
	});

	test('A click on the head of a card opens it and folds it again; the head stays where it is.', () => {
		const stage = createStage(conversation());
		keys(stage, 'ctrl+home');
		expect(text(stage)).not.toContain('output 12');
		const { x, y } = cellOf(stage, 'Run it');
		const click = (): void => {
			point(stage, 'press', x, y);
			point(stage, 'release', x, y);
			stage.now += 1000;
		};
		click();
		expect(text(stage)).toContain('output 12');
		expect(cellOf(stage, 'Run it')).toEqual({ x, y });
		click();
		expect(text(stage)).not.toContain('output 12');
	});

	test('A click on what says that lines are cut opens the card, too.', () => {
		const stage = createStage(conversation());
		keys(stage, 'ctrl+home');
		const { x, y } = cellOf(stage, 'earlier lines');
		point(stage, 'press', x, y);
		point(stage, 'release', x, y);
		expect(text(stage)).toContain('output 12');
	});

	test('esc lets go of a selection before it stops a turn.', () => {
		const stage = createStage(next(conversation(), prompt('Third')));
		dragOver(stage, '• item 60', 'item 60');
		expect(keys(stage, 'escape')).toEqual([]);
		expect(stage.ui.selection).toBeNull();
		expect(keys(stage, 'escape')).toEqual([{ type: 'dispatch', event: { type: 'cancel' } }]);
	});

	test('Other keys, a press elsewhere and a new width let go of a selection, scrolling does not.', () => {
		const stage = createStage(conversation());
		const select = (): void => {
			dragOver(stage, '• item 60', 'item 60');
			expect(stage.ui.selection).not.toBeNull();
		};
		select();
		keys(stage, 'pageup');
		expect(stage.ui.selection).not.toBeNull();
		keys(stage, 'ctrl+end `x`');
		expect(stage.ui.selection).toBeNull();
		select();
		point(stage, 'press', 5, 29);
		expect(stage.ui.selection).toBeNull();
		select();
		put(stage, { type: 'resize', columns: 60, rows: 30 });
		expect(stage.ui.selection).toBeNull();
	});
});

describe('Search in the transcript view', () => {
	test('It finds as one types, says how many there are, and steps round in both directions.', () => {
		const stage = createStage(conversation());
		keys(stage, 'ctrl+o / `item 1`');
		expect(text(stage)).toContain('item 1');
		expect(text(stage)).toMatch(/^ \/ item 1 .*\d+ of 11$/m);
		const first = stage.ui.search?.current;
		keys(stage, 'enter n');
		expect(stage.ui.search?.current?.match).toBe((first?.match ?? 0) + 1);
		keys(stage, 'N');
		expect(stage.ui.search?.current).toEqual(first);
		for (let step = 0; step < 11; step += 1) keys(stage, 'n');
		expect(stage.ui.search?.current).toEqual(first);
		for (let step = 0; step < 11; step += 1) keys(stage, 'N');
		expect(stage.ui.search?.current).toEqual(first);
	});

	test('Keys of a search answer no question.', () => {
		const stage = createStage(next(conversation(), prompt('Third')));
		happen(stage, editQuestion);
		keys(stage, 'ctrl+o /');
		stage.now += 5000;
		expect(keys(stage, '`yn1` enter n N')).toEqual([]);
	});
});

describe('Entries in the transcript view', () => {
	test('tab and shift+tab choose; enter folds and opens; c copies the source; e opens the file at its line.', () => {
		const stage = createStage(conversation());
		keys(stage, 'ctrl+o home tab');
		expect(stage.ui.cursor).toBe(0);
		expect(stage.frame.marked).not.toBeNull();
		expect(keys(stage, 'c')).toEqual([{ type: 'copy', text: 'First question', label: '1 line' }]);
		keys(stage, 'tab');
		expect(keys(stage, 'e')).toEqual([{ type: 'open-file', path: 'src/b.ts', line: 3 }]);
		expect(keys(stage, 'c')).toMatchObject([{ text: 'A **short** answer, in `src/b.ts:3`.' }]);
		keys(stage, 'tab');
		expect(text(stage)).toContain('output 12');
		keys(stage, 'enter');
		expect(text(stage)).not.toContain('output 12');
		keys(stage, 'space');
		expect(text(stage)).toContain('output 12');
		expect(keys(stage, 'e')).toEqual([{ type: 'open-file', path: 'src/a.ts', line: 7 }]);
		keys(stage, 'shift+tab');
		expect(stage.ui.cursor).toBe(1);
	});

	describe('with files in it', () => {
		const file = (data: string, name: string): ContentBlock => ({
			type: 'resource',
			uri: `demo:///${name}`,
			mimeType: 'application/octet-stream',
			blob: data,
			bytes: 8,
		});
		const PDF = Buffer.from('%PDF-1.4').toString('base64');
		const chosen = (...blocks: readonly ContentBlock[]): Stage => {
			const content = blocks.map((block) => ({ type: 'content', block }) as const);
			const stage = createStage(
				next(conversation(), prompt('Draw'), {
					type: 'tool',
					patch: { id: 'files', title: 'Bring them', kind: 'other', status: 'completed', content },
				}),
			);
			keys(stage, 'ctrl+o end shift+tab');
			return stage;
		};

		test('e opens the one that can be opened, s saves it.', () => {
			const stage = chosen({ type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=', bytes: 8 });
			expect(text(stage)).toContain('s save');
			const picture = { name: 'acp-tui-picture.png', content: 'iVBORw0KGgo=', encoding: 'base64' };
			expect(keys(stage, 'e')).toEqual([{ type: 'open-embedded-file', file: picture }]);
			expect(keys(stage, 's')).toEqual([{ type: 'save-embedded-file', file: picture }]);
		});

		test('Of several a list is shown; what may be a program is only saved.', () => {
			const stage = chosen(file(PDF, 'a.pdf'), file('AAAA', 'b.exe'), file('T2dnUw==', 'c'));
			keys(stage, 'e');
			expect(text(stage)).not.toContain('2 ▤ b.exe');
			expect(keys(stage, 'down enter')).toMatchObject([
				{ type: 'open-embedded-file', file: { name: 'acp-tui-c.ogg' } },
			]);
			keys(stage, 's');
			expect(text(stage)).toContain('2 ▤ b.exe');
			expect(keys(stage, 'down enter')).toMatchObject([
				{ type: 'save-embedded-file', file: { name: 'acp-tui-b.exe' } },
			]);
		});

		test('Where none can be opened, or there is none, a word says so.', () => {
			const stage = chosen(file('AAAA', 'b.exe'));
			expect(keys(stage, 'e')).toEqual([]);
			expect(text(stage)).toContain(NOT_OPENED);
			const other = createStage(conversation());
			keys(other, 'ctrl+o home tab');
			expect(text(other)).not.toContain('s save');
			expect(keys(other, 's')).toEqual([]);
			expect(text(other)).toContain(NOTHING_TO_SAVE);
		});

		test('/save and /open reach them from the draft, the newest first.', () => {
			const stage = chosen(file(PDF, 'a.pdf'), file('AAAA', 'b.exe'));
			keys(stage, 'escape');
			expect(keys(stage, '`/save 2` enter')).toMatchObject([
				{ type: 'remember' },
				{ type: 'save-embedded-file', file: { name: 'acp-tui-a.pdf' } },
			]);
			keys(stage, '`/open` enter');
			expect(stage.ui.panel.kind).toBe('loaded');
			expect(keys(stage, 'enter')).toMatchObject([{ type: 'open-embedded-file', file: { name: 'acp-tui-a.pdf' } }]);
			const empty = createStage(conversation());
			keys(empty, '`/save` enter');
			expect(text(empty)).toContain(NO_FILES.save);
		});
	});

	test('Without a choice space is a page down, e says what to do, and c offers a list.', () => {
		const stage = createStage(conversation());
		keys(stage, 'ctrl+o home space');
		expect(text(stage)).not.toContain('A short answer');
		keys(stage, 'e');
		expect(text(stage)).toContain(CHOOSE_FIRST);
		keys(stage, 'c');
		expect(stage.ui.panel.kind).toBe('loaded');
	});

	test('C offers the parts of the chosen entry.', () => {
		const session = next(ready(), prompt('Go'), said('Do this:\n\n```sh\nmake\n```\n\nand\n\n```ts\nlet x\n```'));
		const stage = createStage(session);
		keys(stage, 'ctrl+o home tab tab C');
		expect(text(stage)).toContain('1 Last message');
		expect(keys(stage, 'down down enter')).toMatchObject([{ type: 'copy', text: 'let x' }]);
	});

	test('alt+o opens and folds the newest card.', () => {
		const stage = createStage(conversation());
		keys(stage, 'ctrl+home alt+o');
		expect(text(stage)).toContain('output 12');
		keys(stage, 'alt+o');
		expect(text(stage)).not.toContain('output 12');
	});

	test.each(['ctrl+o', 'q', 'escape', '/ `item` escape q'])('%s leads back to what was read.', (back) => {
		for (const before of ['pageup', 'shift+up', 'shift+up shift+up shift+up', 'ctrl+home', 'ctrl+home shift+down']) {
			const stage = createStage(conversation());
			keys(stage, before);
			const read = screen(stage).slice(1, 8);
			keys(stage, `ctrl+o ${back}`);
			expect(stage.ui.isTranscriptView).toBe(false);
			expect(screen(stage).slice(1, 8)).toEqual(read);
		}
	});

	test('Who was at the end is there again, and follows it.', () => {
		const stage = createStage(conversation());
		keys(stage, 'ctrl+o q');
		expect(stage.ui.anchor).toEqual({ type: 'end' });
		keys(stage, 'ctrl+o pageup G q');
		expect(stage.ui.anchor).toEqual({ type: 'end' });
	});

	test.each([
		['short answer', 'A short answer'],
		// Within a card that is folded outside of the view: its head is shown.
		['output 39', 'Run it'],
		['item 7', 'item 7'],
	])('What a search for %s found is visible when the view is closed.', (query, shown) => {
		const stage = createStage(conversation());
		keys(stage, `ctrl+o / \`${query}\` enter`);
		keys(stage, 'q');
		keys(stage, 'q');
		expect(stage.ui.isTranscriptView).toBe(false);
		expect(text(stage)).toContain(shown);
		expect(stage.ui.anchor.type).toBe('at');
	});
});

describe('/export', () => {
	test('It wants the Markdown, JSON where that is asked for, under the session’s title.', () => {
		const stage = createStage(next(conversation(), { type: 'session-info', title: 'Fix: the «login» route' }));
		const asked = (command: string) => {
			const [request] = keys(stage, command).filter(({ type }) => type === 'export');
			return request?.type === 'export' ? exportFile(request.session, request.words, 0) : null;
		};
		expect(asked('`/export` enter')).toMatchObject({ file: null, name: 'acp-tui-fix-the-login-route.md' });
		expect(asked('`/export json` enter')).toMatchObject({ file: null, name: 'acp-tui-fix-the-login-route.json' });
		const named = asked('`/export out/it.json` enter');
		expect(named).toMatchObject({ file: 'out/it.json' });
		expect(JSON.parse(named?.text ?? '')).toMatchObject({ version: 1 });
	});

	test('An empty transcript is not written.', () => {
		const stage = createStage(ready());
		expect(keys(stage, '`/export` enter').filter(({ type }) => type === 'export')).toEqual([]);
		expect(text(stage)).toContain('Nothing to export yet');
	});
});
