import { byName } from '../../text/word-set.js';
import { UNPROVEN } from '../policy-messages.js';
import type { Argument } from './argument.js';
import type { Doubt } from './verdict.js';

/**
 * Forms of developers' tools that list what is there, as whole lines. What loads a project's code or settings first is
 * looked for on the machine (`SETTINGS`); what needs a network, or writes a lock file, is left out.
 */
const LISTINGS = byName<RegExp>({
	npm: /^(?:--version|-v|--help|-h|run|prefix|root|(?:ls|list|ll|explain|why)(?: (?:--depth[= ]\d+|--all|-a|--json|--long|--parseable|--prod|--production|--dev|--link|--omit=\w+|--include=\w+|[@\w][\w@./-]*))*|pkg get(?: \w[\w.[\]-]*)*|(?:config |c )?get (?:registry|prefix|cache|userconfig|globalconfig))$/,
	'pip pip3':
		/^(?:--version|-V|--help|(?:list|freeze)(?: (?:--format[= ]\w+|--local|-l|--user|--not-required|--disable-pip-version-check|--no-color))*|show(?: (?:-f|--files|\w[\w.-]*))+|check|inspect)$/,
	go: /^(?:version|help|env(?: (?:-json|[A-Z][A-Z0-9_]*))*)$/,
	cargo:
		/^(?:--version|-V|--help|version|--list|locate-project|(?=.* --frozen(?: |$))(?:tree(?: (?:--frozen|--workspace|--all-features|--no-default-features|--no-dedupe|-d|--duplicates|(?:-e|--edges) [a-z]+(?:,[a-z]+)*|--depth[= ]\d+|(?:-i|--invert|-p|--package) \w[\w-]*|--prefix[= ][a-z]+))+|metadata(?: (?:--frozen|--no-deps|--format-version[= ]1|--all-features|--no-default-features))+)|metadata(?= .*--no-deps)(?: (?:--no-deps|--format-version[= ]1))+)$/,
	rustc:
		/^(?:--version|-V|-vV|--print (?:sysroot|cfg|target-list|target-cpus|target-features|target-libdir|host-tuple))$/,
	rustup: /^(?:--version|-V|show|toolchain list|target list(?: --installed)?)$/,
	kubectl: /^version --client(?:=true)?(?: -o (?:json|yaml))?$/,
	npx: /^(?:--version|-v)$/,
	dotnet: /^(?:--version|--info|--list-sdks|--list-runtimes)$/,
	mvn: /^(?:--version|-v)$/,
	helm: /^version(?: --short)?$/,
	dpkg: /^(?:(?:-l|--list|-s|--status|-L|--listfiles)(?: \w[\w.+:-]*)*|--version|--print-architecture)$/,
	openssl: /^version(?: -a)?$/,
	brew: /^(?:--version|--prefix|--cellar|list(?: --versions)?)$/,
});

/** Settings by which a project makes such a tool load or start something, from the folder that it runs in upwards. */
export const SETTINGS = byName<readonly string[]>({
	'npm npx': ['.npmrc'],
	dotnet: ['global.json'],
	mvn: ['.mvn', '.mavenrc'],
	// These files may name a toolchain, which go then downloads.
	go: ['go.mod', 'go.work', 'go.env'],
	'cargo rustc rustup': ['rust-toolchain', 'rust-toolchain.toml', '.cargo/config', '.cargo/config.toml'],
});

/** Says whether a tool only lists; undefined for a program that has no such form. */
export function checkListing(name: string, words: readonly Argument[]): Doubt | undefined {
	const form = LISTINGS.get(name);
	if (form === undefined) return undefined;
	const line = words.map(({ text }) => text).join(' ');
	const isPlain = words.every(
		({ text, isGlob }) => !isGlob && text !== '' && !/\s/.test(text) && !text.split('/').includes('..'),
	);
	if (isPlain && form.test(line)) return null;
	return UNPROVEN.notReadOnly([name, ...words.slice(0, 1).map(({ text }) => text)].join(' '));
}
