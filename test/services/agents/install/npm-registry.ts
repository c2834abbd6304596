import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** A file of a package: its text, or where a link leads. */
type PackageFile = string | { readonly link: string } | { readonly text: string; readonly mode: number };

/** A package of the fake registry. Files are by their path in the package; `package.json` is made from `manifest`. */
export type FakePackage = {
	readonly name: string;
	readonly version: string;
	readonly manifest?: Readonly<Record<string, unknown>>;
	readonly files?: Readonly<Record<string, PackageFile>>;
	/** What the registry says of it, beside what is in it. */
	readonly packument?: Readonly<Record<string, unknown>>;
	readonly dist?: Readonly<Record<string, unknown>>;
};

/** An npm registry on the loopback: packages by their name, and the paths that were asked for. */
export class FakeRegistry {
	readonly asked: string[] = [];
	readonly #packages = new Map<string, FakePackage[]>();
	readonly #server: Server;

	private constructor() {
		this.#server = createServer((request, response) => {
			const path = decodeURIComponent(request.url ?? '');
			this.asked.push(path);
			const tarball = /^\/-\/tarballs\/(.+)-(\d[^/]*)\.tgz$/.exec(path);
			if (tarball !== null) {
				const found = this.#packages.get(tarball[1] ?? '')?.find(({ version }) => version === tarball[2]);
				if (found !== undefined) return response.end(tarballOf(found));
			}
			const versions = this.#packages.get(path.slice(1));
			if (versions === undefined) return response.writeHead(404).end('{"error":"Not found"}');
			response.setHeader('content-type', 'application/json');
			return response.end(JSON.stringify(this.#packument(versions)));
		});
	}

	static async start(): Promise<FakeRegistry> {
		const registry = new FakeRegistry();
		await new Promise<void>((done) => registry.#server.listen(0, '127.0.0.1', done));
		return registry;
	}

	get address(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
	}

	publish(...packages: readonly FakePackage[]): void {
		for (const each of packages) {
			const others = (this.#packages.get(each.name) ?? []).filter(({ version }) => version !== each.version);
			this.#packages.set(each.name, [...others, each]);
		}
	}

	async close(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((done) => this.#server.close(done));
	}

	#packument(versions: readonly FakePackage[]): unknown {
		const [{ name } = { name: '' }] = versions;
		const rows = versions.map((each) => {
			const bytes = tarballOf(each);
			const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
			const tarball = `${this.address}/-/tarballs/${name}-${each.version}.tgz`;
			const dist = { tarball, integrity, shasum: createHash('sha1').update(bytes).digest('hex'), ...each.dist };
			return [each.version, { ...manifestOf(each), ...each.packument, name, version: each.version, dist }];
		});
		return { name, 'dist-tags': { latest: versions.at(-1)?.version }, versions: Object.fromEntries(rows) };
	}
}

function manifestOf({ name, version, manifest }: FakePackage): Readonly<Record<string, unknown>> {
	return { name, version, ...manifest };
}

function tarballOf(each: FakePackage): Buffer {
	const files: Record<string, PackageFile> = { 'package.json': JSON.stringify(manifestOf(each)), ...each.files };
	const blocks = Object.entries(files).flatMap(([path, file]) => entryOf(`package/${path}`, file));
	return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

function entryOf(path: string, file: PackageFile): readonly Buffer[] {
	const isLink = typeof file === 'object' && 'link' in file;
	const content = Buffer.from(typeof file === 'string' ? file : 'text' in file ? file.text : '');
	const header = Buffer.alloc(512);
	header.write(path, 0, 100);
	header.write(typeof file === 'object' && 'mode' in file ? file.mode.toString(8).padStart(7, '0') : '0000644', 100);
	header.write('0000000', 108);
	header.write('0000000', 116);
	header.write(content.length.toString(8).padStart(11, '0'), 124);
	header.write('00000000000', 136);
	header.write('        ', 148);
	header.write(isLink ? '2' : '0', 156);
	if (isLink) header.write(file.link, 157, 100);
	header.write('ustar', 257);
	header.write('00', 263);
	const sum = header.reduce((total, byte) => total + byte, 0);
	header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
	return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
}
