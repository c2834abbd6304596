import { open } from 'node:fs/promises';

/** True for a file that begins as HTML does: what a proxy or a sign-in page answers instead of a download. */
export async function startsLikeWebPage(file: string): Promise<boolean> {
	const handle = await open(file, 'r');
	try {
		const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0);
		return /^\uFEFF?\s*<(?:!doctype\s+html|html)[\s>]/i.test(buffer.toString('utf8', 0, bytesRead));
	} finally {
		await handle.close();
	}
}
