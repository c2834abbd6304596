import { expect, test } from 'vitest';
import { ready } from '../../core/session/play.js';
import { createStage, dispatched, happen, press, text } from '../stage.js';

/** A stage on which the agent offers so many models. */
function stageWith(count: number) {
	const choices = Array.from({ length: count }, (_, index) => ({ value: `m${index}`, name: `Model ${index}` }));
	const stage = createStage(ready());
	happen(stage, {
		type: 'config-options',
		options: [{ type: 'select', id: 'model', name: 'Model', category: 'model', value: 'm0', choices }],
	});
	return stage;
}

test('A long list of models is found in by what is typed.', () => {
	const stage = stageWith(30);
	press(stage, '`/model` enter `27`');
	expect(text(stage)).toContain('Model 27');
	expect(text(stage)).not.toContain('Model 26');
	expect(dispatched(press(stage, 'enter'))).toEqual([{ type: 'set-config-option', optionId: 'model', value: 'm27' }]);
});

test('What no model has leaves the list open.', () => {
	const stage = stageWith(30);
	press(stage, '`/model` enter `zzz`');
	expect(stage.ui.panel.kind).toBe('loaded');
	press(stage, 'esc');
	expect(text(stage)).toContain('Model 0');
});

test('alt+p lists the models, alt+t the levels of thinking alone.', () => {
	const stage = stageWith(3);
	happen(stage, {
		type: 'config-options',
		options: [
			...stage.session.state.configOptions,
			{
				type: 'select',
				id: 'effort',
				name: 'Effort',
				category: 'thought_level',
				value: 'high',
				choices: [
					{ value: 'low', name: 'Low' },
					{ value: 'high', name: 'High' },
				],
			},
		],
	});
	press(stage, 'alt+p');
	expect(text(stage)).toContain('Model 2');
	press(stage, 'esc alt+t');
	expect(text(stage)).not.toContain('Model 2');
	expect(dispatched(press(stage, 'up enter'))).toEqual([
		{ type: 'set-config-option', optionId: 'effort', value: 'low' },
	]);
});
