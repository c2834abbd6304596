import { expect, test, vi } from 'vitest';
import { ReadyLayout } from '../../src/ui/ready-layout.js';

const { Node, DISPLAY_FLEX, DISPLAY_NONE } = ReadyLayout;

function textOf(height: number) {
	const node = Node.create();
	const measure = vi.fn((width: number) => ({ width, height }));
	node.setMeasureFunc(measure);
	return { node, measure };
}

test('Texts stand one below the other, as wide as the terminal', () => {
	const root = Node.create();
	const [first, second] = [textOf(3), textOf(2)];
	root.insertChild(second.node, 0);
	root.insertChild(first.node, 0);
	root.setWidth(40);
	root.calculateLayout();
	expect([first.node.getComputedTop(), second.node.getComputedTop()]).toEqual([0, 3]);
	expect([root, first.node, second.node].map((node) => node.getComputedWidth())).toEqual([40, 40, 40]);
	expect(root.getComputedHeight()).toBe(5);
	expect(root.getChildCount()).toBe(2);
});

test('A text is measured again when it or the width changed, and only then', () => {
	const root = Node.create();
	const { node, measure } = textOf(1);
	root.insertChild(node, 0);
	root.setWidth(40);
	root.calculateLayout();
	root.calculateLayout();
	expect(measure).toHaveBeenCalledTimes(1);
	node.markDirty();
	root.calculateLayout();
	expect(measure).toHaveBeenCalledTimes(2);
	root.setWidth(50);
	root.calculateLayout();
	expect(measure).toHaveBeenLastCalledWith(50, ReadyLayout.MEASURE_MODE_AT_MOST);
});

test('What is hidden or was removed takes no room', () => {
	const root = Node.create();
	const [first, second] = [textOf(3), textOf(2)];
	root.insertChild(first.node, 0);
	root.insertChild(second.node, 1);
	first.node.setDisplay(DISPLAY_NONE);
	root.calculateLayout();
	expect(root.getComputedHeight()).toBe(2);
	expect(first.node.getDisplay()).toBe(DISPLAY_NONE);
	first.node.setDisplay(DISPLAY_FLEX);
	root.removeChild(second.node);
	root.calculateLayout();
	expect(root.getComputedHeight()).toBe(3);
});
