/** A step of a plan: its text as Markdown, without the mark of the list, and the lines of the plan that it takes, from 0. */
export type PlanStepText = { readonly text: string; readonly line: number; readonly lines: number };

/** The mark of an item, and of a heading that is a step, from the start of its line. */
const MARK = /^( {0,3})(?:\d{1,3}[.)]|[-*+])(?: \[[ xX]\])? +/;
const NUMBERED_HEADING = /^(#{1,6}) +\d{1,3}[.)] +(?=\S)/;
const STEP_HEADING = /^(#{1,6}) +(?:step|phase|stage|task|part) +\d{1,3}\b *(?:[:.)–—-]+ *)?(?=\S)/i;
const ITEM = new RegExp(`${MARK.source}(.*)$`);
const FENCE = /^ {0,3}(?:```|~~~)/;
const MOST_STEPS = 200;

/** The mark that a step of a plan begins with, as it is to stay where the step is another. */
export function markOf(line: string): string {
	return (STEP_HEADING.exec(line) ?? NUMBERED_HEADING.exec(line) ?? MARK.exec(line))?.[0] ?? '';
}

/** Steps of a plan with the text below each: headings named “Step …”, else list items, numbered ones first. */
export function planSteps(plan: string): readonly PlanStepText[] {
	const called = headingsOf(plan, STEP_HEADING);
	if (called.length > 1) return stepsOf(called);
	const items = itemsOf(plan);
	const numbered = items.filter(({ isNumbered }) => isNumbered);
	if (numbered.length > 1) return stepsOf(numbered);
	const headings = headingsOf(plan, NUMBERED_HEADING);
	return stepsOf(headings.length > 1 ? headings : items);
}

function stepsOf(items: readonly Pick<Item, 'line' | 'lines'>[]): readonly PlanStepText[] {
	return items
		.slice(0, MOST_STEPS)
		.map(({ line, lines }) => {
			const text = lines.join('\n').trimEnd();
			return { text, line, lines: text.split('\n').length };
		})
		.filter(({ text }) => text.trim() !== '');
}

/** Headings with such a mark, at the level of the first, each with what stands above the next of its level or a higher one. */
function headingsOf(plan: string, mark: RegExp): readonly Pick<Item, 'line' | 'lines'>[] {
	const steps: Pick<Item, 'line' | 'lines'>[] = [];
	let level = 0;
	let isInStep = false;
	let isInFence = false;
	for (const [at, line] of plan.replaceAll('\r\n', '\n').split('\n').entries()) {
		if (FENCE.test(line)) isInFence = !isInFence;
		const depth = isInFence ? 0 : (/^(#{1,6}) /.exec(line)?.[1]?.length ?? 0);
		const found = depth > 0 && (level === 0 || depth === level) ? mark.exec(line) : null;
		if (found !== null) {
			level = depth;
			isInStep = true;
			steps.push({ line: at, lines: [line.slice(found[0].length)] });
		} else if (depth > 0 && depth <= level) isInStep = false;
		else if (isInStep) steps.at(-1)?.lines.push(line);
	}
	return steps;
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
		// A line that is indented further belongs to the item above.
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
