export type OpenFence = { readonly mark: string; readonly prefix: string; readonly info: string };

const opening = /^((?:[ \t]*(?:>|[-*+] |\d{1,9}[.)] ))*[ \t]*)(`{3,}|~{3,})(.*)$/;

/** Backticks that nothing in the text can close, at least `least`. */
export function backticksAround(text: string, least: number): string {
	const runs = text.match(/`+/g) ?? [];
	return '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run.length + 1), least));
}

export function fenceAfter(line: string, open: OpenFence | undefined): OpenFence | undefined {
	if (!open) {
		const [, prefix = '', mark = '', info = ''] = opening.exec(line) ?? [];
		// Backticks after backticks are a code span.
		return mark === '' || (mark.startsWith('`') && info.includes('`')) ? undefined : { mark, prefix, info };
	}
	// With this indentation the fence is a line of the code.
	if (open.prefix === '' && /^(?: {0,3}\t| {4})/.test(line)) return open;
	const rest = line.replace(/^[ \t>]*/, '').trimEnd();
	const isClosing = rest.length >= open.mark.length && rest === (open.mark[0] ?? '').repeat(rest.length);
	return isClosing ? undefined : open;
}

export function closeFences(text: string): string {
	const open = openFence(text);
	return open === undefined ? text : `${text}\n${closingOf(open)}`;
}

function closingOf({ mark, prefix }: OpenFence): string {
	return `${prefix.replace(/[^>\s]/g, ' ')}${mark}`;
}

export function openFence(text: string): OpenFence | undefined {
	let open: OpenFence | undefined;
	for (const line of text.split('\n')) open = fenceAfter(line, open);
	return open;
}
