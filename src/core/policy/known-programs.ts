import { byName, wordSet } from '../text/word-set.js';

/**
 * Commands that a program may start, as far as its words tell. Deny and ask rules for commands need them: of a program
 * that stands nowhere here nobody knows.
 */

/** Programs that open no file, and change none that is in their words. */
const OPENS_NONE = [
	': [ [[ test true false cd pushd popd dirs pwd echo printf export unset set local declare typeset readonly read shift',
	'return exit break continue wait jobs sleep umask ulimit type bg fg which whereis ls seq yes basename dirname realpath',
	'readlink stat du df date cal uname hostname whoami id groups tty who uptime ps pgrep lsof printenv nproc free kill',
	'pkill killall',
];
/** Programs that open the files that stand in their words one by one; that `cp` and `mv` write is in `WRITERS`. */
const SHOWS = [
	'cat head tail wc tr cut paste join comm nl fold fmt rev tac expand unexpand file cmp md5sum sha1sum sha224sum sha256sum',
	'sha384sum sha512sum cksum b2sum md5 shasum od hexdump strings jq cp mv',
];
const SEARCHES = 'diff grep egrep fgrep';
/** Programs that open the files among their words one by one, and may write to them. */
const REWRITES =
	'uniq column base64 base32 xxd ln install dd sync tee gzip gunzip bzip2 bunzip2 xz unxz zstd unzip curl';
/** Programs that change what is in their words, and open none of it. */
const CHANGES = 'tree mkdir rmdir rm touch truncate chmod chown chgrp mktemp shred unlink';

/** Programs that start nothing, but for the words of `STARTS_BY_WORD`. */
export const STARTS_NOTHING = wordSet(...OPENS_NONE, ...SHOWS, SEARCHES, REWRITES, CHANGES);
/** Programs that write to none of the files in their words. */
export const WRITES_NOTHING = wordSet(...OPENS_NONE, ...SHOWS, SEARCHES, 'rg');
/** Programs that open no file, whatever words they are given. */
export const OPENS_NOTHING = wordSet(...OPENS_NONE, CHANGES);
/** Programs that open the files that stand in their words one by one, and no others. */
export const OPENS_NAMED = wordSet(...SHOWS, REWRITES, 'sort sed awk gawk mawk nawk find');

/**
 * Words by which programs start others, by their manuals: options in every shortened form, commands of their own, and
 * names of other machines, which are reached through ssh or rsh.
 */
