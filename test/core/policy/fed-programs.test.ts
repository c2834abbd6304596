import { describe, expect, test } from 'vitest';
import { runsUnknown } from '../../../src/core/policy/fed-programs.js';
import { lines } from '../lines.js';

describe('What runs is not in the line', () => {
	test.each([
		['sh', 'base64 -d x > >(sh)'],
		['bash', 'base64 -d x | tee >(bash) >/dev/null'],
		['sh', 'base64 -d x 2>&1 >/dev/null 2> >(sh)'],
		['python3', 'tee >(rev | python3 -) < x'],
		['make', 'base64 -d x | make -f -'],
		['make', 'base64 -d x | make -sf /dev/stdin all'],
		['gmake', 'base64 -d x | gmake --makefile=/dev/fd/0'],
		['make', 'make -f <(base64 -d x)'],
		['make', 'base64 -d x | env A=1 make --file -'],
		['make', 'base64 -d x | make -f a.mk -f -'],
		['awk', 'awk -f lib.awk -f <(base64 -d x)'],
		['awk', 'base64 -d x | awk -f - a.txt'],
		['gawk', 'base64 -d x | gawk -f/dev/fd/0 a.txt'],
		['awk', 'awk -f <(base64 -d x) a.txt'],
		['sed', 'base64 -d x | sed -n -f - a.txt'],
		['sed', 'base64 -d x | sed -nf /dev/stdin a.txt'],
		['perl', 'base64 -d x | perl - a b'],
		['python3', 'base64 -d x | python3 /dev/stdin a'],
		['python3', 'base64 -d x | python3 -W ignore'],
		['python3', 'base64 -d x | python3 -u /proc/self/fd/0'],
		['node', 'base64 -d x | node - a'],
		['ruby', 'base64 -d x | ruby'],
		['bash', 'base64 -d x | bash -s a b'],
		['bash', 'base64 -d x | bash -e -o pipefail'],
		['bash', 'exec 3<x; bash <&3'],
		['sh', 'base64 -d x | sh </dev/fd/0'],
		['.', 'base64 -d x | . /dev/stdin'],
		['sh', 'base64 -d x | xargs -I{} sh -c {}'],
		['python3', 'base64 -d x | xargs -0 python3 -c'],
		['psql', 'base64 -d x | psql db'],
		['psql', 'base64 -d x | psql -f - db'],
		['sqlite3', 'base64 -d x | sqlite3 a.db'],
		['dc', 'base64 -d x | dc'],
		['ed', 'base64 -d x | ed -s a.txt'],
		['m4', 'base64 -d x | m4'],
		['gdb', 'base64 -d x | gdb -batch -x /dev/stdin'],
		['sh', 'base64 -d x | echo $(sh)'],
		['make', 'for a in $x; do base64 -d x | make -f -; done'],
		['bash', 'x & base64 -d x > >(bash)'],
	])('of %s: %s', (name, line) => {
		expect(runsUnknown(line)).toBe(name);
	});

	test.each([
		...lines`
			echo "all: ; true" | make -f - ¦ make -f build.mk all ¦ base64 -d x | make all
			base64 -d x | awk -f prog.awk - ¦ base64 -d x | awk '{print $1}' - ¦ awk -f prog.awk <(sort x)
			base64 -d x | sed -f script.sed - ¦ base64 -d x | sed -n '/f -/p' - ¦ base64 -d x | python3 -m json.tool
			base64 -d x | python3 parse.py ¦ base64 -d x | node -e 'process.stdin.resume()'
			base64 -d x | perl -ne 'print if /a/' ¦ base64 -d x | psql -c "copy t from stdin" ¦ echo 1 2 + p | dc
			base64 -d x | bc ¦ x=$(node --version); echo "$x" ¦ x=$(python3 parse.py); echo "$x"
			cat script.sh > >(sh) ¦ base64 -d x | tee >(wc -c) >(sha256sum) > y ¦ git ls-files | xargs wc -l
			git ls-files '*.js' | xargs node --check ¦ git ls-files | xargs perl -pi -e 's/a/b/'
			bash -o pipefail script.sh <x
		`,
		"make -f - <<'EOF'\nall: ; true\nEOF",
	])('is named, or none: %s', (line) => {
		expect(runsUnknown(line)).toBeNull();
	});
});
