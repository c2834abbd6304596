import { wordSet } from '../text/word-set.js';

/** Names in the text of a plan: folders and files as they are written, commands in one line. */
export type Names = {
	readonly paths: readonly string[];
	readonly commands: readonly string[];
	/** Whether one of the names is certain, so that "not touched" can be known. */
	readonly isCertain: boolean;
};

const EXTENSIONS = wordSet(
	'ts tsx js jsx mjs cjs mts cts json jsonc json5 md mdx markdown rst txt yml yaml toml ini cfg conf lock xml html htm',
	'css scss sass less vue svelte astro py pyi rb go rs java kt kts scala c h cc cpp cxx hpp cs swift php sh bash zsh',
	'fish ps1 bat sql graphql gql proto tf tfvars gradle ex exs erl hs lua pl pm dart clj zig nix csv tsv ipynb snap svg',
	'png jpg jpeg gif ico pdf wasm diff patch',
);
/** Files that have no ending. */
const PLAIN_FILES = /^(?:Makefile|Dockerfile|Justfile|Gemfile|Rakefile|Procfile|Jenkinsfile|LICENSE|README|CHANGELOG)$/;
/** Frameworks that are called like files. */
const FRAMEWORK = /^[A-Z][a-z]+\.js$/;
const PROGRAMS = wordSet(
	'npm npx pnpm yarn bun bunx deno node tsc tsx vitest jest mocha playwright eslint biome prettier knip git gh make just',
	'cmake ninja cargo rustc go gofmt python python3 pip pip3 uv uvx poetry pytest mypy ruff black tox ruby bundle rake',
	'rails rspec mvn gradle java dotnet swift php composer phpunit docker kubectl terraform bash sh curl',
);
/** Commands that are recognised in a sentence without marks around them. */
const IN_SENTENCE =
	/(?<![\w/-])(?:(?:npm|pnpm|yarn|bun) (?:run )?(?:[a-z]+:)*[a-z]+|cargo [a-z]+|pytest|go test)(?![\w/])/g;
const FENCE = /^ {0,6}(```+(?!`)|~~~+(?!~))(.*)\n([\s\S]*?)(?:^ {0,6}\1[`~]*[ \t]*$|$(?![\s\S]))/gm;
const CODE = /(?<!`)(`+)(?!`)([^\n]*?[^`\n])\1(?!`)/g;
const BETWEEN = /[\s()[\]{}<>"'“”‘’«»`*,;!?|=]+/;
const MOST = 50;
const MOST_CHARS = 20_000;

/** Files, folders and commands that a text names, in code marks, in blocks for a shell, and plainly. */
export function namesIn(given: string): Names {
	const paths = new Map<string, boolean>();
	const commands = new Set<string>();
	const take = (word: string, isCode: boolean): void => {
		const path = pathOf(word);
		const certainty = path === '' ? null : certaintyOf(path, isCode);
		if (certainty !== null && paths.size < MOST) paths.set(path, certainty || paths.get(path) === true);
	};
	const takeCommand = (line: string): boolean => {
		const command = oneLine(line.replace(/^\$ /, ''));
		if (!PROGRAMS.has(command.split(' ', 1)[0] ?? '') || commands.size >= MOST) return false;
		commands.add(command);
		return true;
	};
	const text = given.slice(0, MOST_CHARS).replaceAll('\r\n', '\n');
	const prose = text
		.replaceAll(FENCE, (_, _mark, language: string, body: string) => {
			if (/^(?:ba|z)?sh\b|^(?:shell|console)/.test(language.trim()))
				for (const line of body.split('\n')) takeCommand(line.trim());
			return '\n';
		})
		.replaceAll(CODE, (_, _mark, code: string) => {
			if (!takeCommand(code.trim()) && !/\s/.test(code.trim())) take(code.trim(), true);
			return ' ';
		});
	for (const [command] of prose.matchAll(IN_SENTENCE)) takeCommand(command);
	for (const word of prose.split(BETWEEN)) take(word, false);
	const isCertain = commands.size > 0 || [...paths.values()].includes(true);
	return { paths: [...paths.keys()], commands: [...commands], isCertain };
}

/** A word as a path: without a line, a dot that ends a sentence, and what begins at a wildcard. */
function pathOf(word: string): string {
	const [path = ''] = word.replaceAll('\\', '/').split(/[*#]/, 1);
	return path.replace(/(?::\d+(?:[-:]\d+)*)?[.:]*$/, '').replace(/^(?:\.\/)+/, '');
}

/** Whether a word is certainly a path; false where it may be one, null where it is none. */
function certaintyOf(path: string, isCode: boolean): boolean | null {
	if (!/^[\w.@~+/-]+$/.test(path) || !/\w/.test(path) || /^-|\/\//.test(path)) return null;
	const name = path.slice(path.lastIndexOf('/') + 1);
	if (PLAIN_FILES.test(name) || (isCode && /^\.[a-z][\w.-]+$/.test(name))) return true;
	const extension = /[^.]\.([A-Za-z]\w{0,9})$/.exec(name)?.[1];
	if (extension !== undefined && (path.includes('/') || EXTENSIONS.has(extension)))
		return isCode || path.includes('/') || !FRAMEWORK.test(name) ? true : null;
	if (!path.includes('/')) return null;
	// `and/or` is a path nowhere; a folder in code marks may be one.
	if (isCode) return path.endsWith('/');
	return path.endsWith('/') ? false : null;
}

function oneLine(command: string): string {
	return command
		.replaceAll(/\s+/g, ' ')
		.trim()
		.replace(/^(npm|pnpm|yarn|bun) run /, '$1 ');
}

/** Whether a file, relative to the workspace or absolute, is named, or lies in a folder that is. */
export function namesFile({ paths }: Pick<Names, 'paths'>, file: string): boolean {
	return paths.some((named) => {
		const path = named.replace(/\/+$/, '');
		if (file === path || file.endsWith(`/${path}`)) return true;
		if (path.startsWith('/') && path.endsWith(`/${file}`)) return true;
		if (PLAIN_FILES.test(path)) return file.slice(file.lastIndexOf('/') + 1).startsWith(`${path}.`);
		return file.startsWith(`${path}/`) || file.includes(`/${path}/`);
	});
}

export function namesCommand({ commands }: Pick<Names, 'commands'>, line: string): boolean {
	const run = spaced(line);
	return commands.some((named) => run.includes(spaced(named)));
}

/** Commands of a line, each between blanks. */
function spaced(line: string): string {
	return ` ${line
		.split(/[;&|()\n'"]+/)
		.map(oneLine)
		.join(' ; ')
		.trim()} `;
}
