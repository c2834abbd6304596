import fc from 'fast-check';
import { type ParseError, parse } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { formatOf, plainJson } from '../../../src/cli/config/file-format.js';

const runs = process.env['ACP_TUI_LONG'] === undefined ? 500 : 20_000;

/** The value that jsonc-parser reads; `null` where it finds a mistake. */
function known(text: string): { readonly value: unknown } | null {
	const errors: ParseError[] = [];
	const value: unknown = parse(text, errors, { allowTrailingComma: true, disallowComments: false });
	return errors.length === 0 ? { value } : null;
}

function ours(text: string): { readonly value: unknown } | null {
	try {
		return { value: JSON.parse(plainJson(text)) };
	} catch {
		return null;
	}
}

test('JSON with comments and trailing commas means what it means to the library of editors', () => {
	const piece = fc.constantFrom(
		...['{', '}', '[', ']', ',', ':', '"a"', '"b//c"', '"\\""', '"/*"', '"*/"', '1', 'true', ' ', '\n', '\r\n'],
		...['// x', '//', '/* y */', '/* \n */', '/*', '*/', ',}', ',]', '{"k":', '{"k":1,', '[1,', '"', '\\', '#'],
	);
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
			const text = pieces.join('');
			expect(plainJson(text)).toHaveLength(text.length);
			expect(ours(text)).toEqual(known(text));
		}),
		{ numRuns: runs },
	);
});

test.each([
	['{"mode":"plan"}', 'json'],
	['// mine\n{"mode":"plan",}', 'json'],
	['{\n  // mine\n  "mode": plan\n}', 'json'],
	['mode: plan', 'yaml'],
	['{mode: plan, agent: http://x}', 'yaml'],
	['# mine\n{"mode": "plan"}', 'yaml'],
])('.acp-tuirc that holds %j is %s', (text, format) => {
	expect(formatOf('/project/.acp-tuirc', text)).toBe(format);
});
