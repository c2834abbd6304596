import { wordSet } from '../text/word-set.js';
import { baseName, type CommandView } from './command-view.js';
import { hostNameOf } from './host-name.js';

/** Programs that reach a host that is in their words. */
export const REACHES: ReadonlySet<string> = wordSet(
	'curl wget aria2c http https xh nc ncat netcat socat telnet ftp sftp ssh scp rsync ping dig nslookup host',
);
/** No address is longer. */
const MOST_CHARS = 10_000;
/** They take addresses from a list. */
const LISTS = /^(?:-[a-zA-Z]*[Ki]|--(?:config|input-file))/;

/**
 * How a command stands to a host: for certain where a program that reaches hosts names it, perhaps where it
 * is elsewhere in the command, or where such a program is given words that are not known.
 */
export function reachOf(view: CommandView, isHost: (name: string) => boolean): 'yes' | 'maybe' | 'no' {
	const names = (text: string): boolean =>
		text
			.split(/[^\w.*-]+/)
			.map((part) => part.replace(/\.+$/, ''))
			.some((part) => part !== '' && isHost(part));
	// Programs resolve other spellings as well: percent signs, numbers, letters of other alphabets.
	const reads = (word: string): boolean => {
		const address = word.replace(/^-{1,2}[\w-]+=/, '');
		const host = address.length > MOST_CHARS ? null : hostNameOf(address);
		return names(word) || (host !== null && isHost(host));
	};
	let isPossible = view.opaque.some(names);
	for (const [program, ...words] of view.calls) {
		const isReaching = REACHES.has(baseName(program ?? '').toLowerCase());
		const isNamed = words.some((word) => word !== null && (isReaching ? reads(word) : names(word)));
		if (isNamed && isReaching) return 'yes';
		isPossible ||= isNamed || (isReaching && words.some((word) => word === null || LISTS.test(word)));
	}
	return isPossible ? 'maybe' : 'no';
}
