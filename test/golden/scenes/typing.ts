import { busy, play, ready } from '../../core/session/play.js';
import { full } from '../../view/scenes.js';
import type { Scene } from '../driver.js';

const commands = {
	type: 'commands',
	commands: [
		{ name: 'review', description: 'reviews the changes', hint: 'what' },
		{ name: 'memory show', description: 'shows what is remembered' },
	],
} as const;
const pasted = Array.from({ length: 40 }, (_, row) => `row ${row} of what is pasted here`).join('\n');
const hits = [
	{ path: 'src/main.ts', kind: 'file', isRecent: true },
	{ path: 'src/maintain/', kind: 'folder', isRecent: false },
] as const;

export const typingScenes: Readonly<Record<string, Scene>> = {
	composer: {
		from: ready(),
		states: {
			typed: ['`Hello there, agent`'],
			'second line': ['shift+enter', '`and more`'],
			'moved up': ['up'],
			selected: ['shift+left shift+left shift+left'],
			stashed: ['ctrl+s'],
			pasted: [{ type: 'paste', text: pasted }],
			'pasted a line': [{ type: 'paste', text: ' a line' }],
			'wide letters': ['ctrl+u', { type: 'paste', text: '漢字👩‍💻'.repeat(30) }],
			cleared: ['escape escape'],
			sent: ['`Go` enter'],
			'from the history': ['up'],
		},
	},
	'many lines': {
		from: full(),
		states: { typed: [{ type: 'compose', action: { type: 'set-text', text: pasted } }], top: ['ctrl+home'] },
	},
	'completion of commands': {
		from: play(ready(), commands),
		states: {
			open: ['`/`'],
			moved: ['down down'],
			last: ['up up up'],
			filtered: ['`mo`'],
			accepted: ['tab'],
			arguments: ['` `'],
			'nothing found': ['`zzz`'],
			'of the agent': ['ctrl+u', '`/rev`'],
			closed: ['escape'],
		},
	},
	'completion of files': {
		from: ready(),
		states: {
			searching: ['`look at @ma`'],
			found: [{ type: 'compose', action: { type: 'mention-results', query: 'ma', hits } }],
			moved: ['down'],
			accepted: ['tab'],
		},
	},
	'history search': {
		from: ready(),
		states: {
			open: [{ type: 'compose', action: { type: 'history', entries: ['first', 'second one', 'third one'] } }, 'ctrl+r'],
			found: ['`one`'],
			older: ['ctrl+r'],
			'nothing found': ['`zzz`'],
			accepted: ['backspace backspace backspace', 'enter'],
		},
	},
	'shell mode': { from: ready(), states: { typed: ['`!ls -la`'], left: ['ctrl+u', 'backspace'] } },
	notices: {
		from: busy('Work'),
		states: {
			shown: [{ type: 'notice', text: 'Copied the answer' }],
			gone: [5000],
			'an unknown key': ['alt+z'],
			'mouse off': ['ctrl+x'],
		},
	},
	'steps in time': { from: busy('Work'), states: { second: [1000], minute: [60_000], hour: [3_600_000] } },
};
