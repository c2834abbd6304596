import { quotedName } from './names.js';

/** Effect of a patch on the index entry: it stays, comes, goes, or takes the place of one of another name. */
export type PatchKind =
	| { readonly type: 'change' }
	| { readonly type: 'add' | 'delete'; readonly mode: string }
	| { readonly type: 'move'; readonly from: Buffer };

/** Hunks of one file with its names, as `git apply` reads them; null where they are no hunks of one file. */
export function patchWithNames(hunks: string, name: Buffer, kind: PatchKind): Buffer | null {
	if (!areHunks(hunks)) return null;
	const [before, after] = [quotedWith('a/', kind.type === 'move' ? kind.from : name), quotedWith('b/', name)];
	const header = [`diff --git ${before} ${after}`];
	if (kind.type === 'add') header.push(`new file mode ${kind.mode}`);
	if (kind.type === 'delete') header.push(`deleted file mode ${kind.mode}`);
	if (kind.type === 'move') header.push(`rename from ${quotedName(kind.from)}`, `rename to ${quotedName(name)}`);
	header.push(
		`--- ${kind.type === 'add' ? '/dev/null' : before}`,
		`+++ ${kind.type === 'delete' ? '/dev/null' : after}`,
	);
	return Buffer.from(`${header.join('\n')}\n${hunks}`);
}

function quotedWith(prefix: string, name: Buffer): string {
	return quotedName(Buffer.concat([Buffer.from(prefix), name]));
}

const RANGE = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Whether all lines belong to hunks, so that none can name another file. */
function areHunks(text: string): boolean {
	let [old, fresh] = [0, 0];
	const lines = text.split('\n');
	if (lines.pop() !== '' || lines.length === 0) return false;
	for (const line of lines) {
		const sign = line[0];
		if (sign === '\\') continue;
		if (old === 0 && fresh === 0) {
			const [, , oldCount = '1', , newCount = '1'] = RANGE.exec(line) ?? [];
			if (!RANGE.test(line)) return false;
			[old, fresh] = [Number(oldCount), Number(newCount)];
		} else if (sign === ' ' || sign === '-' || sign === '+') {
			if (sign !== '+') old -= 1;
			if (sign !== '-') fresh -= 1;
			if (old < 0 || fresh < 0) return false;
		} else return false;
	}
	return old === 0 && fresh === 0;
}

/** Whether nothing is before the hunks, or behind them: the file comes, or goes, with them. */
export function emptiness(hunks: string): { readonly before: boolean; readonly after: boolean } {
	const [, oldStart, oldCount, newStart, newCount] = RANGE.exec(hunks) ?? [];
	return { before: oldStart === '0' && oldCount === '0', after: newStart === '0' && newCount === '0' };
}
