import { redactText } from '../secrets/redact.js';

/** An address without its password and its query's values, which may be keys. */
export function shownAddress(url: string): string {
	return redactText(url.replace(/^([a-z]+:\/\/)[^/@?#]*@/i, '$1…@').replace(/([?&][^=&#]*=)([^&#]*)/g, shownParameter));
}

function shownParameter(_: string, name: string, value: string): string {
	return `${name}${/^\$\{[^{}]*\}$/.test(value) ? value : '…'}`;
}

export function shownArguments(args: readonly string[]): readonly string[] {
	return args.map((arg, index) => {
		const before = `${args[index - 1] ?? ''} `;
		const both = redactText(before + arg);
		return both.startsWith(before) ? both.slice(before.length) : redactText(arg);
	});
}
