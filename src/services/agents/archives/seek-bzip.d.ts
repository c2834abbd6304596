declare module 'seek-bzip' {
	class Stream {
		readByte(): number;
		writeByte(byte: number): void;
		eof?(): boolean;
	}
	const Bunzip: { readonly Stream: typeof Stream; decode(input: Stream, output: Stream, multistream: boolean): void };
	export default Bunzip;
}
