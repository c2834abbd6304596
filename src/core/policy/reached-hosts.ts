import { wordSet } from '../text/word-set.js';
import { baseName, type CommandView } from './command-view.js';

/** Programs that reach a host that is in their words. */
const REACHES: ReadonlySet<string> = wordSet(
	'curl wget aria2c http https xh nc ncat netcat socat telnet ftp sftp ssh scp rsync ping dig nslookup host',
);
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
	let isPossible = view.opaque.some(names);
	for (const [program, ...words] of view.calls) {
		const isReaching = REACHES.has(baseName(program ?? '').toLowerCase());
		const isNamed = words.some((word) => word !== null && names(word));
		if (isNamed && isReaching) return 'yes';
		isPossible ||= isNamed || (isReaching && words.some((word) => word === null || LISTS.test(word)));
	}
	return isPossible ? 'maybe' : 'no';
}
