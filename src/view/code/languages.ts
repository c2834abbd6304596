import type { LanguageFn } from 'highlight.js';
import { once } from '../../core/once.js';

type Module = { readonly default: LanguageFn };

/** Literal imports, so that a bundler makes a chunk of each. */
export const languageLoaders: Readonly<Record<string, () => Promise<Module>>> = {
	bash: () => import('highlight.js/lib/languages/bash'),
	c: () => import('highlight.js/lib/languages/c'),
	clojure: () => import('highlight.js/lib/languages/clojure'),
	cmake: () => import('highlight.js/lib/languages/cmake'),
	cpp: () => import('highlight.js/lib/languages/cpp'),
	csharp: () => import('highlight.js/lib/languages/csharp'),
	css: () => import('highlight.js/lib/languages/css'),
	dart: () => import('highlight.js/lib/languages/dart'),
	diff: () => import('highlight.js/lib/languages/diff'),
	dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
	elixir: () => import('highlight.js/lib/languages/elixir'),
	erlang: () => import('highlight.js/lib/languages/erlang'),
	fsharp: () => import('highlight.js/lib/languages/fsharp'),
	go: () => import('highlight.js/lib/languages/go'),
	graphql: () => import('highlight.js/lib/languages/graphql'),
	groovy: () => import('highlight.js/lib/languages/groovy'),
	haskell: () => import('highlight.js/lib/languages/haskell'),
	http: () => import('highlight.js/lib/languages/http'),
	ini: () => import('highlight.js/lib/languages/ini'),
	java: () => import('highlight.js/lib/languages/java'),
	javascript: () => import('highlight.js/lib/languages/javascript'),
	json: () => import('highlight.js/lib/languages/json'),
	julia: () => import('highlight.js/lib/languages/julia'),
	kotlin: () => import('highlight.js/lib/languages/kotlin'),
	latex: () => import('highlight.js/lib/languages/latex'),
	less: () => import('highlight.js/lib/languages/less'),
	lua: () => import('highlight.js/lib/languages/lua'),
	makefile: () => import('highlight.js/lib/languages/makefile'),
	markdown: () => import('highlight.js/lib/languages/markdown'),
	nginx: () => import('highlight.js/lib/languages/nginx'),
	nix: () => import('highlight.js/lib/languages/nix'),
	objectivec: () => import('highlight.js/lib/languages/objectivec'),
	ocaml: () => import('highlight.js/lib/languages/ocaml'),
	perl: () => import('highlight.js/lib/languages/perl'),
	php: () => import('highlight.js/lib/languages/php'),
	powershell: () => import('highlight.js/lib/languages/powershell'),
	protobuf: () => import('highlight.js/lib/languages/protobuf'),
	python: () => import('highlight.js/lib/languages/python'),
	r: () => import('highlight.js/lib/languages/r'),
	ruby: () => import('highlight.js/lib/languages/ruby'),
	rust: () => import('highlight.js/lib/languages/rust'),
	scala: () => import('highlight.js/lib/languages/scala'),
	scss: () => import('highlight.js/lib/languages/scss'),
	shell: () => import('highlight.js/lib/languages/shell'),
	sql: () => import('highlight.js/lib/languages/sql'),
	swift: () => import('highlight.js/lib/languages/swift'),
	typescript: () => import('highlight.js/lib/languages/typescript'),
	vim: () => import('highlight.js/lib/languages/vim'),
	xml: () => import('highlight.js/lib/languages/xml'),
	yaml: () => import('highlight.js/lib/languages/yaml'),
};

/** Other names by language, for fences and file endings. */
const aliases = once(() =>
	languagesByName({
		bash: 'bashrc ksh sh zsh',
		c: 'h',
		clojure: 'clj cljs',
		cpp: 'cc c++ cxx hh hpp hxx',
		csharp: 'cs c#',
		diff: 'patch',
		dockerfile: 'docker',
		elixir: 'ex exs',
		erlang: 'erl',
		fsharp: 'f# fs',
		go: 'golang',
		graphql: 'gql',
		groovy: 'gradle',
		haskell: 'hs',
		ini: 'dotenv env toml',
		javascript: 'cjs js jsx mjs node',
		json: 'json5 jsonc jsonl',
		julia: 'jl',
		kotlin: 'kt kts',
		latex: 'tex',
		makefile: 'make mk',
		markdown: 'md mdx',
		objectivec: 'm mm objc',
		ocaml: 'ml mli',
		perl: 'pl pm',
		powershell: 'ps1 psm1 pwsh',
		protobuf: 'proto',
		python: 'py py3 pyi python3',
		ruby: 'rb',
		rust: 'rs',
		scala: 'sbt sc',
		shell: 'console shell-session terminal',
		typescript: 'cts mts ts tsx',
		vim: 'viml',
		xml: 'htm html plist svelte svg vue xhtml xsl',
		yaml: 'yml',
	}),
);

/** Whole file names by language, in lower case. */
const fileNames = once(() =>
	languagesByName({
		bash: '.bash_profile .bashrc .profile .zshrc',
		cmake: 'cmakelists.txt',
		dockerfile: 'containerfile dockerfile',
		groovy: 'jenkinsfile',
		ini: '.editorconfig .gitconfig .npmrc cargo.lock pipfile poetry.lock',
		json: '.babelrc .eslintrc .prettierrc',
		makefile: 'gnumakefile justfile makefile',
		nginx: 'nginx.conf',
		ruby: 'gemfile rakefile',
		vim: '.vimrc',
	}),
);

/** Languages that a grammar refers to: without them its embedded parts stay plain. */
export const embeddedLanguages: Readonly<Record<string, readonly string[]>> = {
	markdown: ['xml'],
	php: ['xml'],
	shell: ['bash'],
	xml: ['css', 'javascript'],
};

/** '' for an unknown language. */
export function canonicalLanguage(name: string): string {
	const word = name.trim().toLowerCase();
	return Object.hasOwn(languageLoaders, word) ? word : (aliases().get(word) ?? '');
}

/** Language by file name; '' when it is unknown. */
export function languageOfPath(path: string): string {
	const name = (path.split(/[\\/]/).at(-1) ?? '').toLowerCase();
	const known = fileNames().get(name);
	if (known !== undefined) return known;
	if (/^\.env(?:\.|$)/.test(name)) return 'ini';
	if (/^dockerfile\./.test(name)) return 'dockerfile';
	const dot = name.lastIndexOf('.');
	return dot < 0 ? '' : canonicalLanguage(name.slice(dot + 1));
}

function languagesByName(namesByLanguage: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
	return new Map(
		Object.entries(namesByLanguage).flatMap(([language, names]) =>
			names.split(' ').map((name) => [name, language] as const),
		),
	);
}
