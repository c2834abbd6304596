import { expect, test } from 'vitest';
import { otherNameOf } from '../../../../src/services/shadow/apply/stage-apply.js';

const LISTED = ['README.md', 'src', 'Caf\u00e9.txt'];

test.each([
	['readme.md', 'README.md'],
	['SRC', 'src'],
	['cafe\u0301.TXT', 'Caf\u00e9.txt'],
	['README.md', null],
	['other.md', null],
])('A disk that does not tell case apart has %s under %s.', (name, other) => {
	expect(otherNameOf(name, LISTED)).toBe(other);
	expect(otherNameOf(name, [...LISTED, name])).toBeNull();
});
