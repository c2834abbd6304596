// A worker of its own: in a shared one all languages are loaded (test/setup/languages.ts).
import { expect, test } from 'vitest';
import { highlightCode, highlightVersion, loadLanguage, onLanguageLoaded } from '../../../src/view/code/highlight.js';

test('code is plain until its language is loaded, and says when it is', async () => {
	const before = highlightVersion();
	expect(highlightCode('x = 1 # one', 'py')).toEqual([[{ text: 'x = 1 # one' }]]);
	const loaded = new Promise<void>((resolve) => {
		const stop = onLanguageLoaded(() => {
			stop();
			resolve();
		});
	});
	await loaded;
	await loadLanguage('python');
	expect(highlightVersion()).toBeGreaterThan(before);
	expect(highlightCode('x = 1 # one', 'py')).toEqual([
		[
			{ text: 'x = ' },
			{ text: '1', style: { color: 'syntax.number' } },
			{ text: ' ' },
			{ text: '# one', style: { color: 'syntax.comment', italic: true } },
		],
	]);
});