export const STARTS_BY_WORD = byName<RegExp>({
	install: /^--strip-/,
	jobs: /^-\w*x/,
	curl: /^-[a-zA-Z]*K|^--(?:conf|engi)/,
	wget: /^-[a-zA-Z]*e|^--(?:exe|use-as|conf)/,
	sort: /^--?c[a-z]*o/,
	'tar bsdtar gtar': /^--(?!exclude$|exclude=|file|directory|strip)|^-?\w*[IFT]|^[^/]*:/,
	rg: /^--(?:pre|hostname)|^-\w*z|^--search-zip/,
	ag: /^--pager|^-\w*z|^--search-zip/,
	ack: /^--(?:pager|ackrc|env|files-from)/,
	'fd fdfind': /^-\w*[xX]|^--exec/,
	'bat batcat delta': /^--(?:pager|config|diff)|^cache$/,
	rsync: /^-[a-zA-Z]*e|^--(?:rsh|rsync-p|early|daemon|config)|^[^/]*:/,
	scp: /^-[a-zA-Z]*[oSFJ]|^[^/]*:/,
	split: /^--f/,
	csplit: /^--exec/,
	zip: /^-\w*T|^--(?:test|unzip-c)/,
	cpio: /^--(?:rsh|rmt|to-c)|^-[a-zA-Z]*[FIO]?[^/]*:/,
	'less more most zless zmore': /^\+|^-[a-zA-Z]*[kPtToO]|^--(?:lesskey|prompt|tag|log)/,
	man: /^-[a-zA-Z]*[PHpTCX]|^--(?:pager|html|prep|troff|config|gxdit)/,
	'gcc g++ cc c++ clang clang++': /^-(?:wrapper|B|specs|-specs|fplugin|Xclang|fuse-ld|ccc)|^@/,
	'ar nm ranlib ld objdump objcopy': /^-{1,2}plugin|^@/,
	sqlite3: /^-(?:cmd|init)|load_extension|edit\s*\(|^\s*\.|\n\s*\./i,
	psql: /\\|program|^-[a-zA-Z]*[fvL]|^--(?:file|set|variable|log)/i,
	mysql: /\\!|system|^--(?:pager|tee|defaults|plugin|init)/i,
	'nc ncat netcat': /^-[a-zA-Z0-9]*[ec]|^--(?:sh-|lua-)?exec/,
	socat: /exec|system|shell/i,
	sftp: /^-[a-zA-Z]*[bSoFJD]/,
	lftp: /^-[a-zA-Z]*[ecf]/,
	mail: /^-[a-zA-Z]*S|~/,
	cmake: /^-(?:P|E|C|-build|-toolchain)|^-D.*(?:COMPILER|COMMAND|LAUNCHER|TOOLCHAIN|INCLUDE)/,
	openssl: /^-{1,2}(?:config|engine|provider)|^engine$/,
	gs: /^-d(?:NO|DELAY)SAFER|pipe/,
	kubectl: /^(?:diff|exec|edit|plugin|cp|debug)$|^--kubeconfig/,
	gpg: /^--(?:\w+-program|exec-path|photo-viewer|homedir|options)/,
	'mapfile readarray complete compgen': /^-\w*[CF]/,
	bind: /^-\w*[xf]/,
	'vi vim nvim view ex ed nano emacs gdb lldb m4 bc dc tclsh wish osascript crontab at batch': /^/,
});

/** Programs that copy or link what their words name, and so may give a program another name. */
export const COPIES: ReadonlySet<string> = wordSet('cp mv ln install dd tee cat rsync');

/**
 * Programs that run what a repository says (its scripts, its tests, its settings), with words that only say
 * which part of it. What a repository's own code does no rule for commands can tell.
 */
export const RUNS_REPOSITORY = byName<RegExp>({
	'npm pnpm yarn bun':
		/^(?:test|t|run|run-script|install|i|ci|add|remove|uninstall|update|up|upgrade|outdated|audit|ls|list|build|start|lint|dev|check|format|typecheck|pack|view|info|why|[\w:./-]+\.[cm]?[jt]sx?)$/,
	cargo: /^(?:build|check|test|run|clippy|fmt|doc|bench|add|remove|update|tree|metadata|clean|fetch|b|c|t|r)$/,
	go: /^(?:build|test|vet|run|fmt|mod|get|list|doc|version|env|generate|install|clean)$/,
	dotnet: /^(?:build|test|run|restore|clean|format|publish|pack|list|add|remove)$/,
	mix: /^(?:test|compile|deps\.get|format|credo|dialyzer)$/,
	'pip pip3': /^(?:install|list|show|freeze|check|uninstall)$/,
	uv: /^(?:sync|add|remove|lock|pip|venv|build|tree)$/,
	poetry: /^(?:install|add|remove|lock|show|build|check|update)$/,
	bundle: /^(?:install|update|check|list|outdated|add)$/,
	composer: /^(?:install|update|require|remove|show|validate|dump-autoload|test)$/,
	deno: /^(?:run|test|task|lint|fmt|check|cache|install|add)$/,
	swift: /^(?:build|test|run|package)$/,
	'make gmake ninja': /^[\w./-]+$/,
	'just mvn': /^[\w-]+$/,
	task: /^[\w:-]+$/,
	rake: /^[\w:[\],-]+$/,
	gradle: /^[\w:.-]+$/,
	[`jest vitest mocha ava eslint prettier biome tsc stylelint pytest mypy pyright pylint flake8 black isort
		ruff rspec rubocop phpunit phpstan gofmt rustfmt clang-format golangci-lint ctest oxlint knip vite`]: /^/,
});

/** Options of those above that name another program, another shell or another place. */
export const NAMES_PROGRAM =
	/^-{1,2}(?:c|call|eval|exec.*|toolexec|vettool|.*shell.*|.*command.*|script-.*|node-options?|node-arg|require|import|loader|preload|config.*|C|f|file|makefile|include.*|I|o|Z|D.*exec.*|init-script|init|prefix|userconfig|globalconfig|plugin.*|ldflags|gcflags|asmflags|.*compiler.*|.*linker.*|.*wrapper|.*runner.*|.*bin|.*path|.*-dir|cwd)(?:=|$)/i;

/** Modules that `python -m` runs as one runs a tool. */
export const TOOL_MODULES = wordSet(
	'pytest unittest pip venv mypy black ruff isort flake8 pylint coverage build json.tool compileall py_compile doctest',
);

/** Variables that decide which program runs, or what else it loads. */
export const CHOOSES_PROGRAM =
	/^(?:.*PATH|IFS|ENV|BASH_ENV|SHELL|.*SHELL|PS[0-4]|PROMPT_COMMAND|LD_.*|DYLD_.*|GIT_.*|.*OPTIONS|.*OPTS?|.*_?COMMAND|.*CMD|EDITOR|VISUAL|.*EDITOR|.*PAGER|BROWSER|.*ASKPASS|LESSOPEN|LESSCLOSE|PERL5.*|PYTHON.*|RUBY.*|NODE_(?!ENV$|_).*|JAVA_.*|MAKE.*|.*FLAGS|CC|CXX|LD|AR|.*WRAPPER|.*RUNNER|.*LINKER|npm_config_.*)$/i;

/** Variables by which programs find settings and modules, or compilers; in small letters they are a line's own. */
export const NAMES_SETTINGS =
	/^(?:[A-Z0-9_]*(?:HOME|RC|RCFILE|PLUGINS?|MODULES?|CONFIG|CONFIG_FILE|CONF|ENGINES?|SCRIPTS?|PRELOAD|PROGRAM|EXECUTABLE|COMPILER|TOOLCHAIN|_CC|_CXX)|RUSTC|RUSTDOC|HOSTCC|CPP|CXX|AS|NM|FC|LEX|YACC|ZIPOPT|UNZIP|GZIP|MAGIC|TERMINFO(?:_DIRS)?)$/;
