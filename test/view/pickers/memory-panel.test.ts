import { expect, test } from 'vitest';
import { memoryLine } from '../../../src/view/pickers/memory-panel.js';
import { busy, infoOf, play, ready } from '../../core/session/play.js';
import { asked } from '../scenes.js';
import { createStage, dispatched, draft, happen, press, text } from '../stage.js';

const QUIRKS = { memoryFiles: ['CLAUDE.md'], ownMemory: '~/.claude/CLAUDE.md' };
const withMemory = () => createStage(play(ready(), { type: 'agent-connected', info: infoOf(QUIRKS) }));

test.each([
	['# Use tabs', 'Use tabs'],
	['#Use tabs  ', 'Use tabs'],
	['# Title\nmore', null],
	['## Title', null],
	['#!/bin/sh', null],
	['#123 is broken', null],
	['#', null],
	['Use # tabs', null],
])('%j is a line to remember: %j', (typed, line) => {
	expect(memoryLine(typed)).toBe(line);
});

test('# at the start asks which memory file takes the line', () => {
	const stage = withMemory();
	press(stage, '`# Use tabs`');
	expect(text(stage)).toContain('enter remember');
	press(stage, 'enter');
	expect(text(stage)).toContain('CLAUDE.md');
	expect(text(stage)).toContain('Use tabs');
	expect(dispatched(press(stage, '2'))).toEqual([{ type: 'add-memory', text: 'Use tabs', isOwn: true }]);
	press(stage, '`# Use spaces` enter');
	expect(dispatched(press(stage, '1'))).toEqual([{ type: 'add-memory', text: 'Use spaces' }]);
});

test('a heading is sent as a prompt where that is chosen, and is back in the draft after esc', () => {
	const stage = withMemory();
	press(stage, '`# Title` enter escape');
	expect(draft(stage)).toBe('# Title');
	expect(press(stage, 'enter 3')).toContainEqual(expect.objectContaining({ type: 'send', text: '# Title' }));
	const more = withMemory();
	expect(press(more, '`# Title` ctrl+j `words` enter')).toContainEqual(
		expect.objectContaining({ type: 'send', text: '# Title\nwords' }),
	);
});

test('where the agent has one file, /memory writes there and # asks only whether', () => {
	const stage = createStage(ready());
	expect(dispatched(press(stage, '`/memory Use tabs` enter'))).toEqual([{ type: 'add-memory', text: 'Use tabs' }]);
	press(stage, '`# Use tabs` enter');
	expect(text(stage)).toContain('AGENTS.md');
	expect(dispatched(press(stage, 'enter'))).toEqual([{ type: 'add-memory', text: 'Use tabs' }]);
});

test('# before a reason to reject is part of the reason', () => {
	const stage = createStage(busy());
	happen(stage, asked({}));
	expect(press(stage, '`# not this` enter')).toContainEqual(expect.objectContaining({ type: 'send' }));
});
