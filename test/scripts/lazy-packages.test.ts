import { createRequire } from 'node:module';
import type { Lexer } from 'marked';
import { expect, test } from 'vitest';

const plugin = new URL('../../scripts/lazy-packages.mjs', import.meta.url).href;

test('A class of a package that is loaded late can be made, extended and asked for its static members.', async () => {
	const { lazyPackages } = await import(plugin);
	const code: string = lazyPackages.load('\0lazy-package:marked');
	const loading = "process.getBuiltinModule('node:module').createRequire(import.meta.url)('./marked.cjs')";
	expect(code).toContain(loading);
	const body = code.replace(loading, "require('marked')").replaceAll('export ', '');
	const make = new Function('require', `${body}return Lexer;`);
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

test('A function that is the default export of such a package is loaded with its first call', async () => {
	const { lazyPackages } = await import(plugin);
	const code: string = lazyPackages.load('\0lazy-package:ignore');
	let loads = 0;
	const body = code
		.replace("process.getBuiltinModule('node:module').createRequire(import.meta.url)('./ignore.cjs')", 'require()')
		.replace('export default', 'return');
	const late: (name: string) => string = new Function('require', body)(() => {
		loads += 1;
		return { default: (name: string) => `called with ${name}` };
	});
	expect(loads).toBe(0);
	expect([late('a'), late('b'), loads]).toEqual(['called with a', 'called with b', 1]);
});
