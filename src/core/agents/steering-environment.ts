/** Variables that decide what programs load, where they look, or whom they trust. */
const RESERVED = new Set(
	[
		'PATH HOME SHELL IFS ENV TMP TEMP TMPDIR PATHEXT COMSPEC SYSTEMROOT WINDIR USERPROFILE APPDATA LOCALAPPDATA',
		'PROGRAMDATA BROWSER EDITOR VISUAL PAGER TERM DISPLAY LOCPATH GCONV_PATH GLIBC_TUNABLES HOSTALIASES',
		'RESOLV_HOST_CONF REQUESTS_CA_BUNDLE CURL_CA_BUNDLE CURL_HOME WGETRC NETRC NO_PROXY SSLKEYLOGFILE',
		'PERL5LIB PERL5OPT PERLLIB RUBYLIB RUBYOPT CLASSPATH JAVA_HOME JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS',
		'VIRTUAL_ENV CONDA_PREFIX PS4 PROMPT_COMMAND',
	].flatMap((line) => line.split(' ')),
);

const RESERVED_PREFIX =
	/^(?:LD_|DYLD_|NODE_|NPM_|PNPM_|YARN_|COREPACK_|BUN_|DENO_|PIP_|PIPX_|UV_|PYTHON|CONDA_|CARGO_|RUSTC|GOROOT|GOPATH|GEM_|BUNDLE_|BASH_|ZDOTDIR|ELECTRON_|DOTNET_|GIT_|SSH_|SSL_CERT_|OPENSSL_|GNUTLS_|XDG_|DBUS_|SYSTEMD_|MALLOC_|ACP_TUI_|SUDO_|MSYS|CYGWIN)/;

/** Accounts, and the runner of a build. */
const ACCOUNT_PREFIX = /^(?:AWS_|AZURE_|GOOGLE_|GITHUB_|RUNNER_)/;

const PROXY = /(?:^|_)PROXY$/;

/** Whether a variable decides what programs load or trust: neither registry nor agent sets it. Any case counts. */
export function steersPrograms(name: string): boolean {
	const upper = name.toUpperCase();
	return RESERVED.has(upper) || RESERVED_PREFIX.test(upper) || PROXY.test(upper) || upper === '__PROTO__';
}

/** Whether a variable says as whom other services are used. A registry has no business with it; a sign-in may ask for it. */
export function isAccountVariable(name: string): boolean {
	return ACCOUNT_PREFIX.test(name.toUpperCase());
}
