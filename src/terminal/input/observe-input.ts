/** A stream that is read by `read()`, as Ink reads standard input. */
type Readable = { read(size?: number): unknown };

/**
 * Looks on while somebody else reads a stream: `onChunk` gets what each `read()` returns. Mouse and
 * focus reports never reach Ink's own hooks, and a second reader would take bytes away from it.
 * `filter` takes out what the reader would take for keys. Returns the way to stop.
 */
export function observeReads(
	stream: Readable,
	onChunk: (text: string) => void,
	filter: (text: string) => string = (text) => text,
): () => void {
	const read = stream.read;
	stream.read = function observed(size) {
		const chunk = read.call(stream, size);
		const text =
			typeof chunk === 'string' ? chunk : chunk instanceof Uint8Array ? new TextDecoder().decode(chunk) : null;
		if (text === null) return chunk;
		const left = filter(text);
		onChunk(left);
		return left === text ? chunk : left;
	};
	return () => {
		stream.read = read;
	};
}
