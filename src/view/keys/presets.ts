import type { ActionId } from './action-ids.js';

export const PRESETS = ['claude', 'codex', 'gemini', 'emacs'] as const;
export type Preset = (typeof PRESETS)[number];

type Keys = Readonly<Partial<Record<ActionId, readonly string[]>>>;

export const ENTERS_TURN: ReadonlySet<Preset> = new Set<Preset>(['claude', 'codex']);

// alt+enter is a new line in each of them.
const NEW_LINE: Keys = { newline: ['ctrl+j', 'shift+enter', 'alt+enter'], steer: ['ctrl+\\'] };
const TAB_QUEUES: Keys = { 'queue-draft': ['tab'], complete: [] };

export const PRESET_KEYS: Readonly<Record<Preset, Keys>> = {
	claude: {
		...NEW_LINE,
		'cycle-mode': ['shift+tab', 'alt+m'],
		'edit-in-editor': ['ctrl+g', 'ctrl+x ctrl+e'],
		'toggle-mouse': ['f3'],
	},
	codex: { ...NEW_LINE, ...TAB_QUEUES, 'toggle-transcript': ['ctrl+t', 'ctrl+o'], 'toggle-plan': ['alt+c'] },
	gemini: {
		...NEW_LINE,
		...TAB_QUEUES,
		newline: ['ctrl+j', 'shift+enter', 'alt+enter', 'ctrl+enter'],
		'send-now': ['alt+s', 'ctrl+]'],
		'edit-in-editor': ['ctrl+g', 'ctrl+x'],
		'toggle-mouse': ['ctrl+s'],
		'search-newer': ['down', 'ctrl+n'],
		stash: ['alt+c'],
		undo: ['alt+z', 'ctrl+_', 'ctrl+/', 'ctrl+shift+-', 'ctrl+shift+_'],
		redo: ['alt+shift+z', 'alt+_', 'alt+shift+-', 'alt+shift+_'],
	},
	emacs: {
		dismiss: ['escape', 'ctrl+g'],
		'answer-dismiss': ['escape', 'ctrl+g'],
		'picker-close': ['escape', 'ctrl+g'],
		'completion-close': ['escape', 'ctrl+g'],
		'scroll-page-up': ['pageup', 'alt+v'],
		'scroll-page-down': ['pagedown', 'ctrl+v'],
		'paste-image': ['alt+c'],
		'edit-in-editor': ['ctrl+x ctrl+e'],
		'commit-editor': ['ctrl+x ctrl+e'],
		undo: ['ctrl+_', 'ctrl+/', 'ctrl+shift+-', 'ctrl+shift+_', 'ctrl+x u'],
		leave: ['ctrl+d', 'ctrl+x ctrl+c'],
		'toggle-mouse': ['alt+m'],
	},
};
