declare module 'seek-bzip' {
	class Stream {
		readByte(): number;
		writeByte(byte: number): void;
		eof?(): boolean;
	}
	const Bunzip: {
		readonly Stream: typeof Stream;
		/** Decodes everything at once; throws for damaged input. */
		decode(input: Stream, output: Stream, multistream: boolean): void;
	};
	export default Bunzip;
}
