/** The variables of an entry, sorted by what they may do. */
export type EnvironmentOfEntry = {
	readonly kept: Readonly<Record<string, string>>;
	/** Names in `kept` that decide where the agent sends what, or as whom. */
	readonly steering: readonly string[];
	readonly dropped: readonly string[];
};

/** Names with which a variable decides what programs load, where they look, or whom they trust. */
const RESERVED = new Set(
	[
		'PATH HOME SHELL IFS ENV TMP TEMP TMPDIR PATHEXT COMSPEC SYSTEMROOT WINDIR USERPROFILE APPDATA LOCALAPPDATA',
		'PROGRAMDATA BROWSER EDITOR VISUAL PAGER TERM DISPLAY LOCPATH GCONV_PATH GLIBC_TUNABLES HOSTALIASES',
		'RESOLV_HOST_CONF REQUESTS_CA_BUNDLE CURL_CA_BUNDLE CURL_HOME WGETRC NETRC NO_PROXY SSLKEYLOGFILE',
		'PERL5LIB PERL5OPT PERLLIB RUBYLIB RUBYOPT CLASSPATH JAVA_HOME JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS',
		'VIRTUAL_ENV CONDA_PREFIX PS4 PROMPT_COMMAND',
	].flatMap((line) => line.split(' ')),
);

/** Beginnings of such names, of the runner and of accounts that an index has no business with. */
const RESERVED_PREFIX =
	/^(?:LD_|DYLD_|NODE_|NPM_|PNPM_|YARN_|COREPACK_|BUN_|DENO_|PIP_|PIPX_|UV_|PYTHON|CONDA_|CARGO_|RUSTC|GOROOT|GOPATH|GEM_|BUNDLE_|BASH_|ZDOTDIR|ELECTRON_|DOTNET_|GIT_|SSH_|SSL_CERT_|OPENSSL_|GNUTLS_|XDG_|DBUS_|SYSTEMD_|MALLOC_|AWS_|AZURE_|GOOGLE_|GITHUB_|RUNNER_|ACP_TUI_|SUDO_|MSYS|CYGWIN)/;

const PROXY = /(?:^|_)PROXY$/;

const STEERING =
	/(?:^|_)(?:URL|URI|HOST|ENDPOINT|API_BASE|BASE|DOMAIN|REGION|KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS?|MODEL|PROVIDER|HEADERS?)$/;

/**
 * What an entry may set for its agent: what the registry's own tools drop is dropped here too, with more of the kind;
 * addresses, keys and models are named, so that the user can be asked. Names count in any case, as npm and Windows
 * take them.
 */
export function sortEnvironment(env: Readonly<Record<string, string>>): EnvironmentOfEntry {
	const names = Object.keys(env);
	const isDropped = (name: string): boolean => {
		const upper = name.toUpperCase();
		return RESERVED.has(upper) || RESERVED_PREFIX.test(upper) || PROXY.test(upper) || upper === '__PROTO__';
	};
	const kept = names.filter((name) => !isDropped(name));
	return {
		kept: Object.fromEntries(kept.map((name) => [name, env[name] ?? ''])),
		steering: kept.filter((name) => STEERING.test(name.toUpperCase())),
		dropped: names.filter(isDropped),
	};
}
