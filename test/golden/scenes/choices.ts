import { busy, play, questionOf, ready } from '../../core/session/play.js';
import { change, editQuestion } from '../../view/hunks/hunks-stage.js';
import { PLAN, planQuestion } from '../../view/plan-steps/plan-steps-stage.js';
import { full } from '../../view/scenes.js';
import type { Scene } from '../driver.js';

/** Parts of a change and of a plan, the palette, and rows of one's own. */
export const choiceScenes: Readonly<Record<string, Scene>> = {
	'hunks of a change': {
		from: play(busy(), { type: 'question-asked', question: editQuestion([change()]) }),
		states: {
			opened: [2000, 'h'],
			taken: ['y'],
			split: ['k s'],
			'one change': ['s'],
			search: ['/ `more`'],
			found: ['enter'],
			'said what the letters do': ['?'],
			left: ['escape n'],
			'the rest left': ['q'],
		},
	},
	'hunks of several files': {
		from: play(busy(), {
			type: 'question-asked',
			question: editQuestion([change(), change({ path: '/w/b.ts', oldText: null, newText: 'new\n' })]),
		}),
		states: { opened: [2000, 'h'], 'a file left': ['d'], last: ['end'] },
	},
	'a change without hunks': {
		from: play(busy(), {
			type: 'question-asked',
			question: editQuestion([change({ doubt: 'deletes-file', newText: '' })]),
		}),
		states: { refused: [2000, 'h'] },
	},
	'steps of a plan': {
		from: play(busy('go', ready('plan')), { type: 'question-asked', question: planQuestion(PLAN) }),
		states: {
			opened: [2000, 's'],
			struck: ['down n'],
			noting: ['c `only the fast ones`'],
			noted: ['enter'],
			changing: ['home e'],
			changed: ['`, twice` enter'],
			'the whole plan': ['end y'],
			chosen: ['enter'],
		},
	},
	'a plan without steps': {
		from: play(busy('go', ready('plan')), { type: 'question-asked', question: planQuestion('Just do it.') }),
		states: { refused: [2000, 's'] },
	},
	palette: {
		from: ready(),
		states: {
			opened: ['f1'],
			moved: ['down down'],
			last: ['end'],
			found: ['home `theme`'],
			'by its words': ['ctrl+u `to-do list`'],
			nothing: ['ctrl+u `qqq`'],
			'not now': ['ctrl+u `retry` enter'],
			cleared: ['ctrl+u'],
		},
	},
	'status line': {
		from: full(),
		look: { statusLine: ['agent', 'mode', 'context', 'cost', 'tasks', 'queue', 'changes', 'branch'] },
		states: { shown: [0], list: ['`/statusline` enter'], moved: ['down K'], hidden: ['enter'] },
	},
	'side panel': {
		from: full(),
		look: { sidePanel: 'auto', column: 100 },
		states: { shown: [0], 'tasks folded': ['ctrl+t'], hidden: ['f2'] },
	},
	'side panel beside a question': {
		from: play(full(), { type: 'question-asked', question: questionOf('q') }),
		look: { sidePanel: 'auto', column: 100 },
		states: { shown: [2000] },
	},
};
