import { expect, test } from 'vitest';
import { fileLocation } from '../../../../src/view/transcript/as-text/file-location.js';
import { foundPlaces } from '../../../../src/view/transcript/tool/input.js';
import { tool } from '../samples.js';

const found = [{ path: 'src/a.ts', line: 3 }, { path: 'b.ts' }];

test.each<[string, unknown]>([
	['a list', [{ path: 'src/a.ts', line: 3 }, { path: 'b.ts' }]],
	['a list in a field', { total: 2, matches: [{ file: 'src/a.ts', lineNumber: 3, text: 'x' }, { file: 'b.ts' }] }],
	['a list further down', { result: { files: [{ filePath: 'src/a.ts', start_line: 3 }, { filePath: 'b.ts' }] } }],
	[
		'lines that are none',
		[
			{ path: 'src/a.ts', line: 3 },
			{ path: 'b.ts', line: -1 },
		],
	],
])('places are read from %s of a result', (_, rawOutput) => {
	const entry = tool({ kind: 'search', title: 'Find x', locations: [], rawOutput });
	expect(foundPlaces(entry.call)).toEqual(found);
	expect(fileLocation(entry)).toEqual(found[0]);
});

test('the places that a call says itself come before those of its result', () => {
	const { call } = tool({ locations: [{ path: 'c.ts' }], rawOutput: found });
	expect(foundPlaces(call)).toEqual([{ path: 'c.ts' }]);
});

test.each([[undefined], ['src/a.ts'], [[]], [{ matches: ['src/a.ts'] }], [null]])('%j holds no places', (rawOutput) => {
	expect(foundPlaces(tool({ locations: [], rawOutput }).call)).toEqual([]);
});
