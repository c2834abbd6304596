/** Without a pattern such as `\n+$`, which takes seconds for a hostile text of 100 KB. */
export function trimNewlinesEnd(text: string): string {
	let end = text.length;
	while (end > 0 && text.charCodeAt(end - 1) === 0x0a) end -= 1;
	return text.slice(0, end);
}

export function trimNewlinesStart(text: string): string {
	return text.replace(/^\n+/, '');
}
