import { readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { wordsIn } from '../../../core/text/word-set.js';
import { isWithin } from '../../files/path-inside.js';
import type { Cover } from './command-sandbox-view.js';

/** Places of the home folder with keys, passwords, cookies or what was typed, whatever a command is allowed. */
const CREDENTIALS = wordsIn(`
	.ssh .gnupg .pki .password-store .age .config/sops .config/age .vault-token .aws .azure .boto .s3cfg
	.config/gcloud .config/rclone .config/doctl .oci .databrickscfg .kube .docker .config/containers .terraform.d
	.config/helm .fly .netlify .config/netlify .vercel .config/vercel .local/share/com.vercel.cli .wrangler
	.config/.wrangler .config/heroku .netrc _netrc .git-credentials .config/git/credentials .config/gh
	.config/glab-cli .config/hub .nimble/github_api_token .luarocks/upload_config.lua .rye/credentials .dotnet/corefx
	.pypirc .gem/credentials .local/share/gem/credentials .cargo/credentials .cargo/credentials.toml .m2/settings.xml
	.m2/settings-security.xml .gradle/gradle.properties .nuget/NuGet .composer/auth.json .config/composer/auth.json
	.pgpass .my.cnf .mylogin.cnf .config/op .config/configstore .local/share/keyrings .local/share/kwalletd
	.Xauthority .ICEauthority .config/pulse/cookie .mozilla .thunderbird .config/google-chrome .config/chromium
	.config/BraveSoftware .config/Signal .config/microsoft-edge .config/Slack .config/discord .var/app snap
	.bash_history .zsh_history .python_history .node_repl_history .psql_history .mysql_history .sqlite_history
	.rediscli_history .lesshst .viminfo .local/share/fish/fish_history
`);

/** Where agents and editors with agents keep their accounts and what was said. */
const OF_AGENTS = wordsIn(`
	.claude .claude.json .codex .gemini .qwen .pi .copilot .config/github-copilot .cursor .config/cursor
	.config/opencode .local/share/opencode .config/goose .local/share/goose .augment .factory .fast-agent .grok .iflow
	.junie .kilocode .kimi .kiro .aws/amazonq .amp .config/amp .local/share/amp .openclaw .codebuddy .trae .vibe
	.codeium .continue .aider .config/Code/User/globalStorage .config/zed .config/Cursor
`);

/** Settings that only sometimes hold a key: covered where they do. */
const WITH_TOKENS = ['.npmrc', '.yarnrc.yml', '.yarnrc', '.config/pip/pip.conf', '.pip/pip.conf', '.bunfig.toml'];
const TOKEN = /_auth|_password|token|:\/\/[^/\s:@]+:[^/\s@]+@/i;

export function credentialPlaces(home: string): readonly string[] {
	return [...CREDENTIALS, ...OF_AGENTS, ...WITH_TOKENS].map((name) => join(home, name));
}

export async function credentialsIn(home: string): Promise<readonly Cover[]> {
	const certain = [...CREDENTIALS, ...OF_AGENTS].map((name) => join(home, name));
	const [found, withTokens] = await Promise.all([
		coversOf(certain),
		Promise.all(
			WITH_TOKENS.map((name) => join(home, name)).map(async (path) => ((await hasToken(path)) ? [path] : [])),
		),
	]);
	return [...found, ...(await coversOf(withTokens.flat()))];
}

/** Covers for those of these paths where something is: where it really is, as many a home folder is made of links. */
export async function coversOf(paths: readonly string[]): Promise<readonly Cover[]> {
	const found = await Promise.all(paths.map(coverAt));
	return [...new Map(found.flatMap((cover) => (cover === null ? [] : [[cover.at, cover]]))).values()];
}

async function coverAt(path: string): Promise<Cover | null> {
	const at = await realpath(path).catch(() => null);
	// A link to what holds it, or to a device (`.bash_history` to `/dev/null`), hides nothing.
	if (at === null || (at !== path && isWithin(at, path))) return null;
	const facts = await stat(at).catch(() => null);
	if (facts?.isDirectory() === true) return { at, kind: 'folder' };
	if (facts?.isFile() === true) return { at, kind: 'file' };
	return facts?.isSocket() === true ? { at, kind: 'socket' } : null;
}

async function hasToken(path: string): Promise<boolean> {
	const text = await readFile(path, 'utf8').catch(() => '');
	return TOKEN.test(text);
}
