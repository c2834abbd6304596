declare module 'seek-bzip' {
	/** Where bytes come from or go to, one by one. */
	class Stream {
		readByte(): number;
		writeByte(byte: number): void;
		eof?(): boolean;
	}
	const Bunzip: {
		readonly Stream: typeof Stream;
		/** Decodes all of it at once; throws for what is damaged. */
		decode(input: Stream, output: Stream, multistream: boolean): void;
	};
	export default Bunzip;
}
