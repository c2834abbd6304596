import type { UnknownEntry } from '../../../core/session/entries/entry.js';
import { sanitizeText } from '../../../core/text/sanitize.js';
import { type Line, styled } from '../../line.js';
import { clipLine } from '../../spans.js';
import { opennessOf, type RenderContext } from '../context.js';
import { firstLines, hang, hiddenLine } from '../layout.js';
import { omitted } from '../messages.js';
import { oneLine } from './block-summary.js';

const OPEN_LINES = 200;

/** Entry of an unknown kind: its label, how often it came, the start of its JSON; opened, more of it. */
export function renderUnknown(entry: UnknownEntry, context: RenderContext): Line[] {
	const { width } = context;
	const openness = opennessOf(entry.id, context);
	const isOpen = openness === 'open' || openness === 'all';
	const head: Line = [
		styled('? ', { color: 'muted', bold: true }),
		styled(oneLine(entry.label), { color: 'muted' }),
		...(entry.count > 1 ? [styled(` ×${entry.count}`, { color: 'muted' })] : []),
	];
	if (!isOpen) {
		const json = oneLine(entry.json);
		return [clipLine(json === '' ? head : [...head, styled(` · ${json}`, { color: 'muted', dim: true })], width)];
	}
	const body = hang([{ text: '  ' }], width, (room) => {
		const shown = firstLines(sanitizeText(entry.json), room, OPEN_LINES, { color: 'muted' });
		return shown.hidden > 0 ? [...shown.lines, hiddenLine(omitted.lines(shown.hidden), room, false)] : shown.lines;
	});
	return [clipLine(head, width), ...(entry.json.trim() === '' ? [] : body)];
}
