import { crc32, deflateRawSync } from 'node:zlib';

/** One entry of a zip archive; the headers say what is given here, true or not. */
export type ZipEntry = {
	readonly name: string | Uint8Array;
	readonly content?: string | Uint8Array;
	/** Type and permissions as Unix has them. */
	readonly mode?: number;
	readonly isStored?: boolean;
	readonly flags?: number;
	readonly method?: number;
	/** What the local header says instead. */
	readonly localName?: string;
	readonly localSize?: number;
	/** What the central directory says instead. */
	readonly size?: number;
	readonly sum?: number;
	/** Stands where another entry stands. */
	readonly offset?: number;
	/** Sizes and place go into zip64 fields. */
	readonly isZip64?: boolean;
};

/** A zip archive with these entries; `count` is what its end says. */
export function zip(entries: readonly ZipEntry[], count = entries.length): Buffer {
	const locals: Buffer[] = [];
	const centrals: Buffer[] = [];
	let offset = 0;
	for (const entry of entries) {
		const packed = pack(entry);
		const local = localHeader(entry, packed);
		centrals.push(centralHeader(entry, packed, entry.offset ?? offset));
		locals.push(local, packed.data);
		offset += local.length + packed.data.length;
	}
	const directory = Buffer.concat(centrals);
	const end = Buffer.alloc(22);
	end.writeUInt32LE(0x06054b50, 0);
	end.writeUInt16LE(Math.min(count, 0xffff), 8);
	end.writeUInt16LE(Math.min(count, 0xffff), 10);
	end.writeUInt32LE(directory.length, 12);
	end.writeUInt32LE(offset, 16);
	const needsZip64 = count > 0xffff || entries.some(({ isZip64 }) => isZip64 === true);
	return Buffer.concat([...locals, directory, ...(needsZip64 ? zip64End(count, directory.length, offset) : []), end]);
}

type Packed = { readonly data: Buffer; readonly size: number; readonly sum: number; readonly method: number };

function pack({ content = '', isStored = false, method }: ZipEntry): Packed {
	const bytes = Buffer.from(content);
	const data = isStored ? bytes : deflateRawSync(bytes);
	return { data, size: bytes.length, sum: crc32(bytes), method: method ?? (isStored ? 0 : 8) };
}

function localHeader(entry: ZipEntry, { data, size, sum, method }: Packed): Buffer {
	const name = Buffer.from(entry.localName ?? entry.name);
	const block = Buffer.alloc(30);
	block.writeUInt32LE(0x04034b50, 0);
	block.writeUInt16LE(20, 4);
	block.writeUInt16LE(entry.flags ?? 0x800, 6);
	block.writeUInt16LE(method, 8);
	block.writeUInt32LE(entry.sum ?? sum, 14);
	block.writeUInt32LE(data.length, 18);
	block.writeUInt32LE(entry.localSize ?? entry.size ?? size, 22);
	block.writeUInt16LE(name.length, 26);
	return Buffer.concat([block, name]);
}

function centralHeader(entry: ZipEntry, { data, size, sum, method }: Packed, offset: number): Buffer {
	const name = Buffer.from(entry.name);
	const block = Buffer.alloc(46);
	const isZip64 = entry.isZip64 === true;
	block.writeUInt32LE(0x02014b50, 0);
	// Made on Unix.
	block.writeUInt16LE(0x0314, 4);
	block.writeUInt16LE(20, 6);
	block.writeUInt16LE(entry.flags ?? 0x800, 8);
	block.writeUInt16LE(method, 10);
	block.writeUInt32LE(entry.sum ?? sum, 16);
	block.writeUInt32LE(isZip64 ? 0xffffffff : data.length, 20);
	block.writeUInt32LE(isZip64 ? 0xffffffff : (entry.size ?? size), 24);
	block.writeUInt16LE(name.length, 28);
	block.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 38);
	block.writeUInt32LE(isZip64 ? 0xffffffff : offset, 42);
	if (!isZip64) return Buffer.concat([block, name]);
	const extra = Buffer.alloc(28);
	extra.writeUInt16LE(1, 0);
	extra.writeUInt16LE(24, 2);
	extra.writeBigUInt64LE(BigInt(entry.size ?? size), 4);
	extra.writeBigUInt64LE(BigInt(data.length), 12);
	extra.writeBigUInt64LE(BigInt(offset), 20);
	block.writeUInt16LE(extra.length, 30);
	return Buffer.concat([block, name, extra]);
}

function zip64End(count: number, size: number, offset: number): Buffer[] {
	const record = Buffer.alloc(56);
	record.writeUInt32LE(0x06064b50, 0);
	record.writeBigUInt64LE(44n, 4);
	record.writeBigUInt64LE(BigInt(count), 24);
	record.writeBigUInt64LE(BigInt(count), 32);
	record.writeBigUInt64LE(BigInt(size), 40);
	record.writeBigUInt64LE(BigInt(offset), 48);
	const locator = Buffer.alloc(20);
	locator.writeUInt32LE(0x07064b50, 0);
	locator.writeBigUInt64LE(BigInt(offset + size), 8);
	locator.writeUInt32LE(1, 16);
	return [record, locator];
}
