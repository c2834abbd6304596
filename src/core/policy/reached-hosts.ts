import { NETWORK, NETWORK_COMMANDS, REACHES, SERVICES } from './beyond-view-table.js';
import { baseName, type CommandView, type LooseCall } from './command-view.js';
import { hostNameOf, isAddress } from './host-name.js';
import { INTERPRETERS } from './interpreters.js';

/** No address is longer. */
const MOST_CHARS = 10_000;
/** Options that take addresses from a list, or reach another host than an address names. */
const ELSEWHERE = /^(?:-[a-zA-Z]*[Ki]|--(?:conf|input-file|resol|connect-t|exec|expand-|var|url=@))/;
/** An option of `ssh` and its kin for a file that maps names to hosts. */
const NAMES_HOSTS = /^-[a-zA-Z0-9]*F/;
/** The setting that makes git take one address for another, behind the address. */
const INSTEAD = /\.(?:push)?insteadof\b/gi;
/** Forms that `curl` makes several addresses of, behind the scheme and in the name of the host. */
const SEVERAL = /^(?:[a-z]+:\/\/)?[^\s/?#"'{[]*(?:\{[^\s"'{}]*\}|\[\w+-\w+(?::\d+)?\])/i;
/** A connection in the place of a file, in some shells. */
const DEVICE = /^\/dev\/(?:tcp|udp)\/([^/]*)/;
/** Code that may reach a host which stands in it in pieces. */
const CONNECTS = /fetch|https?\b|socket|urllib|requests?\b|\bnet\b|\btls\b|\bdns\b|connect|open-uri|lwp|curl|ftp/i;

/**
 * Reach of a command to a host: for certain where a program that reaches hosts names it, perhaps where it
 * is elsewhere in the command, or where such a program is given words that are not known.
 */
export function reachOf(view: CommandView, isHost: (name: string) => boolean): 'yes' | 'maybe' | 'no' {
	const isIt = (text: string): boolean => {
		const host = text.length > MOST_CHARS ? null : hostNameOf(text);
		return host !== null && isHost(host);
	};
	const names = (text: string): boolean =>
		isAddress(text) && isIt(text)
			? true
			: text
					.replaceAll(INSTEAD, ' ')
					.split(/[^\p{L}\p{M}\p{N}_.*-]+/u)
					.map((part) => part.replace(/\.+$/, ''))
					// Programs resolve letters of other alphabets as well.
					.some((part) => part !== '' && (isHost(part) || (/[^\w.*-]/.test(part) && isIt(part))));
	// Other spellings of addresses too: percent signs, numbers.
	const reads = (word: string): boolean => names(word) || isIt(word.replace(/^-{1,2}[\w-]+=/, ''));
	const opened = [...view.inputs, ...view.outputs];
	const devices = opened.flatMap((file) => DEVICE.exec(file ?? '')?.[1] ?? []);
	const proxies = view.values.filter(({ name }) => /proxy/i.test(name));
	if (devices.some(reads) || proxies.some(({ value }) => value !== null && reads(value))) return 'yes';
	let isPossible =
		opened.includes(null) ||
		view.heads.some(([program]) => program === null) ||
		proxies.some(({ value }) => value === null) ||
		view.values.some(({ value }) => value !== null && names(value)) ||
		view.opaque.some(names);
	for (const call of view.calls) {
		const [program, ...words] = call;
		const name = baseName(program ?? '').toLowerCase();
		const isReaching = REACHES.has(name);
		const isNamed = words.some((word) => word !== null && (isReaching ? reads(word) : names(word)));
		if (isNamed && isReaching) return 'yes';
		isPossible ||=
			isNamed ||
			(isNetworked(name, words) && mayReachOther(name, words)) ||
			feedsReaching(call) ||
			hidesHost(name, words);
	}
	return isPossible ? 'maybe' : 'no';
}

function mayReachOther(name: string, words: LooseCall): boolean {
	return words.some(
		(word, index) =>
			word === null ||
			word.includes('{}') ||
			ELSEWHERE.test(word) ||
			(name === 'wget' && /^-[a-zA-Z]*e/.test(word)) ||
			(name === 'curl' && (SEVERAL.test(word) || (word.startsWith('@') && words[index - 1] === '--url'))) ||
			(/^(?:ssh|scp|sftp)$/.test(name) && NAMES_HOSTS.test(word)),
	);
}

/** True for programs that reach other machines, themselves or by a command of theirs. */
function isNetworked(name: string, words: LooseCall): boolean {
	if (/^python[\d.]*$/.test(name) && words[0] === '-m') return isNetworked(words[1] ?? '', words.slice(2));
	const commands = NETWORK_COMMANDS.get(name);
	const isOwn = (word: string | null): boolean =>
		word !== null && (commands?.has(word) === true || (name === 'git' && word === 'remote'));
	return NETWORK.has(name) || SERVICES.has(name) || words.some(isOwn);
}

/** Makes words of what it reads, for a program that reaches others. */
function feedsReaching([program, ...words]: LooseCall): boolean {
	return (
		/^(?:xargs|parallel)$/.test(baseName(program ?? '')) && words.some((word) => REACHES.has(baseName(word ?? '')))
	);
}

function hidesHost(name: string, words: LooseCall): boolean {
	return INTERPRETERS.test(name) && words.some((word) => word !== null && /[\s(+]/.test(word) && CONNECTS.test(word));
}
