import { open } from 'node:fs/promises';

export async function startsLikeWebPage(file: string): Promise<boolean> {
	const handle = await open(file, 'r');
	try {
		const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0);
		return /^\uFEFF?\s*<(?:!doctype\s+html|html)[\s>]/i.test(buffer.toString('utf8', 0, bytesRead));
	} finally {
		await handle.close();
	}
}
