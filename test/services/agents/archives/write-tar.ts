import { gzipSync } from 'node:zlib';

/** One entry of a tar archive; the headers say what is given here, true or not. */
export type TarEntry = {
	readonly name: string;
	readonly content?: string | Uint8Array;
	/** The type flag of the header; default `0`, a file. */
	readonly type?: string;
	readonly mode?: number;
	readonly target?: string;
	/** What the header says instead of the content's size. */
	readonly size?: number;
	/** Records of an extended header before it. */
	readonly pax?: Readonly<Record<string, string>>;
	/** Names in GNU's long form before it. */
	readonly longName?: string;
	readonly longTarget?: string;
};

const BLOCK = 512;

/** A tar archive with these entries. */
export function tar(entries: readonly TarEntry[], hasEnd = true): Buffer {
	return Buffer.concat([...entries.map(entryBlocks), Buffer.alloc(hasEnd ? 2 * BLOCK : 0)]);
}

/** The same, gzipped. */
export function tarGz(entries: readonly TarEntry[]): Buffer {
	return gzipSync(tar(entries));
}

function entryBlocks(entry: TarEntry): Buffer {
	const before: Buffer[] = [];
	if (entry.pax !== undefined) before.push(extraBlocks('x', paxRecords(entry.pax)));
	if (entry.longName !== undefined) before.push(extraBlocks('L', `${entry.longName}\0`));
	if (entry.longTarget !== undefined) before.push(extraBlocks('K', `${entry.longTarget}\0`));
	const content = Buffer.from(entry.content ?? '');
	return Buffer.concat([...before, header(entry, content.length), padded(content)]);
}

function extraBlocks(type: string, text: string): Buffer {
	const content = Buffer.from(text);
	return Buffer.concat([header({ name: 'extra', type }, content.length), padded(content)]);
}

/** Records of an extended header, each with its own length before it. */
function paxRecords(records: Readonly<Record<string, string>>): string {
	return Object.entries(records)
		.map(([key, value]) => {
			const rest = ` ${key}=${value}\n`;
			let length = Buffer.byteLength(rest);
			while (String(length).length + Buffer.byteLength(rest) !== length) {
				length = String(length).length + Buffer.byteLength(rest);
			}
			return `${length}${rest}`;
		})
		.join('');
}

function header({ name, type = '0', mode = 0o644, target = '', size }: TarEntry, length: number): Buffer {
	const block = Buffer.alloc(BLOCK);
	block.write(name, 0, 100);
	const octal = (value: number, at: number, digits: number): void => {
		block.write(value.toString(8).padStart(digits, '0'), at);
	};
	octal(mode, 100, 7);
	octal(0, 108, 7);
	octal(0, 116, 7);
	octal(size ?? length, 124, 11);
	octal(0, 136, 11);
	block.write(type, 156);
	block.write(target, 157, 100);
	block.write('ustar\x0000', 257, 'latin1');
	block.fill(0x20, 148, 156);
	octal(
		block.reduce((sum, byte) => sum + byte, 0),
		148,
		6,
	);
	block[154] = 0;
	return block;
}

function padded(content: Buffer): Buffer {
	return Buffer.concat([content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]);
}
