/** A stream that is read by `read()`, as Ink reads standard input. */
type Readable = { read(size?: number): unknown };

/**
 * Looks on while somebody else reads a stream: `onChunk` gets what each `read()` returns. Mouse and
 * focus reports never reach Ink's own hooks, and a second reader would take bytes away from it.
 * Returns the way to stop.
 */
export function observeReads(stream: Readable, onChunk: (text: string) => void): () => void {
	const read = stream.read;
	stream.read = function observed(size) {
		const chunk = read.call(stream, size);
		if (typeof chunk === 'string') onChunk(chunk);
		else if (chunk instanceof Uint8Array) onChunk(new TextDecoder().decode(chunk));
		return chunk;
	};
	return () => {
		stream.read = read;
	};
}
