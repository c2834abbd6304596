import { expect, test } from 'vitest';
import type { AgentInfo } from '../../../src/core/agent-info.js';
import { beginHandOver } from '../../../src/view/hand-over/hand-over-draft.js';
import { busy, endTurn, starting } from '../../core/session/play.js';
import { allLines, createStage, draw, happen, type Stage } from '../stage.js';

const SIZES = [6, 7, 8, 9, 10, 11, 12, 13, 16, 24].flatMap((rows) => [20, 40, 80].map((columns) => [columns, rows]));

const tooTall = (stage: Stage): boolean => allLines(stage.frame).length > stage.ui.rows;

test('no notice at the start makes a screen taller than the terminal', () => {
	const info = { title: 'Fake', name: 'fake', version: '1', auth: { methods: [] } } as unknown as AgentInfo;
	const failure = { code: 'agent-exit', message: 'The agent exited with code 3.' } as const;
	const tall = SIZES.filter(([columns, rows]) => {
		const stage = createStage(starting(), columns, rows);
		happen(stage, { type: 'agent-connected', info }, { type: 'agent-failed', failure });
		return tooTall(stage);
	});
	expect(tall).toEqual([]);
});

test('no draft for another agent makes a screen taller than the terminal', () => {
	const tall = SIZES.filter(([columns, rows]) => {
		const stage = createStage(endTurn(busy('Make a tide table')), columns, rows);
		stage.ui = beginHandOver(stage.ui, 'second', 'I worked on this with Fake.\n\n## Goal\n\n> Go on');
		draw(stage);
		return tooTall(stage);
	});
	expect(tall).toEqual([]);
});
