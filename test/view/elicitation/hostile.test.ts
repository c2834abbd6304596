import { expect, test } from 'vitest';
import { FORM_MARKS } from '../../../src/agent/requests/read-elicitation.js';
import { readForm } from '../../../src/core/elicitation/read-form.js';
import { full } from '../scenes.js';
import { press, screen, settled, wait } from '../stage.js';
import { formQuestion } from './forms.js';

/** Sets the title of a window, moves the cursor, turns the text round. */
const HOSTILE = '\u001b]0;owned\u0007\u001b[2J\u202e';
/** The same as a regular expression that is one. */
const PATTERN = HOSTILE.replaceAll('[', '\\[');
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** A schema in which every text is hostile. */
const SCHEMA = {
	type: 'object',
	title: `Title ${HOSTILE}`,
	description: `Description ${HOSTILE}`,
	properties: {
		[`name ${HOSTILE}`]: { type: 'string', title: `Text ${HOSTILE}`, pattern: `^${PATTERN}$`, minLength: 2 },
		other: { type: 'string', pattern: PATTERN },
		preset: { type: 'string', title: 'Preset', default: `given ${HOSTILE} here` },
		choice: {
			type: 'string',
			title: `Choice ${HOSTILE}`,
			description: HOSTILE,
			oneOf: [{ const: HOSTILE, title: HOSTILE, description: HOSTILE }, { const: `a${HOSTILE}` }],
		},
		odd: { type: `odd ${HOSTILE}`, title: HOSTILE },
	},
};

test.each([
	[100, 32],
	[40, 12],
])('whatever an agent writes into a form, the screen has no control character of it: %i×%i', (columns, rows) => {
	const form = readForm(SCHEMA, FORM_MARKS);
	if ('because' in form) throw new Error(form.because);
	const stage = settled(full(), formQuestion(form, { message: `Message ${HOSTILE}` }), columns, rows);
	const check = (): void => {
		for (const row of screen(stage)) expect(row).not.toMatch(CONTROLS);
		expect(stage.ui.toast?.text ?? '').not.toMatch(CONTROLS);
	};
	check();
	for (const keys of ['`bbb`', 'tab', '`ccc`', 'tab', 'down', 'tab', 'tab', '1', 'tab']) {
		press(stage, keys);
		check();
		wait(stage, 700);
	}
});
