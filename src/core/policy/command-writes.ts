import { byName, wordSet } from '../text/word-set.js';
import { baseName, type CommandView, gluedValues, type LooseCall } from './command-view.js';
import { WRITES_NOTHING } from './known-programs.js';

/** The files that a command's words say it changes. */
export type WrittenNames = {
	/** Words that name what is changed; null is one that only the shell knows. */
	readonly names: readonly (string | null)[];
	/** Words that a program may take as files to change: whether it does is not known. */
	readonly perhaps: readonly (string | null)[];
	/** Folders whose whole contents are changed. */
	readonly whole: readonly string[];
	/** Changes files that it does not name: a whole working tree, the contents of an archive. */
	readonly isElsewhere: boolean;
};

/** Changes that are asked for: all, deletions, moves, or copies (of which the sources count). */
export type WriteKind = 'any' | 'delete' | 'move' | 'copied';

type Writer = {
	readonly kind: 'edit' | 'delete' | 'move' | 'copy' | 'pack';
	/** Options with which the contents of folders change too. */
	readonly deep?: RegExp;
};

const RECURSIVE = /^-[a-z]*[rRa]|^--(?:rec|arc)/;
const ALWAYS = /^/;
const WRITERS = byName<Writer>({
	mktemp: { kind: 'edit', deep: ALWAYS },
	'rm rmdir unlink shred trash': { kind: 'delete', deep: RECURSIVE },
	'mv rename': { kind: 'move', deep: ALWAYS },
	'cp scp install': { kind: 'copy', deep: RECURSIVE },
	// A link to a folder gives access to all in it.
	'ln link rsync ditto': { kind: 'copy', deep: ALWAYS },
	'chmod chown chgrp setfacl xattr chattr': { kind: 'edit', deep: RECURSIVE },
	// In the place of a file comes another one.
	'gzip gunzip bzip2 bunzip2 xz unxz zstd': { kind: 'pack', deep: RECURSIVE },
	'tee truncate touch dd mkdir sponge split csplit patch ed ex vim vi nano emacs sed perl ruby': { kind: 'edit' },
});

/** Subcommands of git that change files of the working tree. */
const GIT_WRITES = wordSet(
	'checkout switch restore reset stash clean merge pull rebase cherry-pick revert',
	'apply am mv rm clone read-tree checkout-index sparse-checkout submodule',
);
/** Programs that unpack what nobody sees by their words. */
const UNPACKS: ReadonlySet<string> = wordSet('tar bsdtar unzip 7z cpio patch rsync wget');

export function writtenNames({ calls, heads }: CommandView, kind: WriteKind): WrittenNames {
	const names: (string | null)[] = [];
	const whole: (string | null)[] = [];
	let isElsewhere = false;
	for (const [program, ...words] of calls) {
		const name = baseName(program ?? '');
		// The names that `find` and `xargs` put in are not known.
		const operands = operandsOf(words).map((word) => (word?.includes('{}') === true ? null : word));
		const writer = WRITERS.get(name);
		if (writer !== undefined && isWanted(writer, kind) && mayWrite(name, words)) {
			names.push(...(writer.kind === 'copy' && kind !== 'copied' ? copiedTo(words) : operands));
			if (writer.kind === 'move' && kind === 'any') names.push(...copiedTo(words));
			const isDeep = writer.deep === ALWAYS || words.some((word) => word !== null && writer.deep?.test(word) === true);
			if (isDeep) whole.push(...operands);
		} else if (name === 'git') {
			const written = gitWrites(words, kind);
			names.push(...written.names);
			whole.push(...written.names);
			isElsewhere ||= written.isElsewhere;
		} else if (
			/^(?:find|fd)$/.test(name) &&
			kind !== 'move' &&
			words.some((word) => /^-(?:delete|fprint|fls)/.test(word ?? ''))
		) {
			whole.push(...operands, '.');
		} else if (kind === 'copied' && /^(?:tar|zip|7z)$/.test(name)) whole.push(...operands);
		if (kind === 'any') {
			const rewritten = rewrittenBy(name, words);
			names.push(...rewritten);
			whole.push(...rewritten);
			if (name === 'curl') names.push(...downloadedTo(words));
		}
		// File names come from its input.
		if (/^(?:xz|zstd|sort)$/.test(name) && words.some((word) => /^--file/.test(word ?? ''))) names.push(null);
		if (/^(?:xargs|parallel)$/.test(name) && words.some((word) => WRITERS.has(baseName(word ?? '')))) names.push(null);
	}
	const perhaps: (string | null)[] = [];
	if (kind === 'any') {
		for (const [program, ...words] of heads) {
			const name = baseName(program ?? '');
			if (UNPACKS.has(name) && !isListing(name, words)) isElsewhere = true;
			perhaps.push(...mayBeWritten(name, words).filter((word) => word !== null));
		}
	}
	return {
		names: [...new Set(names)],
		perhaps: [...new Set(perhaps)],
		whole: [...new Set(whole.filter((word) => word !== null))],
		isElsewhere,
	};
}

