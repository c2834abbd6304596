import type { Place } from '../linux/mount-place.js';

export type ProfileOptions = {
	/** As for a namespace: to be read, to be changed, or not there; a later place covers an earlier one. */
	readonly places: readonly Place[];
	readonly temporary: string;
	readonly network: 'shared' | 'none';
};

/** Places that programs of macOS are made of, beside the folders that Linux has too. */
const SYSTEM = [
	'/System',
	'/Library',
	'/private/etc',
	'/private/var/db',
	'/private/var/select',
	'/Applications/Xcode.app',
];

/** Services without which no program of the system starts or knows the user’s name; none of them holds the user’s keys. */
const SERVICES = [
	'com.apple.system.opendirectoryd.libinfo',
	'com.apple.system.opendirectoryd.membership',
	'com.apple.system.notification_center',
	'com.apple.system.logger',
	'com.apple.logd',
	'com.apple.bsd.dirhelper',
];
/** With the network: names are resolved and certificates checked by them. */
const NETWORK_SERVICES = ['com.apple.trustd', 'com.apple.trustd.agent', 'com.apple.SystemConfiguration.configd'];

/**
 * A profile for sandbox-exec(1), in the language that Apple’s own profiles in /System/Library/Sandbox/Profiles are written
 * in: what is not allowed is refused, and of several rules for a path the last one counts.
 */
export function sandboxProfile({ places, temporary, network }: ProfileOptions): string {
	return [
		'(version 1)',
		'(deny default)',
		'(allow process-exec process-fork)',
		'(allow process-info* signal (target same-sandbox))',
		'(allow sysctl-read)',
		'(allow ipc-posix-sem ipc-posix-shm)',
		`(allow mach-lookup ${SERVICES.map(service).join(' ')})`,
		// Paths are followed from the root.
		'(allow file-read-metadata)',
		'(allow file-read* (literal "/"))',
		`(allow file-read* ${SYSTEM.map(below).join(' ')})`,
		'(allow pseudo-tty)',
		'(allow file-read* file-write* file-ioctl (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (literal "/dev/ptmx") (regex #"^/dev/ttys[0-9]+$"))',
		'(allow file-read* (literal "/dev/random") (literal "/dev/urandom") (subpath "/dev/fd"))',
		...places.flatMap(rulesOf),
		`(allow file-read* file-write* ${below(temporary)})`,
		...(network === 'none' ? [] : NETWORK),
	].join('\n');
}

/** Addresses of the network, and the socket by which names are resolved; no other socket of a program on this machine. */
const NETWORK = [
	'(allow network-outbound (remote ip "*:*") (literal "/private/var/run/mDNSResponder"))',
	'(allow network-bind network-inbound (local ip "*:*"))',
	'(allow system-socket)',
	`(allow mach-lookup ${NETWORK_SERVICES.map(service).join(' ')})`,
];

function rulesOf(place: Place): readonly string[] {
	switch (place.type) {
		case 'bind':
			// A file mounted over by `/dev/null` is denied.
			if (place.from === '/dev/null' && place.at !== place.from) return [denied(place.at)];
			if (place.at.startsWith('/dev/') || place.at === '/proc') return [];
			if (place.access === 'write') return [`(allow file-read* file-write* ${below(place.at)})`];
			return [`(allow file-read* ${below(place.at)})`, `(deny file-write* ${below(place.at)})`];
		case 'empty':
			return [denied(place.at)];
		case 'folder':
		case 'link':
		case 'terminals':
		case 'overlay':
			return [];
	}
}

function denied(path: string): string {
	return `(deny file-read-data file-write* ${below(path)})`;
}

function below(path: string): string {
	return `(subpath ${quoted(path)})`;
}

function service(name: string): string {
	return `(global-name ${quoted(name)})`;
}

/** A string of the profile language; its escapes are those of Scheme, which these two are of JSON too. */
function quoted(text: string): string {
	return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
