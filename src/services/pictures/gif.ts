export type Pixels = { readonly width: number; readonly height: number; readonly data: Uint8Array };

/** A GIF's longest LZW code, in bits, and the number of codes. */
const MOST_BITS = 12;
const MOST_CODES = 1 << MOST_BITS;

/**
 * Decodes the first frame of a GIF on the whole canvas. Null for what is no GIF, has no frame, or more pixels than
 * `mostPixels`; a truncated frame is returned as far as it goes. Never throws: the bytes are hostile.
 */
export function decodeGif(bytes: Uint8Array, mostPixels: number): Pixels | null {
	const at = (index: number): number => bytes[index] ?? 0;
	const word = (index: number): number => at(index) + at(index + 1) * 0x100;
	if (bytes.length < 13 || !/^GIF8[79]a$/.test(String.fromCharCode(...bytes.subarray(0, 6)))) return null;
	const width = word(6);
	const height = word(8);
	if (width === 0 || height === 0 || width * height > mostPixels) return null;
	const hasPalette = (at(10) & 0x80) !== 0;
	const common = hasPalette ? bytes.subarray(13, 13 + colorsOf(at(10)) * 3) : new Uint8Array();
	let transparent = -1;
	let place = 13 + (hasPalette ? colorsOf(at(10)) * 3 : 0);
	while (place < bytes.length) {
		const kind = at(place);
		if (kind === 0x21) {
			// A graphic control extension: index of the transparent colour.
			if (at(place + 1) === 0xf9 && (at(place + 3) & 1) !== 0) transparent = at(place + 6);
			place = behindBlocks(bytes, place + 2);
		} else if (kind === 0x2c) {
			const flags = at(place + 9);
			const hasOwn = (flags & 0x80) !== 0;
			const own = bytes.subarray(place + 10, place + 10 + colorsOf(flags) * 3);
			const palette = hasOwn ? own : common;
			const start = place + 10 + (hasOwn ? colorsOf(flags) * 3 : 0);
			const frame = { left: word(place + 1), top: word(place + 3), width: word(place + 5), height: word(place + 7) };
			if (frame.width * frame.height > mostPixels) return null;
			const codes = joinBlocks(bytes, start + 1);
			const indices = unpack(codes, at(start), frame.width * frame.height);
			const data = new Uint8Array(width * height * 4);
			paint({ width, height, data }, frame, indices, { palette, transparent, isInterlaced: (flags & 0x40) !== 0 });
			return { width, height, data };
		} else return null;
	}
	return null;
}

function colorsOf(flags: number): number {
	return 2 << (flags & 7);
}

function behindBlocks(bytes: Uint8Array, from: number): number {
	let place = from;
	for (let size = bytes[place] ?? 0; size !== 0; size = bytes[place] ?? 0) place += size + 1;
	return place + 1;
}

function joinBlocks(bytes: Uint8Array, from: number): Uint8Array {
	const parts: Uint8Array[] = [];
	let place = from;
	for (let size = bytes[place] ?? 0; size !== 0; size = bytes[place] ?? 0) {
		parts.push(bytes.subarray(place + 1, place + 1 + size));
		place += size + 1;
	}
	return Buffer.concat(parts);
}

/** LZW with growing code lengths. */
function unpack(codes: Uint8Array, codeSize: number, count: number): Uint8Array {
	const found = new Uint8Array(count);
	if (codeSize < 2 || codeSize > 8) return found;
	const clear = 1 << codeSize;
	const end = clear + 1;
	const before = new Uint16Array(MOST_CODES);
	const last = new Uint8Array(MOST_CODES);
	const stack = new Uint8Array(MOST_CODES + 1);
	for (let code = 0; code < clear; code += 1) last[code] = code;
	let bits = codeSize + 1;
	let next = end + 1;
	let previous = -1;
	let first = 0;
	let pending = 0;
	let pendingBits = 0;
	let place = 0;
	let filled = 0;
	while (filled < count) {
		while (pendingBits < bits) {
			if (place >= codes.length) return found;
			pending |= (codes[place] ?? 0) << pendingBits;
			pendingBits += 8;
			place += 1;
		}
		const code = pending & ((1 << bits) - 1);
		pending >>>= bits;
		pendingBits -= bits;
		if (code === end) return found;
		if (code === clear) {
			bits = codeSize + 1;
			next = end + 1;
			previous = -1;
			continue;
		}
		if (code > next || (code === next && previous < 0)) return found;
		let height = 0;
		let current = code;
		// A code that is only just being made: the one before with its own first pixel.
		if (code === next) {
			stack[height] = first;
			height += 1;
			current = previous;
		}
		while (current > end) {
			stack[height] = last[current] ?? 0;
			height += 1;
			current = before[current] ?? 0;
		}
		first = last[current] ?? 0;
		stack[height] = first;
		height += 1;
		while (height > 0 && filled < count) {
			height -= 1;
			found[filled] = stack[height] ?? 0;
			filled += 1;
		}
		if (previous >= 0 && next < MOST_CODES) {
			before[next] = previous;
			last[next] = first;
			next += 1;
			if (next === 1 << bits && bits < MOST_BITS) bits += 1;
		}
		previous = code;
	}
	return found;
}

function paint(
	canvas: Pixels,
	frame: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
	indices: Uint8Array,
	look: { readonly palette: Uint8Array; readonly transparent: number; readonly isInterlaced: boolean },
): void {
	const order = look.isInterlaced ? interlacedRows(frame.height) : null;
	for (let row = 0; row < frame.height; row += 1) {
		const y = frame.top + (order?.[row] ?? row);
		if (y >= canvas.height) continue;
		for (let column = 0; column < frame.width && frame.left + column < canvas.width; column += 1) {
			const index = indices[row * frame.width + column] ?? 0;
			if (index === look.transparent) continue;
			const to = (y * canvas.width + frame.left + column) * 4;
			canvas.data[to] = look.palette[index * 3] ?? 0;
			canvas.data[to + 1] = look.palette[index * 3 + 1] ?? 0;
			canvas.data[to + 2] = look.palette[index * 3 + 2] ?? 0;
			canvas.data[to + 3] = 255;
		}
	}
}

function interlacedRows(height: number): number[] {
	const rows: number[] = [];
	for (const [from, step] of [
		[0, 8],
		[4, 8],
		[2, 4],
		[1, 2],
	] as const) {
		for (let row = from; row < height; row += step) rows.push(row);
	}
	return rows;
}
