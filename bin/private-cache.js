// Plain old syntax on purpose: this must load on an old Node.js.

/**
 * Makes `folder` for compiled code, and says whether it may be used: what is found there is run, so nobody
 * but the user may write it, what is in it, or put another one in its place. One that others could have
 * written is emptied. `parts` are node:fs and node:path.
 * @param {string} folder
 * @param {{ fs: typeof import('node:fs'), path: typeof import('node:path') }} parts
 * @returns {boolean}
 */
export function makePrivateCache(folder, { fs, path }) {
	const above = path.dirname(folder);
	const isPrivate = () =>
		isClosed(fs.lstatSync(folder), 0o022) &&
		fs.readdirSync(folder).every((name) => isClosed(fs.lstatSync(path.join(folder, name)), 0o022));
	try {
		for (const each of [path.dirname(above), above]) {
			if (!fs.existsSync(each)) fs.mkdirSync(each, 0o700);
			// A group that may write is usual where each user has a group of their own.
			if (!isClosed(fs.statSync(each), 0o002)) return false;
		}
		if (fs.existsSync(folder) && !isPrivate()) fs.rmSync(folder, { recursive: true });
		if (!fs.existsSync(folder)) fs.mkdirSync(folder, 0o700);
		return isPrivate();
	} catch {
		// A start without compiled code is slower, no more.
		return false;
	}
}

/**
 * Whether it is the user's or the system's own, and nobody has the permission `open`.
 * @param {import('node:fs').Stats} facts
 * @param {number} open
 */
function isClosed(facts, open) {
	const uid = process.getuid === undefined ? undefined : process.getuid();
	return (
		!facts.isSymbolicLink() &&
		(uid === undefined || ((facts.uid === uid || facts.uid === 0) && (facts.mode & open) === 0))
	);
}
