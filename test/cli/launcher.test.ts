import { describe, expect, test } from 'vitest';
// @ts-expect-error: the launcher is plain JavaScript, so that an old Node.js can load it.
import { nodeProblem } from '../../bin/check-node.js';

describe('the launcher', () => {
	test.each(['22.18.0', '22.20.1', '23.0.0', '24.21.0', '100.0.0'])('takes Node.js %s', (version) => {
		expect(nodeProblem(version)).toBeNull();
	});

	test.each(['12.22.1', '18.20.0', '20.20.2', '22.9.0', '22.17.9', ''])(
		'refuses Node.js %s in a sentence',
		(version) => {
			expect(nodeProblem(version)).toBe(
				`acp-tui needs Node.js 22.18 or newer, this is ${version}: install a newer one (https://nodejs.org), or in a clone run "npm install" and "npm start"`,
			);
		},
	);
});
