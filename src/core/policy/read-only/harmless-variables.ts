import { INTERPRETERS } from '../interpreters.js';
import type { CommandFact, VariableFact } from '../policy-types.js';

/**
 * Variables by whose value programs load code, start others, read settings or look elsewhere: by their whole name, by
 * its beginning (a tool reads further settings from it) and by its end.
 */
const LOADS = [
	/^(?:I_WANT_A_BROKEN_PS|UNIX95|IFS|CC|CXX|CPP|LD|AR|AS|NM|PS[0-4]|ENV|TMP|TEMP|USER|LOGNAME|RUSTC|RUSTDOC|JAVA|PROMPT_COMMAND|HOSTALIASES|LOCALDOMAIN)$/i,
	/^(?:LD|DYLD|GIT|SSH|SSL|OPENSSL|BASH|ZSH|FISH|JDK|JAVA|MAKE|NPM|PNPM|YARN|BUN|DENO|PIP|UV|POETRY|CARGO|RUSTUP|GEM|BUNDLE|COMPOSER|DOCKER|KUBE|MALLOC|GLIBC|GCONV|LESS|NODE|POSIX|_POSIX\d?|DOTNET|COMPLUS|CORECLR|PS)_/i,
	/^(?:PYTHON|PERL|RUBY|RUSTC_|GO[A-Z]|LESS|GREP|RIPGREP|MAN|POSIXLY|ZDOT|KUBECONFIG|BROWSER|CDPATH|GLOB|SHELLOPTS|BASHOPTS|TERMINFO|TERMCAP)/i,
	/(?:PATHS?|HOME|DIRS?|FILES?|CONF|CONFIG|RC|RCFILE|PLUGINS?|HOOKS?|MODULES?|LIBS?|LIBRARY|LIBRARIES|PRELOAD|LOADER|ENGINES?|SHELL|EDITOR|VISUAL|PAGER|ASKPASS|COMMAND|CMD|EXEC|EXECUTABLE|BIN|BINARY|PROGRAM|WRAPPER|RUNNER|LINKER|COMPILER|TOOLCHAIN|SCRIPTS?|INIT|STARTUP|OPTIONS?|OPTS?|FLAGS|ARGS|IMAGE|INDEX|REGISTRY|PROXY|MIRROR|TEMPLATE|DRIVER|EXTENSIONS?|REQUIRE|IMPORTS?|INCLUDE|CLOSE|OPEN|SETTINGS|RSH|SSH|INSTALL|LEX|YACC|FC|VIEWER|HANDLER|BACKEND|PROFILE|PROFILER|START|UNZIP|ZIPINFO)$/i,
];

/** Of those the ones that only say how much is shown, and in which form. */
const PLAIN_NAMES = [
	/^(?:PYTHON(?:UNBUFFERED|DONTWRITEBYTECODE|IOENCODING|UTF8|HASHSEED|FAULTHANDLER)|NODE_(?:ENV|NO_WARNINGS|DISABLE_COLORS))$/,
	/^(?:PIP_(?:PROGRESS_BAR|NO_COLOR|NO_INPUT|DISABLE_PIP_VERSION_CHECK|QUIET)|UV_NO_PROGRESS|YARN_ENABLE_(?:PROGRESS_BARS|COLORS)|DOTNET_(?:NOLOGO|CLI_TELEMETRY_OPTOUT))$/,
	/^(?:CARGO_TERM_(?:COLOR|PROGRESS_WHEN|VERBOSE|QUIET)|CARGO_INCREMENTAL|GO(?:OS|ARCH|MAXPROCS)|GIT_(?:TERMINAL_PROMPT|OPTIONAL_LOCKS))$/,
	/^npm_config_(?:color|progress|loglevel|fund|audit|update_notifier|spin)$/i,
];

