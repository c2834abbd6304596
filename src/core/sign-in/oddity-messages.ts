import type { AddressOddity } from './sign-in-address.js';

/** Warnings about an address, as words that may follow each other. */
export const ODDITIES: Readonly<Record<AddressOddity, string>> = {
	http: 'it is not encrypted',
	'user-info': 'what stands before the @ is not its host',
	international: 'its host has letters that may look like others',
	'ip-address': 'its host is a number, not a name',
	port: 'it has an unusual port',
};
