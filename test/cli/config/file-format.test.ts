import { expect, test } from 'vitest';
import { formatOf } from '../../../src/cli/config/file-format.js';

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
