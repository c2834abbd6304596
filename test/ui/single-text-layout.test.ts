import { expect, test } from 'vitest';
import { SingleTextLayout } from '../../src/ui/build/single-text-layout.js';

const { Node } = SingleTextLayout;

function textOf(height: number) {
	const node = Node.create();
	node.setMeasureFunc(() => ({ height }));
	return node;
}

test('Texts stand one below the other, as wide as the terminal', () => {
	const root = Node.create();
	const [first, second] = [textOf(3), textOf(2)];
	root.insertChild(second, 0);
	root.insertChild(first, 0);
	root.setWidth(40);
	root.calculateLayout();
	expect([first.getComputedTop(), second.getComputedTop()]).toEqual([0, 3]);
	expect([root, first, second].map((node) => node.getComputedWidth())).toEqual([40, 40, 40]);
	expect(root.getComputedHeight()).toBe(5);
	expect(root.getChildCount()).toBe(2);
});

test('What was removed takes no room', () => {
	const root = Node.create();
	const [first, second] = [textOf(3), textOf(2)];
	root.insertChild(first, 0);
	root.insertChild(second, 1);
	root.removeChild(second);
	root.calculateLayout();
	expect(root.getComputedHeight()).toBe(3);
});
