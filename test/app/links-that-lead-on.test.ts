import { expect, test } from 'vitest';
import { lines } from '../core/lines.js';
import { folderOfFile } from '../services/temporary-folder.js';
import { checkout } from './checkout.js';

/** A clone in which `p/k` and `p/top` lead to other folders of it, of which one has a link to a secret. */
const { decided } = checkout(folderOfFile(), {
	paths: ['src/a.ts', 'src/my file.ts', 'src/deep/b.ts', 'docs/x.md', 'package.json', 'other/', 'p/'],
	links: { 'p/k': '../other', 'p/top': '..', 'src/link': 'deep', 'other/leak': '/etc/passwd' },
});

test.each(lines`
	grep -R x p ¦ grep -Rn x ¦ grep -R x . ¦ grep -R -e x p ¦ grep -RA 3 x ¦ egrep -R x p ¦ cd p && grep -R x
	grep --dereference-recursive x p ¦ diff -r p src ¦ diff -rq src p ¦ diff --recursive p src ¦ bash -c 'grep -R x p'
	timeout 5 grep -R x p ¦ find p -type d | xargs -I X grep -R x X ¦ find docs -exec grep -R x {} +
	find src | xargs -n2 diff -r ¦ for d in p; do grep -R x $d; done ¦ for d in *; do grep -R x "$d"; done
	cat p/**/leak ¦ cat p/**/* ¦ cat p/***/leak ¦ cat $(find p/*/.) ¦ find p/*/ | xargs cat ¦ find p/*/. | xargs cat
	for f in $(find p/*/.); do cat $f; done ¦ find other | while read -r f; do wc -l < "$f"; done
	F=other/leak; cat $F ¦ F=other/leak && cat "$F" ¦ if true; then F=other/leak; cat $F; fi ¦ F=leak; cat other/$F
	{ F=other/leak; cat $F; } ¦ bash -c 'F=other/leak; cat $F' ¦ F=other; cd $F; cat leak ¦ A=other; B=$A/leak; cat $B
	F=other/leak; x=$(cat $F); echo $x ¦ F=other/leak; (cat $F) ¦ F=other/leak; wc -l < "$F" ¦ cat **/leak ¦ cat other/*k
	F=$(find src/deep); cd other; cat $F ¦ for x in 1; do F=other/leak; cat $F; done ¦ F=other/lea'k'; cat "$F"
	for f in $(find other); do head -1 < $f; done ¦ cat < $(find other) ¦ cat < $(find docs -delete) ¦ cat < $(rm x)
	cat < <(cat other/leak) ¦ cat < <(rm x) ¦ find src | while read -r f; do wc -l < "$f"; done
`)('%s is refused: names found by it lead on to a file outside, or to several words.', async (text) => {
	expect((await decided(text, 'plan')).decision).toBe('deny');
});

test.each(lines`
	grep -R x docs ¦ grep -Rn x src docs ¦ grep -R x src ¦ diff -r src docs ¦ diff -rq src/deep docs ¦ wc -l src/**/*.ts
	cat docs/**/*.md | head ¦ grep -n x src/**/*.ts ¦ cat < <(ls docs) ¦ diff <(ls src) <(ls docs)
	find docs | while read -r f; do echo "$f: $(wc -l < "$f")"; done ¦ for f in $(find docs); do wc -l < $f; done
	F=src/a.ts; cat $F ¦ F=src/a.ts && wc -l "$F"; head "$F" ¦ DIR=src; ls $DIR/deep ¦ cat other/*.md
	cat src/link/b.ts ¦ cat src/*/b.ts ¦ find src -type f -exec wc -l {} +
`)('%s only reads.', async (text) => {
	expect((await decided(text, 'plan')).decision).toBe('allow');
});
