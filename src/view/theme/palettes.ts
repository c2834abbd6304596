import type { Palette } from './palette.js';

/** Published colours, unchanged; NOTICE names their authors. Weak ones are mixed when a theme is made of them. */
export const PALETTES: Readonly<Record<string, Palette>> = {
	'catppuccin-mocha': {
		...{ background: '#1e1e2e', foreground: '#cdd6f4', surface: '#313244', comment: '#6c7086' },
		...{ red: '#f38ba8', orange: '#fab387', yellow: '#f9e2af', green: '#a6e3a1' },
		...{ cyan: '#94e2d5', blue: '#89b4fa', purple: '#cba6f7' },
		roles: { accent: '#cba6f7', heading: '#fab387', acceptEdits: '#f5c2e7', code: '#f2cdcd', user: '#b4befe' },
	},
	'catppuccin-latte': {
		...{ background: '#eff1f5', foreground: '#4c4f69', surface: '#dce0e8', comment: '#9ca0b0' },
		...{ red: '#d20f39', orange: '#fe640b', yellow: '#df8e1d', green: '#40a02b' },
		...{ cyan: '#179299', blue: '#1e66f5', purple: '#8839ef' },
		roles: { accent: '#8839ef', heading: '#fe640b', acceptEdits: '#ea76cb', user: '#7287fd' },
	},
	'tokyo-night': {
		...{ background: '#1a1b26', foreground: '#c0caf5', comment: '#565f89' },
		...{ red: '#f7768e', orange: '#ff9e64', yellow: '#e0af68', green: '#9ece6a' },
		...{ cyan: '#7dcfff', blue: '#7aa2f7', purple: '#bb9af7' },
		roles: { accent: '#7aa2f7', heading: '#7dcfff', plan: '#73daca', link: '#73daca', code: '#2ac3de' },
	},
	'gruvbox-dark': {
		...{ background: '#282828', foreground: '#ebdbb2', surface: '#3c3836', comment: '#928374' },
		...{ red: '#fb4934', orange: '#fe8019', yellow: '#fabd2f', green: '#b8bb26' },
		...{ cyan: '#8ec07c', blue: '#83a598', purple: '#d3869b' },
		roles: { 'syntax.keyword': '#fb4934', 'syntax.function': '#b8bb26', 'syntax.number': '#d3869b' },
	},
	'gruvbox-light': {
		...{ background: '#fbf1c7', foreground: '#3c3836', surface: '#ebdbb2', comment: '#928374' },
		...{ red: '#9d0006', orange: '#af3a03', yellow: '#b57614', green: '#79740e' },
		...{ cyan: '#427b58', blue: '#076678', purple: '#8f3f71' },
		roles: { 'syntax.keyword': '#9d0006', 'syntax.function': '#79740e', 'syntax.number': '#8f3f71' },
	},
	nord: {
		...{ background: '#2e3440', foreground: '#d8dee9', surface: '#3b4252', comment: '#4c566a' },
		...{ red: '#bf616a', orange: '#d08770', yellow: '#ebcb8b', green: '#a3be8c' },
		...{ cyan: '#8fbcbb', blue: '#81a1c1', purple: '#b48ead' },
		roles: {
			...{ accent: '#88c0d0', heading: '#88c0d0', link: '#88c0d0', 'syntax.keyword': '#81a1c1' },
			...{ 'syntax.function': '#88c0d0', 'syntax.type': '#8fbcbb', 'syntax.number': '#b48ead' },
		},
	},
	dracula: {
		...{ background: '#282a36', foreground: '#f8f8f2', comment: '#6272a4' },
		...{ red: '#ff5555', orange: '#ffb86c', yellow: '#f1fa8c', green: '#50fa7b' },
		...{ cyan: '#8be9fd', blue: '#bd93f9', purple: '#ff79c6' },
		roles: {
			...{ accent: '#bd93f9', heading: '#bd93f9', link: '#8be9fd', info: '#8be9fd', code: '#50fa7b', user: '#8be9fd' },
			...{ 'syntax.string': '#f1fa8c', 'syntax.number': '#bd93f9', 'syntax.function': '#50fa7b' },
			'syntax.type': '#8be9fd',
		},
	},
	'rose-pine': {
		...{ background: '#191724', foreground: '#e0def4', surface: '#26233a', comment: '#6e6a86' },
		...{ red: '#eb6f92', orange: '#ebbcba', yellow: '#f6c177', green: '#9ccfd8' },
		...{ cyan: '#9ccfd8', blue: '#31748f', purple: '#c4a7e7' },
		roles: {
			...{ accent: '#ebbcba', heading: '#f6c177', link: '#c4a7e7', user: '#c4a7e7' },
			...{ quote: '#908caa', bypass: '#eb6f92' },
			...{ 'syntax.keyword': '#31748f', 'syntax.string': '#f6c177', 'syntax.function': '#ebbcba' },
			...{ 'syntax.type': '#9ccfd8', 'syntax.number': '#ebbcba', 'syntax.punctuation': '#908caa' },
		},
	},
	'solarized-dark': {
		...{ background: '#002b36', foreground: '#839496', surface: '#073642', comment: '#586e75' },
		...{ red: '#dc322f', orange: '#cb4b16', yellow: '#b58900', green: '#859900' },
		...{ cyan: '#2aa198', blue: '#268bd2', purple: '#6c71c4' },
		roles: { accent: '#2aa198', heading: '#cb4b16', 'syntax.keyword': '#859900', 'syntax.string': '#2aa198' },
	},
	'solarized-light': {
		...{ background: '#fdf6e3', foreground: '#657b83', surface: '#eee8d5', comment: '#93a1a1' },
		...{ red: '#dc322f', orange: '#cb4b16', yellow: '#b58900', green: '#859900' },
		...{ cyan: '#2aa198', blue: '#268bd2', purple: '#6c71c4' },
		roles: { accent: '#2aa198', heading: '#cb4b16', 'syntax.keyword': '#859900', 'syntax.string': '#2aa198' },
	},
	'one-dark': {
		...{ background: '#282c34', foreground: '#abb2bf', comment: '#5c6370' },
		...{ red: '#e06c75', orange: '#d19a66', yellow: '#e5c07b', green: '#98c379' },
		...{ cyan: '#56b6c2', blue: '#61afef', purple: '#c678dd' },
		roles: { accent: '#61afef', heading: '#e06c75', 'syntax.variable': '#e06c75' },
	},
	everforest: {
		...{ background: '#2d353b', foreground: '#d3c6aa', surface: '#343f44', comment: '#859289' },
		...{ red: '#e67e80', orange: '#e69875', yellow: '#dbbc7f', green: '#a7c080' },
		...{ cyan: '#83c092', blue: '#7fbbb3', purple: '#d699b6' },
		roles: {
			...{ accent: '#a7c080', heading: '#e69875', 'syntax.keyword': '#e67e80', 'syntax.function': '#a7c080' },
			...{ 'syntax.string': '#83c092', 'syntax.number': '#d699b6' },
		},
	},
	// Okabe and Ito: no two of their colours look alike to anybody. Blue and orange stand for what is good and bad.
	'colorblind-dark': {
		...{ background: '#101418', foreground: '#e6e6e6', comment: '#8a929c' },
		...{ red: '#d55e00', orange: '#e69f00', yellow: '#f0e442', green: '#56b4e9' },
		...{ cyan: '#009e73', blue: '#56b4e9', purple: '#cc79a7' },
		roles: { bypass: '#d55e00', info: '#009e73', 'syntax.string': '#009e73' },
	},
	'colorblind-light': {
		...{ background: '#ffffff', foreground: '#202020', comment: '#6a6f76' },
		...{ red: '#d55e00', orange: '#e69f00', yellow: '#f0e442', green: '#0072b2' },
		...{ cyan: '#009e73', blue: '#0072b2', purple: '#cc79a7' },
		roles: { bypass: '#d55e00', info: '#009e73', 'syntax.string': '#009e73' },
	},
};
