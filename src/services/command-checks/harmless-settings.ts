import { readRegular } from '../snapshots/read-regular.js';

const MOST_BYTES = 16 * 1024;
/** npm settings about its output and its installs. */
const NPM_LINE =
	/^(?:fund|audit|audit-level|loglevel|progress|color|update-notifier|save|save-exact|save-prefix|save-dev|package-lock|lockfile|engine-strict|legacy-peer-deps|strict-peer-deps|prefer-offline|prefer-dedupe|offline|ignore-scripts|install-links|min-release-age|fetch-retries|fetch-timeout|auto-install-peers|strict-peer-dependencies|shamefully-hoist|node-linker|resolution-mode|link-workspace-packages|prefer-workspace-packages|save-workspace-protocol)\s*=\s*[\w.^~*-]*$/;

/** True for settings of a project that make a listing tool load and start nothing. */
export async function isHarmlessSettings(name: string, path: string): Promise<boolean> {
	if (name !== '.npmrc') return false;
	const read = await readRegular(path, MOST_BYTES).catch(() => 'unreadable');
	if (typeof read === 'string') return false;
	const lines = read.bytes.toString('utf8').split(/\r?\n/);
	return lines.every((line) => /^\s*(?:[#;].*)?$/.test(line) || NPM_LINE.test(line.trim()));
}
