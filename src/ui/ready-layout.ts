type Measure = (width: number, widthMode: number) => { readonly width: number; readonly height: number };

// Yoga's own numbers, as Ink passes and compares them.
const MEASURE_MODE_AT_MOST = 2;
const DISPLAY_FLEX = 0;
const DISPLAY_NONE = 1;

/**
 * A node of the layout: texts one below the other, each as wide as the terminal. It has what Ink calls
 * of a Yoga node; padding and borders are those of boxes, and there are none on our screen.
 */
class ReadyNode {
	#children: ReadyNode[] = [];
	#measure: Measure | null = null;
	#display = DISPLAY_FLEX;
	#width = 0;
	#height = 0;
	#top = 0;
	/** The width for which the size of a text holds; null when it has to be measured. */
	#measuredFor: number | null = null;

	insertChild(child: ReadyNode, index: number): void {
		this.#children.splice(index, 0, child);
	}

	removeChild(child: ReadyNode): void {
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

	markDirty(): void {
		this.#measuredFor = null;
	}

	setDisplay(display: number): void {
		this.#display = display;
	}

	getDisplay(): number {
		return this.#display;
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
		if (this.#measure !== null) {
			if (this.#measuredFor !== width) this.#height = this.#measure(width, MEASURE_MODE_AT_MOST).height;
			this.#measuredFor = width;
			return;
		}
		this.#height = 0;
		for (const child of this.#children) {
			if (child.#display === DISPLAY_NONE) continue;
			child.#place(this.#height, width);
			this.#height += child.#height;
		}
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

	getComputedMargin(): number {
		return 0;
	}

	free(): void {}

	freeRecursive(): void {}
}

/**
 * Takes the place of Yoga in the bundle. Yoga is 90 kB of WebAssembly that has to be decoded, compiled
 * and started before a first frame can be drawn; all that it would lay out here is the one text of `Rows`.
 */
export const ReadyLayout = {
	Node: { create: (): ReadyNode => new ReadyNode() },
	MEASURE_MODE_UNDEFINED: 0,
	MEASURE_MODE_AT_MOST,
	DISPLAY_FLEX,
	DISPLAY_NONE,
	DIRECTION_LTR: 1,
	EDGE_LEFT: 0,
	EDGE_TOP: 1,
	EDGE_RIGHT: 2,
	EDGE_BOTTOM: 3,
};

/** Takes the place of Ink's styles of a node: nothing here has margins, sizes or directions. */
export function ignoreStyles(): void {}
