/** Prefixes and alphabets of well-known services' tokens. */
export const TOKEN_FORMS: readonly string[] = [
	'(?:sk|pk|rk)[-_][A-Za-z0-9_-]{12,}',
	'(?:gh[pousr]_|github_pat_|gl(?:pat|dt|rt|cbt|ptt|agent|oas|soat|imt|ft|ffct)-|npm_|pypi-|xox[abeoprs]-|xapp-|hf_|AIza|ya29\\.|dop_v1_|doo_v1_|hvs\\.|hvb\\.|shpat_|shpss_|sq0[a-z]{3}-|dckr_pat_|lin_api_|ntn_|secret_|tskey-|figd_|rubygems_|sbp_|nvapi-|gsk_|xai-|r8_|PMAK-|key-)[A-Za-z0-9_.-]{10,}',
	'SG\\.[A-Za-z0-9_-]{6,}\\.[A-Za-z0-9_-]{2,}',
	'(?:AKIA|ASIA)[A-Z0-9]{16}',
	'eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{4,}(?:\\.[A-Za-z0-9_-]*)?',
	'AGE-SECRET-KEY-[A-Z0-9]{20,}',
];

const WHOLE_TOKEN = new RegExp(`^(?:${TOKEN_FORMS.join('|')})$`);
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----/;
/** A password in any address, or user information before the host of a web address. */
const ADDRESS_WITH_SECRET = /:\/\/[^\s:/@?#]{0,200}:[^\s/@]{1,500}@|https?:\/\/[^\s/@?#]{1,500}@/i;
const SECRET_PARAMETER =
	/[?&](?:sig|signature|[\w-]*(?:token|secret|passw(?:or)?d|apikey|api_key|access_key|signature))=[^&\s]{4,}/i;
const WEBHOOK =
	/https:\/\/(?:hooks\.slack\.com\/(?:services|workflows)|(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks|[\w.-]*webhook\.office\.com)\//i;

/** True for a value that is secret whatever its name: a token, a private key, an address with a password. */
export function isSecretValue(value: string): boolean {
	return (
		WHOLE_TOKEN.test(value.trim()) ||
		PRIVATE_KEY.test(value) ||
		ADDRESS_WITH_SECRET.test(value) ||
		SECRET_PARAMETER.test(value) ||
		WEBHOOK.test(value)
	);
}

/** True for an address without a possible secret: `postgres://localhost/dev`, `file:./dev.db`. */
export function isOpenAddress(value: string): boolean {
	return /^(?:[a-z][\w+.-]*:\S+|\/\S*|[\w.-]+:\d+)$/i.test(value) && !isSecretValue(value) && !/[?&;]\w*=/.test(value);
}
