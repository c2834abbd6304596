import type { Result } from '../../../core/failure.js';
import { canRunPrograms } from '../../../core/shadow/can-run-programs.js';
import type { ShadowChange, ShadowTexts } from '../../../core/shadow/shadow-change.js';
import { formatBytes } from '../../../core/text/bytes.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { unifiedDiff } from '../../../view/code/hunks.js';
import { modes } from '../../../view/shadow/shadow-panel-messages.js';
import type { Style } from '../../style.js';

/** A change in one line: what becomes of the path, and by how many lines. */
export function lineOf(change: ShadowChange, style: Style): string {
	const { path, from, status, kind, added, removed, mode, openFolder, conflict, size, link } = change;
	const counts = added === null || removed === null || kind !== 'file' ? [] : [`+${added} −${removed}`];
	const words = [
		status === 'renamed' ? `renamed from ${sanitizeLine(from ?? '')}` : status,
		...(kind === 'file' ? [] : [link === undefined ? kind : `link to ${sanitizeLine(link.target)}`]),
		...(size === undefined ? [] : [formatBytes(size)]),
		...counts,
		...(mode === undefined ? [] : [`mode ${modes(mode.before, mode.after)}`]),
		...(openFolder === undefined
			? []
			: [`in the new folder ${sanitizeLine(openFolder.path)}, mode ${modes(null, openFolder.mode)}`]),
	].join(', ');
	const runs = canRunPrograms(change) ? `, ${style.warning('can run programs')}` : '';
	const warning = conflict === null ? '' : `\n  ${style.warning(`Conflict: ${conflict.reason}.`)}`;
	return `${style.heading(sanitizeLine(path))}  ${words}${runs}${warning}`;
}

/** Both sides as a diff, where both are text. */
export function diffOf(
	{ path, from, status, kind }: ShadowChange,
	texts: ShadowTexts,
	source: Result<ShadowTexts> | null,
	style: Style,
): string {
	const before = source?.ok === true ? source.value.before : texts.before;
	const { after } = texts;
	const isText = (status === 'added' || before !== null) && (status === 'deleted' || after !== null);
	if (kind !== 'file' || !isText || before === after) return '';
	// A name with a line break would add lines of its own.
	const lines = unifiedDiff(sanitizeLine(path), before, after ?? '').split('\n');
	if (status === 'deleted') lines[1] = '+++ /dev/null';
	if (from !== undefined) lines[0] = `--- a/${sanitizeLine(from)}`;
	return lines.map((line) => colored(line, style)).join('\n');
}

function colored(line: string, style: Style): string {
	const clean = line === '' ? '' : `${line[0] ?? ''}${sanitizeLine(line.slice(1))}`;
	if (/^(?:---|\+\+\+|@@)/.test(clean)) return style.detail(clean);
	if (clean.startsWith('+')) return style.mark(clean);
	return clean.startsWith('-') ? style.error(clean) : clean;
}
