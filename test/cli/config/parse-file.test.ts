import { expect, test } from 'vitest';
import { parseFile } from '../../../src/cli/config/parse-file.js';

const JSON_TEXT = `{
  "ui": { "theme": "dark" },
  "note": "a \\"permissions\\": [ in a text",
  "permissions": {
    "deny": [],
    "allow": [
      "Read",

      "Edit(a,b)", "Edit(])"
    ],
    "ask": ["Execute"]
  }
}`;
const YAML_TEXT = `# permissions:
ui:
  theme: dark
"permissions":
  deny: [Read, "Edit(a)"]

  allow:
  - Read
  # a remark
  - 'Edit(a)'
  ask:
    - Execute
agents:
  mine:
    command: x
`;

test.each<[string, (string | number)[], number | null]>([
	['json', ['ui'], 2],
	['json', ['ui', 'theme'], 2],
	['json', ['permissions'], 4],
	['json', ['permissions', 'allow', 0], 7],
	['json', ['permissions', 'allow', 1], 9],
	['json', ['permissions', 'allow', 2], 9],
	['json', ['permissions', 'ask', 0], 11],
	['json', ['permissions', 'ask', 1], null],
	['json', ['nothing'], null],
	['yaml', ['ui', 'theme'], 3],
	['yaml', ['permissions', 'deny', 1], 5],
	['yaml', ['permissions', 'allow', 0], 8],
	['yaml', ['permissions', 'allow', 1], 10],
	['yaml', ['permissions', 'ask', 0], 12],
	['yaml', ['agents', 'mine', 'command'], 15],
	['yaml', ['agents', 'other'], null],
	['yaml', ['nothing'], null],
])('in %s, %j stands in line %s', (format, path, line) => {
	const { placeOf } = parseFile('f', format === 'json' ? JSON_TEXT : YAML_TEXT, format === 'json');
	expect(placeOf(path)).toBe(line === null ? 'f' : `f:${line}`);
});

test.each([
	['{ "a: 1 }', '1:3', 'a name'],
	['{ "x\\e": 1 }', '1:3', 'a name'],
	['{ a: 1 }', '1:3', 'a name'],
	['{"a": 1,\n - "b": 2 }', '2:2', 'a name'],
	['{', '1:2', 'a name'],
	['{"a"', '1:5', 'a colon'],
	['{"a":', '1:6', 'a value'],
	['{"a": tru}', '1:7', 'a value'],
	['[1 2]', '1:4', 'a comma or the closing bracket'],
	['{"a": 1} x', '1:10', 'the end of the file'],
])('%s is broken at %s, where it takes %s', (text, place, words) => {
	expect(() => parseFile('f', text, true)).toThrow(new RegExp(`f:${place}.*expected ${words}`));
});
