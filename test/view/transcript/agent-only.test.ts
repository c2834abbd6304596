import { describe, expect, test } from 'vitest';
import type { ContentBlock } from '../../../src/core/content.js';
import type { AppEvent } from '../../../src/core/event.js';
import { eachEntry } from '../../../src/core/session/entries/entry-list.js';
import { exportJson } from '../../../src/view/export/export-file.js';
import { exportMarkdown } from '../../../src/view/export/markdown.js';
import { announceSession, nothingAnnounced } from '../../../src/view/linear/session-announcements.js';
import { next, type Play, prompt, ready } from '../../core/session/play.js';
import { createStage, press, text } from '../stage.js';

const annotations = { audience: ['assistant'] } as const;
const forModel = (words: string): ContentBlock => ({ type: 'text', text: words, annotations });
const chunk = (words: string, messageId?: string): AppEvent => ({
	type: 'block',
	role: 'agent',
	block: forModel(words),
	...(messageId === undefined ? {} : { messageId }),
});
const said = (words: string): AppEvent => ({ type: 'text', role: 'agent', text: words });

const linear = (session: Play): readonly string[] => announceSession(nothingAnnounced, session.state).lines;

describe('What is for the agent alone', () => {
	test('is one line however many chunks it comes in, and opens to all of it', () => {
		const session = next(ready(), prompt('Go'), chunk('secret one\nse'), chunk('cret two\n'), said('The answer.'));
		const blocks = [...eachEntry(session.state.entries)].filter(({ kind }) => kind === 'block');
		expect(blocks).toMatchObject([{ block: { text: 'secret one\nsecret two\n' } }]);
		expect(blocks[0]).not.toHaveProperty('isStreaming');
		const stage = createStage(session);
		expect(text(stage)).toContain('⋯ for the agent only · 2 lines (ctrl+o)');
		expect(text(stage)).not.toContain('secret');
		expect(text(stage)).toContain('The answer.');
		press(stage, 'ctrl+o');
		expect(text(stage)).toContain('secret two');
	});

	test('is bounded', () => {
		const session = next(ready(), prompt('Go'), ...Array.from({ length: 8 }, () => chunk('x'.repeat(100_000))));
		const block = [...eachEntry(session.state.entries)].find(({ kind }) => kind === 'block');
		expect(JSON.stringify(block).length).toBeLessThan(300_000);
	});

	const card = (kind: 'other' | 'execute' | 'read', status: 'completed' | 'failed', ...blocks: ContentBlock[]): Play =>
		next(ready(), prompt('Go'), {
			type: 'tool',
			patch: { id: 't', title: 'Look', kind, status, content: blocks.map((block) => ({ type: 'content', block })) },
		});
	const picture: ContentBlock = { type: 'image', mimeType: 'image/png', data: 'AAAA', bytes: 3, annotations };

	test('is one line of a card, and stands in it when that is opened', () => {
		const stage = createStage(
			card('other', 'completed', forModel('for a model\nof mine'), { type: 'text', text: 'for you' }, picture),
		);
		expect(text(stage)).toContain('⋯ for the agent only · 2 lines, 1 attachment (ctrl+o)');
		expect(text(stage)).toContain('for you');
		expect(text(stage)).not.toContain('for a model');
		press(stage, 'ctrl+o');
		expect(text(stage)).toContain('for a model');
		expect(text(stage)).toContain('▣ image');
	});

	test('is nothing that a routine card shows', () => {
		expect(text(createStage(card('read', 'completed', forModel('lines')))).includes('for the agent')).toBe(false);
	});

	test('is reported in few words to a screen reader', () => {
		const streaming = next(ready(), prompt('Go'), chunk('secret one\n'));
		expect(linear(streaming).join('\n')).not.toContain('for the agent');
		const lines = linear(next(streaming, chunk('secret two'), said('The answer.\n'))).join('\n');
		expect(lines).toContain('Agent sent: for the agent only · 2 lines.');
		expect(lines).not.toContain('secret');
		const failed = linear(card('execute', 'failed', forModel('secret words'))).join('\n');
		expect(failed).toContain('for the agent only · 1 line.');
		expect(failed).not.toContain('secret');
	});

	test('is in the export, marked', () => {
		const session = next(card('execute', 'completed', forModel('in the card')), chunk('in the talk </details>'));
		const markdown = exportMarkdown(session.state, 0);
		expect(markdown).toMatch(/<summary>For the agent only<\/summary>\n\n```text\nin the card\n```/);
		expect(markdown).toMatch(/<summary>For the agent only<\/summary>\n\n```text\nin the talk <\/details>\n```/);
		const { entries } = JSON.parse(exportJson(session.state, 0));
		expect(entries.at(-1)).toMatchObject({ kind: 'block', block: { text: 'in the talk </details>', annotations } });
		expect(JSON.stringify(entries)).toContain('in the card');
	});
});