/** Values of program variables that are harmless: they print their input, or do nothing. */
const SHOWS: readonly (readonly [name: RegExp, value: RegExp])[] = [
	[/^(?:[A-Z0-9]+_)*PAGER$/, /^(?:cat)?$/],
	[/^(?:GIT_(?:SEQUENCE_)?)?EDITOR$|^VISUAL$/, /^(?:true|:)$/],
	[/^LESS$/, /^-?[FRXSirK]*$/],
	[/^TZ$/, /^[A-Za-z_]+\/[A-Za-z_]+$/],
];

/** Names that choose a kind of run, or what is logged. */
const MODES =
	/^(?:(?:NODE|RAILS|RACK|MIX|APP|FLASK|GO|BABEL|DJANGO|ENVIRONMENT)_ENV|DEBUG|VERBOSE|QUIET|LOG_?LEVEL|RUST_(?:BACKTRACE|LOG)|RUST_TEST_THREADS|PORT)$/;
/** Names that say on which system a tool acts, and values by which that is nobody's but the developer's. */
const SYSTEMS =
	/(?:^|_)(?:WORKSPACE|STAGE|TENANT|ACCOUNT|CLUSTER|CONTEXT|NAMESPACE|HOST|HOSTNAME|SERVER|DATABASE|DB|BUCKET)$|^(?:RAILS|RACK|MIX|APP|FLASK|DJANGO|ENVIRONMENT)_ENV$/i;
const OWN_SYSTEM =
	/(?:^|[_-])(?:local|localhost|tests?|testing|dev|development|ci)(?:$|[_-])|^(?:\d{1,9}|true|false|yes|no|on|off)?$/i;
/** Parts of names by which tools load, start or find something; short ones count as whole words between `_`. */
const RISKY = [
	/COMMAND|CMD|LAUNCHER|PREFIX|INIT|LOAD|OPTS|OPTION|FLAG|PATH|HOME|SHELL|EDITOR|PAGER|PROJECT|CONFIG|PROG|DIFF|HOOK|PLUGIN|MODULE|STARTUP|MAKE|MAGIC|FORMAT|SCRIPT|COMPILER|LINKER|WRAPPER|RUNNER|TOOL|EXEC|FILE|LIB|ROOT|SOURCE|INCLUDE|IMPORT|REQUIRE|ENGINE|DRIVER|BACKEND|ADAPTER|PROVIDER|HANDLER|SETTING|PROFILE|PYTHON|PERL|RUBY|JAVA|LUA|CCACHE|ERL|ELIXIR/i,
	/(?:^|_)(?:\w*CC|\w*CXX|(?:HOST|\w)?LD|AR|RM|AS|NM|CP|MV|LN|CPP|FC|PC|GET|LEX|YACC|TEX|LINT|APP|APPS|EXS|RC|ENV|BIN|DIR|SRC|OBJCOPY|STRIP|RANLIB|INSTALL|NODE|TEST|CONF)(?:\d*)(?:_|$)/i,
];
/** Patterns take long for hostile names, and no tool has one that is so long. */
export const LONGEST_NAME = 128;
/** Numbers, yes and no, and short words that name no program. */
const WORD = /^(?:\d{1,9}(?:\.\d{1,9})?|[A-Za-z0-9][A-Za-z0-9_-]{0,19})?$/;
const SHELLS = /^(?:(?:ba|z|k|da|a|c|tc|fi)?sh|pwsh|env|xargs|sudo|vim?|nvim|ed|make|deno|bun|osascript)$/;

/** No path, no option, no code; an address only where the name says that it is one. */
const PLAIN_VALUE = /^(?:[\w,:%+*][\w.,:%+*=-]*)?$/;
const ADDRESS_NAME = /(?:^|_)(?:URL|URI|DSN|ENDPOINT|ORIGIN)$/i;
/** Address of this machine, of a container beside it, or a database file below: elsewhere a tool would send its keys. */
const ADDRESS =
	/^(?:[a-z][a-z0-9+.-]*:\/\/(?:[\w.%+-]*(?::[\w.%+-]*)?@)?(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|[a-z_][\w-]*)(?::\d{1,5})?(?:[/?][\w.:%/?&=+-]*)?|sqlite:\/{2,3}(?::memory:|(?!.*\.\.)\w[\w./-]*))$/i;
