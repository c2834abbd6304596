import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The project's root, with a slash at its end. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every page that users and contributors read, by its path from the root. */
export const pagePaths: readonly string[] = [
	'README.md',
	'CHANGELOG.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	...readdirSync(`${root}docs`)
		.filter((name) => name.endsWith('.md'))
		.map((name) => `docs/${name}`),
];

/** A page's text. */
export function pageText(path: string): string {
	return readFileSync(root + path, 'utf8');
}

/** What stands in code on a page: spans, and the lines of blocks. */
export function codeOf(markdown: string): readonly string[] {
	const blocks = [...markdown.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].flatMap((found) => (found[1] ?? '').split('\n'));
	const spans = [...markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map((found) => found[1] ?? '');
	return [...blocks, ...spans].map((line) => line.trim()).filter((line) => line !== '');
}

/** The names that GitHub gives to a page's headings. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
	const headings = markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm);
	return new Set(
		[...headings].map((found) =>
			(found[1] ?? '')
				.toLowerCase()
				.replace(/[^\p{L}\p{N}\- ]/gu, '')
				.replaceAll(' ', '-'),
		),
	);
}
