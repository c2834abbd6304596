type Measure = (width: number, widthMode: number) => { readonly height: number };

// Yoga's own numbers, as Ink passes and compares them.
const MEASURE_MODE_AT_MOST = 2;
const DISPLAY_FLEX = 0;

/**
 * A node of the layout: texts one below the other, each as wide as the terminal. It has what Ink calls
 * of a Yoga node; there are no boxes in what we draw, so nothing is hidden, padded or framed.
 */
class LayoutNode {
	#children: LayoutNode[] = [];
	#measure: Measure | null = null;
	#width = 0;
	#height = 0;
	#top = 0;

	insertChild(child: LayoutNode, index: number): void {
		this.#children.splice(index, 0, child);
	}

	removeChild(child: LayoutNode): void {
		this.#children = this.#children.filter((each) => each !== child);
	}

	getChildCount(): number {
		return this.#children.length;
	}

	setMeasureFunc(measure: Measure): void {
		this.#measure = measure;
	}

	unsetMeasureFunc(): void {
		this.#measure = null;
	}

	setWidth(width: number): void {
		this.#width = width;
	}

	/** Places everything below; the root's width was set before. */
	calculateLayout(): void {
		this.#place(0, this.#width);
	}

	#place(top: number, width: number): void {
		this.#top = top;
		this.#width = width;
		this.#height = this.#measure?.(width, MEASURE_MODE_AT_MOST).height ?? 0;
		for (const child of this.#children) {
			child.#place(this.#height, width);
			this.#height += child.#height;
		}
	}

	getDisplay(): number {
		return DISPLAY_FLEX;
	}

	getComputedLeft(): number {
		return 0;
	}

	getComputedTop(): number {
		return this.#top;
	}

	getComputedWidth(): number {
		return this.#width;
	}

	getComputedHeight(): number {
		return this.#height;
	}

	getComputedPadding(): number {
		return 0;
	}

	getComputedBorder(): number {
		return 0;
	}

	setDisplay(): void {}

	markDirty(): void {}

	free(): void {}

	freeRecursive(): void {}
}

/**
 * Takes the place of Yoga. Yoga is 90 kB of WebAssembly that has to be decoded, compiled and started before a first
 * frame can be drawn; all that it would lay out here is one text.
 */
export const SingleTextLayout = {
	Node: { create: (): LayoutNode => new LayoutNode() },
	MEASURE_MODE_UNDEFINED: 0,
	DISPLAY_FLEX,
	DISPLAY_NONE: 1,
	DIRECTION_LTR: 1,
	EDGE_LEFT: 0,
	EDGE_TOP: 1,
	EDGE_RIGHT: 2,
	EDGE_BOTTOM: 3,
};

/** Takes the place of Ink's styles of a node: nothing here has margins, sizes or directions. */
export function ignoreStyles(): void {}
