import { delimiter, dirname } from 'node:path';
import { withoutNpm } from '../../../launch/npx.js';
import { isWithheld } from '../../../terminals/environment.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * npm settings that the user may have in the environment: registries and their credentials, proxies, certificates, the
 * cache, timeouts. Others could redirect the install, or make npm run something.
 */
const NPM_SETTING =
	/^npm_config_(?:@[^:]+:)?(?:registry|userconfig|globalconfig|cache|proxy|http_proxy|https_proxy|noproxy|ca|cafile|cert|key|strict_ssl|fetch_retries|fetch_retry_\w+|fetch_timeout|maxsockets|local_address|before|min_release_age|offline|prefer_offline|prefer_online)$/i;
const NPM_CREDENTIAL = /^npm_config_\/\/.*:(?:_auth|_authtoken|username|_password|certfile|keyfile)$/i;

/** Variables that make Node.js load code, or replace the user's settings. */
const STEERING = /^(?:NODE_(?!EXTRA_CA_CERTS$|USE_)\w*|INIT_CWD|GIT_\w+|COREPACK_\w+|YARN_\w+|PNPM_\w+)$/i;

/**
 * npm's environment: the user's, without what steers Node.js or npm. `path` is the trusted PATH; the Node.js of this
 * process follows it, for a machine that has no other.
 */
export function npmEnvironment(env: Environment, path: readonly string[], node: string): Environment {
	const kept = Object.entries(withoutNpm(env)).filter(([name]) => {
		if (/^npm_config_/i.test(name)) return NPM_SETTING.test(name) || NPM_CREDENTIAL.test(name);
		return !/^npm_/.test(name) && !/^path$/i.test(name) && !STEERING.test(name);
	});
	return { ...Object.fromEntries(kept), PATH: [...path, dirname(node)].join(delimiter), NO_COLOR: '1' };
}

/** The environment of install scripts: npm's without variables that look like a secret. */
export function scriptEnvironment(env: Environment): Environment {
	return Object.fromEntries(
		Object.entries(env).filter(([name, value]) => value !== undefined && !isWithheld(name, value)),
	);
}
