import { faint, type Line, plain } from '../line.js';
import { clipLine, padLine, targeted } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import type { Target } from '../target.js';
import type { Section, SectionId } from './section.js';
import { sectionsOf } from './sections.js';

export type SidePanel = {
	/** A line for each row beside the conversation; empty: there is no panel. */
	readonly side: readonly Line[];
	readonly sideAt: number;
};

export const NO_SIDE_PANEL: SidePanel = { side: [], sideAt: 0 };
const RULE = faint('│');
const BLANK: Line = [RULE];

export function renderSidePanel(context: ScreenContext, rows: number): SidePanel {
	const { columns, sideColumns = 0 } = context.ui;
	if (sideColumns === 0) return NO_SIDE_PANEL;
	const width = sideColumns - 3;
	const { whole = context.session } = context;
	const sections = fitted(sectionsOf(context, whole, width), rows);
	const side: Line[] = [];
	for (const { id, head, lines } of sections) {
		if (side.length > 0) side.push(BLANK);
		for (const line of [head, ...lines]) {
			const cells = padLine(clipLine(line, width), width);
			// A row with a target keeps it.
			const target = line[0]?.style?.target ?? TARGETS[id];
			side.push([RULE, plain(' '), ...targeted(cells, target)]);
		}
	}
	while (side.length < rows) side.push(BLANK);
	return { side: side.slice(0, rows), sideAt: columns };
}

const TARGETS: Readonly<Record<SectionId, Target>> = {
	tasks: { type: 'action', id: 'toggle-plan' },
	changes: { type: 'command', name: 'review', args: 'session' },
	subagents: { type: 'action', id: 'subagents' },
	queue: { type: 'command', name: 'queue' },
	context: { type: 'command', name: 'usage' },
	mcp: { type: 'command', name: 'mcp' },
	sandbox: { type: 'action', id: 'permissions' },
};

type Fitted = Pick<Section, 'id' | 'head'> & { readonly lines: readonly Line[] };

const LEAST_ROWS = 2;

function fitted(sections: readonly Section[], rows: number): readonly Fitted[] {
	const parts = sections.map((section) => ({ section, most: Math.min(section.count, rows) }));
	const height = (): number => parts.reduce((sum, { most }) => sum + most + 2, -1);
	while (parts.length > 0 && height() > rows) {
		const longest = parts.reduce((one, other) => (other.most > one.most ? other : one));
		if (longest.most > LEAST_ROWS) longest.most -= 1;
		else parts.pop();
	}
	return parts.map(({ section, most }) => {
		const { id, head, count, whole } = section;
		const all = most < count ? undefined : whole?.();
		const isRoom = all !== undefined && height() - most + all.length <= rows;
		return { id, head, lines: isRoom ? all : section.rows(most) };
	});
}
