/** Control characters but tab and line feed, lone surrogates, bidirectional overrides. */
const suspicious = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/;
const escapeSequences =
	/\x1b(?:\[[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]|[\]PX^_][^\x07\x1b\x9c]{0,4096}(?:\x07|\x1b\\|\x9c)|[\x20-\x2f]{0,8}[\x30-\x7e])/g;
const notText = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** Line breaks are `\n`; escape sequences, control characters and bidirectional marks are gone. Linear in the text. */
export function cleanInput(text: string): string {
	if (!suspicious.test(text)) return text;
	return text
		.replace(/\r\n?|[\u2028\u2029]/g, '\n')
		.replace(escapeSequences, '')
		.replace(notText, '')
		.toWellFormed();
}
