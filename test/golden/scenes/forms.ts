import { busy, ready } from '../../core/session/play.js';
import { FORMS, formQuestion } from '../../view/elicitation/forms.js';
import type { Scene } from '../driver.js';

const asked = (form: keyof typeof FORMS, made: Parameters<typeof formQuestion>[1] = {}) => [
	formQuestion(FORMS[form], made),
	2000,
];

export const formScenes: Readonly<Record<string, Scene>> = {
	'form with choices': {
		from: busy('Ask me'),
		states: {
			'too early': [formQuestion(FORMS.claude)],
			asked: [2000],
			moved: ['down'],
			chosen: ['2'],
			'second page': ['enter'],
			'several marked': ['1', '2'],
			'back again': ['shift+tab'],
			'other words': ['down', 'down', '`Octarine`'],
			'last page': ['tab', 'tab', 'tab'],
			sent: ['enter'],
		},
		spoken: ['2', '', '1,2', '', ''],
	},
	'form declined': {
		from: busy('Ask me'),
		states: { asked: asked('confirm'), dismissed: ['escape'], gone: ['escape'] },
		spoken: ['/decline', ''],
	},
	'form with a yes or no': {
		from: busy('Ask me'),
		states: { asked: asked('confirm'), chosen: ['y'], sent: ['enter'] },
		spoken: ['yes', ''],
	},
	'form with text': {
		from: busy('Ask me'),
		states: { asked: asked('clarify'), typed: ['`To be fast`'], sent: ['enter'] },
		spoken: ['To be fast', ''],
	},
	'form with something owed': {
		from: busy('Ask me'),
		states: { asked: asked('owed'), 'sent without': ['tab', 'enter'], chosen: ['shift+tab', '1', 'enter'] },
		spoken: ['', '1', '', ''],
	},
	'form with previews': { from: busy('Ask me'), states: { asked: asked('previews'), moved: ['down'] }, spoken: ['2'] },
	'form with types': {
		from: busy('Ask me'),
		states: {
			asked: asked('types'),
			wrong: ['ctrl+u', '`99999`', 'enter'],
			right: ['ctrl+u', '`443`', 'enter'],
			date: ['tab', '`2026-13-40`', 'enter'],
		},
		spoken: ['99999', '443', '', 'no date', '2026-01-02'],
	},
	'form with a secret': {
		from: busy('Ask me'),
		states: { asked: asked('secret'), typed: ['`s3cret`'] },
		spoken: ['s3cret'],
	},
	'form with a path': {
		from: busy('Ask me'),
		states: { asked: asked('path'), typed: ['`@src`'] },
		spoken: ['src/a.ts'],
	},
	'form with several': {
		from: busy('Ask me'),
		states: { asked: asked('several'), 'too many': ['1', '2', '3', 'enter'] },
		spoken: ['1,2,3', '1,2'],
	},
	'form with a long list': {
		from: busy('Ask me'),
		states: { asked: asked('countries'), 'a page down': ['pagedown'], end: ['end'], filtered: ['`kland`'] },
		spoken: ['more', '60'],
	},
	'form that is empty': { from: busy('Ask me'), states: { asked: asked('empty'), sent: ['enter'] }, spoken: [''] },
	'form beside the turn': {
		from: busy('Ask me'),
		states: {
			shown: asked('clarify', { blocksTurn: false }),
			opened: ['alt+a'],
			typed: ['`Because`'],
			aside: ['escape'],
		},
		spoken: ['/answer', 'Because', ''],
	},
	'form of a request': { from: ready(), states: { asked: asked('secret', { isOfRequest: true }) } },
};
