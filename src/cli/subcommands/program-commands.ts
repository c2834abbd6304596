import { AS_JSON, type Subcommand } from '../subcommand.js';
import { SHELLS } from './completion/shell-scripts.js';

const listThemes = async () => (await import('./themes/run-themes.js')).runThemesList;

export const themes: Subcommand = {
	name: 'themes',
	about: 'list the themes, or import one of another program',
	takes: ['cwd'],
	options: [AS_JSON],
	load: listThemes,
	actions: {
		list: {
			about: 'list them; those that follow the terminal alone are not in the JSON',
			options: [AS_JSON],
			load: listThemes,
		},
		import: {
			about: 'import a theme: base16, base24, .tmTheme, VS Code, Ghostty, kitty, Alacritty or Windows Terminal',
			arguments: [['<file>', 'the theme']],
			options: [['--name <name>', 'how to call it; otherwise as the file does']],
			load: async () => (await import('./themes/run-themes.js')).runThemesImport,
		},
	},
};

const KEY = ['<key>', 'a key with dots, such as ui.theme'] as const;
const IN_PROJECT = ['--project', 'in the project’s config instead of yours'] as const;

const showConfig = async () => (await import('./config/run-config.js')).runConfigShow;

export const config: Subcommand = {
	name: 'config',
	about: 'show, change, locate or trust the configuration',
	takes: ['cwd'],
	load: showConfig,
	actions: {
		show: { about: 'show what is in force, and the files that it comes from', load: showConfig },
		path: {
			about: 'show the places of config, state, data and log',
			load: async () => (await import('./config/run-config.js')).runConfigPath,
		},
		schema: {
			about: 'print the JSON Schema for editors',
			load: async () => (await import('./config/run-config.js')).runConfigSchema,
		},
		get: {
			about: 'print a value that is in force',
			arguments: [KEY],
			options: [['--json', 'print it as JSON; null where it is not set']],
			load: async () => (await import('./config/run-settings.js')).runGet,
		},
		set: {
			about: 'set a value; comments in the file stay',
			arguments: [KEY, ['<value>', 'a word, or JSON for lists and objects']],
			options: [IN_PROJECT],
			load: async () => (await import('./config/run-settings.js')).runChange,
		},
		unset: {
			about: 'take a value out of the file',
			arguments: [KEY],
			options: [IN_PROJECT],
			load: async () => (await import('./config/run-settings.js')).runChange,
		},
		trust: {
			about: 'show what the project’s files would do, ask, and trust them until they change',
			options: [['-y, --yes', 'trust them without asking']],
			load: async () => (await import('./config/run-config.js')).runConfigTrust,
		},
		untrust: {
			about: 'take the trust back',
			load: async () => (await import('./config/run-config.js')).runConfigUntrust,
		},
	},
};

export const completion: Subcommand = {
	name: 'completion',
	about: 'print a script that completes commands, options and names in your shell',
	takes: [],
	arguments: [['<shell>', SHELLS.join(', ')]],
	load: async () => (await import('./completion/shell-scripts.js')).runCompletion,
	actions: {
		// The command by which completion scripts ask for words.
		words: {
			about: '',
			takesLiteral: true,
			isHidden: true,
			load: async (program) => (await import('./completion/run-words.js')).printWords(program),
		},
	},
};

export const version: Subcommand = {
	name: 'version',
	about: 'print the version, or check for a newer one',
	takes: [],
	options: [['--check', 'ask the npm registry: 0 it is the newest, 8 there is a newer one, 1 it cannot be asked']],
	load: async () => (await import('./version/run-version.js')).runVersion,
};
