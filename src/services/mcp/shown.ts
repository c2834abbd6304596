import { redactText } from '../secrets/redact.js';

/** An address as it is shown: without a password and without the values of its query, which may be keys. */
export function shownAddress(url: string): string {
	return redactText(url.replace(/^([a-z]+:\/\/)[^/@?#]*@/i, '$1…@').replace(/([?&][^=&#]*=)([^&#]*)/g, shownParameter));
}

function shownParameter(_: string, name: string, value: string): string {
	return `${name}${/^\$\{[^{}]*\}$/.test(value) ? value : '…'}`;
}

/** Arguments as they are shown: without what looks like a secret, by itself or by the option before it. */
export function shownArguments(args: readonly string[]): readonly string[] {
	return args.map((arg, index) => {
		const before = `${args[index - 1] ?? ''} `;
		const both = redactText(before + arg);
		return both.startsWith(before) ? both.slice(before.length) : redactText(arg);
	});
}
