import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { newestSection, releaseNotes } from '../../src/cli/release-notes.js';

test('the newest section of a changelog is all that stands below its first heading, without marks of Markdown', () => {
	const text = '# Changelog\n\nWords.\n\n## [1.2.0] - 2026-11-01\n\n### Agents\n\n- Run `x`.\n\n## [1.1.0]\n\n- Old.\n';
	expect(newestSection(text)).toEqual({ title: 'What is new in 1.2.0 - 2026-11-01', detail: 'Agents\n- Run x.' });
});

test('the changelog that comes with the program has one', async () => {
	const { title, detail } = await releaseNotes(fileURLToPath(new URL('../../CHANGELOG.md', import.meta.url)));
	expect(title).toMatch(/^What is new in \d+\.\d+/);
	expect(detail).toContain('\n- ');
	expect(detail).not.toMatch(/^#/m);
});
