import { expect, test } from 'vitest';
import { busy } from '../../core/session/play.js';
import { createStage, happen, text } from '../stage.js';
import { FORMS, formQuestion } from './forms.js';
import { createLines, happenTo } from './lines.js';

const call = { type: 'tool', patch: { id: 'c', title: 'Deploy', kind: 'other', status: 'in_progress' } } as const;

test.each([
	['c', true],
	['another', false],
])('a form for the call %s names it: %s', (toolCallId, isNamed) => {
	const form = formQuestion(FORMS.claude, { toolCallId });
	const stage = createStage(busy(), 100, 32);
	for (const event of [call, form]) happen(stage, event);
	expect(text(stage).includes('Claude Code asks for “Deploy”')).toBe(isNamed);
	const lines = createLines(busy());
	for (const event of [call, form]) happenTo(lines, event);
	expect(lines.said.join('\n').includes('asks for “Deploy”')).toBe(isNamed);
});