/** Words that a program may write to: of git what options say, of all that is no mere reader any. */
function mayBeWritten(name: string, words: LooseCall): readonly (string | null)[] {
	if (WRITES_NOTHING.has(name)) return [];
	if (name !== 'git') return operandsOf(words);
	const isMaking = words.some((word) =>
		/^(?:worktree|init|clone|bundle|format-patch|archive|config|submodule)$/.test(word ?? ''),
	);
	return isMaking
		? operandsOf(words)
		: words.flatMap((word, index) => {
				if (!/^--?o/.test(word ?? '')) return [];
				return [...operandsOf([word]), ...operandsOf(words.slice(index + 1, index + 2))];
			});
}

/** Files that `curl` names by their address (`-O`); a list of options and a server's answer may name any. */
function downloadedTo(words: LooseCall): readonly (string | null)[] {
	const isNamedElsewhere = words.some((word) =>
		/^-[a-zA-Z]*[KJ]|^--(?:config|remote-header-name)|%output\{/.test(word ?? ''),
	);
	if (isNamedElsewhere) return [null];
	const isNamedByAddress = words.some((word) => /^-[a-zA-Z#]*O|^--remote-name/.test(word ?? ''));
	return isNamedByAddress ? operandsOf(words).map((word) => (word === null ? null : baseName(word))) : [];
}

const MOST_COPIES = 100;

/** Where copies go: the last word or the folder of `-t`, and in it the sources under their own names. */
function copiedTo(words: LooseCall): readonly (string | null)[] {
	const operands = operandsOf(words);
	const named = words.findIndex((word) => /^-[a-zA-Z]*t|^--target/.test(word ?? ''));
	// With `-d`, and where the place is an option's, any word may be it.
	const isPlain = named < 0 && !words.some((word) => /^-[a-zA-Z]*d|^--dir/.test(word ?? ''));
	// Too many to compare each pair.
	if (operands.length > MOST_COPIES) return [...operands, null];
	const targets = isPlain ? operands.slice(-1) : operands;
	const sources = operands.filter((word) => word !== null).map(baseName);
	return targets.flatMap((target) =>
		target === null ? [null] : [target, ...sources.map((source) => `${target}/${source}`)],
	);
}

function isWanted({ kind }: Writer, wanted: WriteKind): boolean {
	return (
		wanted === 'any' ||
		wanted === kind ||
		(wanted === 'copied' && (kind === 'copy' || kind === 'move')) ||
		(wanted === 'delete' && (kind === 'move' || kind === 'pack'))
	);
}

/** `sed`, `perl` and `ruby` write into the files that they name only when an option says so. */
function mayWrite(name: string, words: LooseCall): boolean {
	if (!/^(?:sed|perl|ruby)$/.test(name)) return true;
	return words.some((word) => word === null || /^-[a-zA-Z]*i|^--in-place/.test(word));
}

/** Words that are no options, and the values that stand in options and assignments (`of=x`, `--target-directory=x`). */
function operandsOf(words: LooseCall): readonly (string | null)[] {
	return words.flatMap((word): readonly (string | null)[] => {
		if (word === null) return [null];
		const value = /^[\w.-]+=(.*)$/s.exec(word)?.[1];
		if (value !== undefined) return word.startsWith('-') ? [value] : [value, word];
		return word.startsWith('-') ? (gluedValues(word) ?? [null]) : [word];
	});
}

function gitWrites(
	words: LooseCall,
	kind: WriteKind,
): { readonly names: readonly (string | null)[]; readonly isElsewhere: boolean } {
	const none = { names: [], isElsewhere: false };
	const at = words.findIndex((word, index) => word?.startsWith('-') !== true && words[index - 1] !== '-C');
	const subcommand = words[at] ?? '';
	if (at < 0 || kind === 'copied' || !GIT_WRITES.has(subcommand)) return none;
	const isElsewhere = words.slice(0, at).some((word) => /^--(?:work|git)/.test(word ?? ''));
	const operands = isElsewhere ? [null] : operandsOf(words.slice(at + 1));
	const isNaming = subcommand === 'rm' || subcommand === 'mv';
	if (kind === 'move') return subcommand === 'mv' ? { names: operands, isElsewhere: false } : none;
	if (kind === 'delete' && isNaming) return { names: operands, isElsewhere: false };
	const isReset = subcommand === 'reset' && !words.some((word) => /^--(?:hard|merge|keep)/.test(word ?? ''));
	const isReadOnly = subcommand === 'stash' && /^(?:list|show)$/.test(String(words[at + 1] ?? ''));
	const isNewBranch =
		/^(?:checkout|switch)$/.test(subcommand) &&
		/^-[bBcC]$/.test(String(words[at + 1] ?? '')) &&
		words.length === at + 3;
	if (isReset || isReadOnly || isNewBranch) return none;
	// What is taken from elsewhere may lack files that are here.
	if (kind === 'delete' && subcommand !== 'clean') return { names: [], isElsewhere: true };
	return { names: operands, isElsewhere: !isNaming };
}

/** Telling what is in an archive, or making one, changes nothing else. */
function isListing(name: string, words: LooseCall): boolean {
	const [first = ''] = words;
	if (/tar$/.test(name)) return /^-?[a-z]*[tc]/.test(first ?? '') && !/x/.test(first ?? '');
	return name === 'unzip' && /^-[a-z]*[lt]/.test(first ?? '');
}

/** A program that lays out or mends the files it is given, and those of folders. */
type Formatter = {
	/** Writes only with one of these words. */
	readonly with?: RegExp;
	/** Writes nothing with one of these words, only reports. */
	readonly without?: RegExp;
};

const DRY_RUN = /^--(?:check|diff|dry-run|list-different)/;
const FORMATTERS = byName<Formatter>({
	'prettier gofmt goimports gofumpt shfmt': { with: /^-[a-z]*w|^--write/ },
	'eslint biome stylelint oxlint standard xo tslint knip': { with: /^--(?:fix|write|apply)/ },
	'autopep8 yapf clang-format': { with: /^-i|^--in-?place/ },
	'black isort rustfmt swiftformat': { without: DRY_RUN },
	ruff: { with: /^(?:format|--fix)/, without: DRY_RUN },
	rubocop: { with: /^-[aA]|^--(?:auto|fix)/ },
	'golangci-lint': { with: /^(?:fmt|--fix)/, without: DRY_RUN },
	cargo: { with: /^(?:fmt|fix|--fix)$/, without: DRY_RUN },
	go: { with: /^(?:fmt|fix)$/ },
	deno: { with: /^(?:fmt|--fix)$/, without: DRY_RUN },
	dotnet: { with: /^format$/, without: /^--verify/ },
	mix: { with: /^format$/, without: DRY_RUN },
});

/** Files and folders that a program of this kind writes anew; without words the folder that it runs in. */
function rewrittenBy(program: string, words: LooseCall): readonly (string | null)[] {
	const formatter = FORMATTERS.get(program);
	const has = (pattern: RegExp): boolean => words.some((word) => word === null || pattern.test(word));
	if (formatter === undefined || (formatter.with !== undefined && !has(formatter.with))) return [];
	if (formatter.without !== undefined && words.some((word) => formatter.without?.test(word ?? '') === true)) return [];
	const named = words.filter(
		(word) => word?.startsWith('-') !== true && !/^(?:format|fmt|fix|check|lint)$/.test(word ?? ''),
	);
	return named.length === 0 ? ['.'] : named;
}
