import { readFile } from 'node:fs/promises';

/** The newest section of a changelog: its heading, and what stands below it. */
export function newestSection(text: string): { readonly title: string; readonly detail: string } {
	const [, title = '', detail = ''] = /^## (.*)\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(text) ?? [];
	return { title: `What is new in ${title.replaceAll(/[[\]]/g, '')}`, detail: plain(detail.trim()) };
}

/** The words as they are read without Markdown: a note shows them as they stand. */
function plain(markdown: string): string {
	return markdown.replaceAll(/^#+ (.*)\n+/gm, '$1\n').replaceAll('`', '');
}

export async function releaseNotes(file: string): Promise<{ readonly title: string; readonly detail: string }> {
	return newestSection(await readFile(file, 'utf8'));
}
