import { expect, test } from 'vitest';
import { namesCommand, namesFile, namesIn } from '../../../src/core/plan/plan-names.js';

test.each<[string, readonly string[], readonly string[], boolean]>([
	['Change `src/a.ts`, then run `npm test`.', ['src/a.ts'], ['npm test'], true],
	['Change src/a.ts:12-20 and ./b.py.', ['src/a.ts', 'b.py'], [], true],
	['Move **[the parser](lib/parser.rs)** to “lib/new.rs”', ['lib/parser.rs', 'lib/new.rs'], [], true],
	['Update the README and the Makefile', ['README', 'Makefile'], [], true],
	['Add `.env.example`', ['.env.example'], [], true],
	['All of `src/core/` and `src/**/*.css`', ['src/core/', 'src/'], [], true],
	['In `src/core` or application/json', ['src/core'], [], false],
	['Run npm run build and cargo test, e.g. twice', [], ['npm build', 'cargo test'], true],
	['```sh\n$ npm ci\nmake lint\n```\n```ts\nimport a from "b.js";\n```', [], ['npm ci', 'make lint'], true],
	['Use Node.js, read and/or write, i.e. v1.2, at 12:30. See https://example.com/a.html', [], [], false],
	['Call `app.use`, `foo()`, `process.env`, `a/b`', ['a/b'], [], false],
	['Make sure to go ahead', [], [], false],
	['', [], [], false],
])('%s names %j and %j.', (text, paths, commands, isCertain) => {
	expect(namesIn(text)).toEqual({ paths, commands, isCertain });
});

test.each<[string, string, boolean]>([
	['src/a.ts', 'src/a.ts', true],
	['a.ts', 'src/a.ts', true],
	['src/a.ts', 'a.ts', false],
	['/w/src/a.ts', 'src/a.ts', true],
	['a.ts', 'data.ts', false],
	['src/core', 'src/core/deep/a.ts', true],
	['core/', 'src/core/a.ts', true],
	['core/', 'src/core-two/a.ts', false],
	['README', 'docs/README.md', true],
	['README', 'READMEs.md', false],
])('A plan that names %s: %s is named: %s.', (named, file, isNamed) => {
	expect(namesFile({ paths: [named] }, file)).toBe(isNamed);
});

test.each<[string, string, boolean]>([
	['npm test', 'npm test', true],
	['npm test', 'cd web && npm  run test -- --run', true],
	['npm test', 'npm testing', false],
	['make lint', "bash -lc 'make lint'", true],
	['make lint', 'cmake lint', false],
])('A plan that names %s: running %s is named: %s.', (named, line, isNamed) => {
	expect(namesCommand({ commands: [named] }, line)).toBe(isNamed);
});

test('Texts of any kind are searched within bounds.', () => {
	for (const text of [
		'`'.repeat(20_000),
		'`a` '.repeat(20_000),
		'```\n'.repeat(20_000),
		'a/'.repeat(20_000),
		'`` ` '.repeat(9000),
	]) {
		const { paths, commands } = namesIn(text);
		expect(paths.length + commands.length).toBeLessThanOrEqual(100);
	}
});
