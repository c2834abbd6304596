import { expect, test } from 'vitest';
import { renderHeader } from '../../../src/view/frame/header.js';
import { lineText } from '../../../src/view/spans.js';
import { currentModel } from '../../../src/view/status/session-words.js';
import { ready } from '../../core/session/play.js';
import { contextOf, createStage } from '../stage.js';

const named = (name: string): string =>
	currentModel([
		{ type: 'select', id: 'model', name: 'Model', category: 'model', value: 'x', choices: [{ value: 'x', name }] },
	]);

test('The model is named without the advice to take it.', () => {
	expect(named('Default (recommended)')).toBe('Default');
	expect(named('Sonnet (1M context)')).toBe('Sonnet (1M context)');
	expect(named('(recommended)')).toBe('(recommended)');
});

test.each([
	['Default', 'model Default'],
	['Auto', 'model Auto'],
	['Demo Small', 'Demo Small'],
	['gpt-5', 'gpt-5'],
])('A model called %s, which may be a mode as well, is %s in the header.', (name, shown) => {
	const option = {
		type: 'select',
		id: 'm',
		name: 'Model',
		category: 'model',
		value: 'x',
		choices: [{ value: 'x', name }],
	} as const;
	const stage = createStage(ready());
	stage.session = { ...stage.session, state: { ...stage.session.state, configOptions: [option] } };
	expect(lineText(renderHeader(contextOf(stage)))).toContain(` · ${shown} `);
});
