import { createRequire } from 'node:module';
import type { Lexer } from 'marked';
import { expect, test } from 'vitest';

const plugin = new URL('../../scripts/lazy-packages.mjs', import.meta.url).href;

test('A class of a package that is loaded late can be made, extended and asked for its static members.', async () => {
	const { lazyPackages } = await import(plugin);
	const code: string = lazyPackages.load('\0lazy-package:marked');
	const make = new Function('require', `${code.replaceAll('export ', '')}return Lexer;`);
	const Late: typeof Lexer = make(createRequire(import.meta.url));
	class Strict extends Late {
		override inlineTokens(): ReturnType<Lexer['inlineTokens']> {
			return [];
		}
	}
	expect(new Late().lex('# a')[0]).toMatchObject({ type: 'heading', tokens: [{ text: 'a' }] });
	expect(Late.lex('# a')[0]).toMatchObject({ type: 'heading' });
	expect(new Strict().inlineTokens()).toEqual([]);
});