/** The value of these may name a catalogue of messages, which holds format strings. */
const LOCALE = /^(?:LANG|LANGUAGE|LC_[A-Z]+|TERM)$/;

/**
 * True for a variable that makes a command load or start nothing else, and changes at most what it shows. Nobody
 * knows the names of all tools: one that is not listed has to look harmless, and its value to be no file or program.
 */
export function isHarmlessVariable(name: string, value: string): boolean {
	if (name.length > LONGEST_NAME) return false;
	if (SHOWS.some(([names, values]) => names.test(name) && values.test(value))) return true;
	if (SYSTEMS.test(name) && !OWN_SYSTEM.test(value)) return false;
	if (LOCALE.test(name)) return /^(?:[A-Za-z0-9][\w.@+-]*)?$/.test(value);
	if ([...PLAIN_NAMES, OUTPUT, MODES].some((form) => form.test(name))) return PLAIN_VALUE.test(value);
	if ([...LOADS, ...RISKY].some((form) => form.test(name))) return false;
	if (ADDRESS_NAME.test(name) && ADDRESS.test(value)) return true;
	return WORD.test(value) && !SHELLS.test(value) && !INTERPRETERS.test(value);
}

/** Lower-case names that shells and programs listen to, beside those of {@link LOADS}. */
const LISTENED =
	/_proxy$|^(?:(?:f|cd|man|mail|module_)?path|argv|fignore|histchars|psvar|status|watch|auto_resume|prompt\d?)$/;

/**
 * True for a name that a loop may set to anything: what reads it from its environment or its shell, such as `PATH`, gets
 * another value in the loop. Names that programs listen to are in capitals, with few exceptions.
 */
export function isLoopVariable(name: string): boolean {
	if (/^[A-Za-z]$|^(?:BASE|MERGE_BASE|COMMIT|SHA|HASH|REV|BRANCH|FILES?|DIRS?|SRC)$/.test(name)) return true;
	const [, ofTools] = LOADS;
	return /^[a-z]/.test(name) && !LISTENED.test(name) && ofTools?.test(name) !== true;
}

/** Variables of colours, languages, widths and paging, whatever the program. */
const OUTPUT =
	/^(?:LANG|LANGUAGE|LC_[A-Z]+|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|CLICOLOR(?:_FORCE)?|COLUMNS|LINES|CI|TZ|DEBIAN_FRONTEND|(?:\w+_)?(?:NO_COLOR|COLORS?|PROGRESS|PROGRESS_BARS?))$/;

/** True for a variable that decides only how output looks: without it the command is the same. */
export function isOutputVariable(name: string, value: string): boolean {
	if (SHOWS.some(([names, values]) => names.test(name) && values.test(value))) return true;
	return isHarmlessVariable(name, value) && (OUTPUT.test(name) || PLAIN_NAMES.some((form) => form.test(name)));
}

/** More of them than these are counted, not listed. */
const MOST_LISTED = 2;

/** The variables of a command's output, where they are too many to be listed. */
export function foldedVariables<T extends VariableFact>(env: readonly T[] = []): readonly T[] {
	const found = env.filter(({ name, value }) => value !== null && isOutputVariable(name, value));
	return found.length > MOST_LISTED ? found : [];
}

/** The first variable of a command that may change what it does; null when there is none. A value that is not known may be any. */
export function harmfulVariable({ envNames, env }: Pick<CommandFact, 'envNames' | 'env'>): string | null {
	const harmful = envNames.find((name, index) => {
		const variable = env?.[index];
		const value = variable?.name === name ? variable.value : null;
		return value === null || !isHarmlessVariable(name, value);
	});
	return harmful ?? null;
}
