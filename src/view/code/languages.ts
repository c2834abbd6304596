import type { LanguageFn } from 'highlight.js';
import { once } from '../../core/once.js';

type Module = { readonly default: LanguageFn };

/** Grammars by literal imports, so that a bundler makes a chunk of each, with other names for fences and file endings. */
export const grammars: Readonly<Record<string, readonly [load: () => Promise<Module>, aliases?: string]>> = {
	bash: [() => import('highlight.js/lib/languages/bash'), 'bashrc ksh sh zsh'],
	c: [() => import('highlight.js/lib/languages/c'), 'h'],
	clojure: [() => import('highlight.js/lib/languages/clojure'), 'clj cljs'],
	cmake: [() => import('highlight.js/lib/languages/cmake')],
	cpp: [() => import('highlight.js/lib/languages/cpp'), 'cc c++ cxx hh hpp hxx'],
	csharp: [() => import('highlight.js/lib/languages/csharp'), 'cs c#'],
	css: [() => import('highlight.js/lib/languages/css')],
	dart: [() => import('highlight.js/lib/languages/dart')],
	diff: [() => import('highlight.js/lib/languages/diff'), 'patch'],
	dockerfile: [() => import('highlight.js/lib/languages/dockerfile'), 'docker'],
	elixir: [() => import('highlight.js/lib/languages/elixir'), 'ex exs'],
	erlang: [() => import('highlight.js/lib/languages/erlang'), 'erl'],
	fsharp: [() => import('highlight.js/lib/languages/fsharp'), 'f# fs'],
	go: [() => import('highlight.js/lib/languages/go'), 'golang'],
	graphql: [() => import('highlight.js/lib/languages/graphql'), 'gql'],
	groovy: [() => import('highlight.js/lib/languages/groovy'), 'gradle'],
	haskell: [() => import('highlight.js/lib/languages/haskell'), 'hs'],
	http: [() => import('highlight.js/lib/languages/http')],
	ini: [() => import('highlight.js/lib/languages/ini'), 'dotenv env toml'],
	java: [() => import('highlight.js/lib/languages/java')],
	javascript: [() => import('highlight.js/lib/languages/javascript'), 'cjs js jsx mjs node'],
	json: [() => import('highlight.js/lib/languages/json'), 'json5 jsonc jsonl'],
	julia: [() => import('highlight.js/lib/languages/julia'), 'jl'],
	kotlin: [() => import('highlight.js/lib/languages/kotlin'), 'kt kts'],
	latex: [() => import('highlight.js/lib/languages/latex'), 'tex'],
	less: [() => import('highlight.js/lib/languages/less')],
	lua: [() => import('highlight.js/lib/languages/lua')],
	makefile: [() => import('highlight.js/lib/languages/makefile'), 'make mk'],
	markdown: [() => import('highlight.js/lib/languages/markdown'), 'md mdx'],
	nginx: [() => import('highlight.js/lib/languages/nginx')],
	nix: [() => import('highlight.js/lib/languages/nix')],
	objectivec: [() => import('highlight.js/lib/languages/objectivec'), 'm mm objc'],
	ocaml: [() => import('highlight.js/lib/languages/ocaml'), 'ml mli'],
	perl: [() => import('highlight.js/lib/languages/perl'), 'pl pm'],
	php: [() => import('highlight.js/lib/languages/php')],
	powershell: [() => import('highlight.js/lib/languages/powershell'), 'ps1 psm1 pwsh'],
	protobuf: [() => import('highlight.js/lib/languages/protobuf'), 'proto'],
	python: [() => import('highlight.js/lib/languages/python'), 'py py3 pyi python3'],
	r: [() => import('highlight.js/lib/languages/r')],
	ruby: [() => import('highlight.js/lib/languages/ruby'), 'rb'],
	rust: [() => import('highlight.js/lib/languages/rust'), 'rs'],
	scala: [() => import('highlight.js/lib/languages/scala'), 'sbt sc'],
	scss: [() => import('highlight.js/lib/languages/scss')],
	shell: [() => import('highlight.js/lib/languages/shell'), 'console shell-session terminal'],
	sql: [() => import('highlight.js/lib/languages/sql')],
	swift: [() => import('highlight.js/lib/languages/swift')],
	typescript: [() => import('highlight.js/lib/languages/typescript'), 'cts mts ts tsx'],
	vim: [() => import('highlight.js/lib/languages/vim'), 'viml'],
	xml: [() => import('highlight.js/lib/languages/xml'), 'htm html plist svelte svg vue xhtml xsl'],
	yaml: [() => import('highlight.js/lib/languages/yaml'), 'yml'],
};

const aliases = once(() => languagesByName(Object.entries(grammars).map(([name, [, names]]) => [name, names ?? name])));

const fileNames = once(() =>
	languagesByName([
		['bash', '.bash_profile .bashrc .profile .zshrc'],
		['cmake', 'cmakelists.txt'],
		['dockerfile', 'containerfile dockerfile'],
		['groovy', 'jenkinsfile'],
		['ini', '.editorconfig .gitconfig .npmrc cargo.lock pipfile poetry.lock'],
		['json', '.babelrc .eslintrc .prettierrc'],
		['makefile', 'gnumakefile justfile makefile'],
		['nginx', 'nginx.conf'],
		['ruby', 'gemfile rakefile'],
		['vim', '.vimrc'],
	]),
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
	return Object.hasOwn(grammars, word) ? word : (aliases().get(word) ?? '');
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

function languagesByName(rows: readonly (readonly [language: string, names: string])[]): ReadonlyMap<string, string> {
	return new Map(rows.flatMap(([language, names]) => names.split(' ').map((name) => [name, language] as const)));
}
