import type { Pixels } from './gif.js';

/** A picture scaled down into `most`, in its proportions, each pixel the mean of its source pixels; never enlarged. */
export function shrink(picture: Pixels, most: { readonly width: number; readonly height: number }): Pixels {
	const scale = Math.min(1, most.width / picture.width, most.height / picture.height);
	if (scale === 1) return picture;
	const width = Math.max(1, Math.round(picture.width * scale));
	const height = Math.max(1, Math.round(picture.height * scale));
	const data = new Uint8Array(width * height * 4);
	for (let y = 0; y < height; y += 1) {
		const top = Math.floor((y * picture.height) / height);
		const bottom = Math.max(top + 1, Math.floor(((y + 1) * picture.height) / height));
		for (let x = 0; x < width; x += 1) {
			const left = Math.floor((x * picture.width) / width);
			const right = Math.max(left + 1, Math.floor(((x + 1) * picture.width) / width));
			mean(picture, { left, right, top, bottom }, data, (y * width + x) * 4);
		}
	}
	return { width, height, data };
}

type Area = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

/** Colours are weighted by opacity. */
function mean({ width, data }: Pixels, { left, right, top, bottom }: Area, into: Uint8Array, to: number): void {
	let red = 0;
	let green = 0;
	let blue = 0;
	let alpha = 0;
	for (let y = top; y < bottom; y += 1) {
		for (let at = (y * width + left) * 4; at < (y * width + right) * 4; at += 4) {
			const weight = data[at + 3] ?? 0;
			red += (data[at] ?? 0) * weight;
			green += (data[at + 1] ?? 0) * weight;
			blue += (data[at + 2] ?? 0) * weight;
			alpha += weight;
		}
	}
	if (alpha === 0) return;
	into[to] = red / alpha;
	into[to + 1] = green / alpha;
	into[to + 2] = blue / alpha;
	into[to + 3] = alpha / ((right - left) * (bottom - top));
}
