/** A step of a plan: its text as Markdown, without the mark of the list, and the lines of the plan that it takes, from 0. */
export type PlanStepText = { readonly text: string; readonly line: number; readonly lines: number };

/** The mark of a step, from the start of its line. */
export const MARK = /^( {0,3})(?:\d{1,3}[.)]|[-*+])(?: \[[ xX]\])? +/;
const ITEM = new RegExp(`${MARK.source}(.*)$`);
const FENCE = /^ {0,3}(?:```|~~~)/;
const MOST_STEPS = 200;

/**
 * Steps of a plan: the items of its lists at the outermost level, each with what stands below it. Numbered items are the
 * steps where there are any: lists with dots beside them only explain. Empty where the plan has no list.
 */
export function planSteps(plan: string): readonly PlanStepText[] {
	const items = itemsOf(plan);
	const numbered = items.filter(({ isNumbered }) => isNumbered);
	return (numbered.length > 1 ? numbered : items)
		.slice(0, MOST_STEPS)
		.map(({ line, lines }) => {
			const text = lines.join('\n').trimEnd();
			return { text, line, lines: text.split('\n').length };
		})
		.filter(({ text }) => text.trim() !== '');
}

type Item = { readonly isNumbered: boolean; readonly line: number; readonly lines: string[] };

function itemsOf(plan: string): readonly Item[] {
	const items: Item[] = [];
	let isInItem = false;
	let isInFence = false;
	let outermost = 0;
	for (const [at, line] of plan.replaceAll('\r\n', '\n').split('\n').entries()) {
		const isFence = FENCE.test(line);
		const item = isInFence ? null : ITEM.exec(line);
		const indent = item?.[1]?.length ?? 0;
		// One further in belongs to the item above.
		const found = isInItem && indent > outermost ? null : item;
		if (isFence) isInFence = !isInFence;
		if (found !== null) {
			items.push({ isNumbered: /^ *\d/.test(line), line: at, lines: [found[2] ?? ''] });
			isInItem = true;
			outermost = indent;
		} else if (isInItem && !isInFence && !isFence && /^\S/.test(line)) {
			// A heading or a paragraph at the edge ends the item.
			isInItem = false;
		} else if (isInItem) items.at(-1)?.lines.push(line.replace(/^ {1,4}|^\t/, ''));
	}
	return items;
}
