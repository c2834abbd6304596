// Plain old syntax on purpose: this must load on the old Node.js that it complains about.

/**
 * Returns the sentence to print when `version` (as in process.versions.node) is too old to run this
 * program, or null when it will do.
 * @param {string} version
 * @returns {string | null}
 */
export function nodeProblem(version) {
	const [major, minor] = String(version).split('.').map(Number);
	if (major > 22 || (major === 22 && minor >= 18)) return null;
	return `acp-tui needs Node.js 22.18 or newer, this is ${version}: install a newer one (https://nodejs.org), or in a clone run "npm install" and "npm start"`;
}
