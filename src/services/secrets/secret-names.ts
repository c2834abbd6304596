/** Words that mark a name's value as a secret; whole words only. */
const SECRET_WORDS = new Set(
	(
		'pass passwd password passphrase passcode pwd pw secret secrets token key keys apikey pat credential credentials ' +
		'cred creds auth authorization oauth cookie cookies jwt bearer session sessionid dsn webhook webhooks mnemonic ' +
		'connectionstring connstr salt'
	).split(' '),
);

/** The same without word boundaries: `PGPASS`, `OPENAIAPIKEY`, `SECRETKEY`. */
const GLUED =
	/(?:pass|password|passwd|passphrase|token|secret|(?:api|access|private|secret|master|sign|signing|encrypt|encryption|deploy|license|ssh|gpg|hmac|aes|rsa)key)$/;

/** Words with such an ending and another meaning. */
const OTHER_WORDS = /^(?:(?:by|com|tres|over|under|sur)pass|\w*askpass|sub\w*token|keyboard)$/;

/** Variables of a desktop, a terminal or an agent that look secret, are not, and are needed by commands. */
const HARMLESS_NAMES =
	/^(?:PWD|OLDPWD|SSH_AUTH_SOCK|SSH_ASKPASS\w*|XDG_SESSION_\w+|(?:GNOME_)?DESKTOP_SESSION(?:_ID)?|KDE_(?:FULL_SESSION|SESSION_\w+)|(?:TERM|ITERM|WT|ZELLIJ|WARP|KITTY|GHOSTTY|WEZTERM)_SESSION\w*|DBUS_SESSION_BUS_\w+|SESSION_MANAGER|LC_\w+|(?:KEY|XKB)_?(?:MAP|BOARD)\w*)$/i;

const SERVICES =
	/^(?:db|database|redis|valkey|mongo|mongodb|postgres|postgresql|pg|mysql|mariadb|mssql|sqlserver|amqp|cloudamqp|rabbitmq|rabbit|kafka|nats|elastic|elasticsearch|opensearch|clickhouse|cassandra|couchdb|memcached|jdbc|sqlalchemy|broker|smtp|mail|mailer|ldap|supabase|neon|turso|libsql|prisma|sentry|storage)$/;

function wordsOf(name: string): readonly string[] {
	return name
		.replace(/([a-z\d])([A-Z])/g, '$1_$2')
		.toLowerCase()
		.split(/[^a-z\d]+/)
		.map((word) => word.replace(/\d+$/, ''))
		.filter((word) => word !== '');
}

export function isSecretName(name: string): boolean {
	if (HARMLESS_NAMES.test(name)) return false;
	const words = wordsOf(name);
	return (
		words.some((word) => !OTHER_WORDS.test(word) && (SECRET_WORDS.has(word) || GLUED.test(word))) ||
		/connection_?str/i.test(name)
	);
}

/** True for the name of an address that often holds a password (`DATABASE_URL`, `MONGO_URI`). */
export function isServiceAddress(name: string): boolean {
	const words = wordsOf(name);
	return (
		/^(?:url|uri|dsn|addr|address|connection)$/.test(words.at(-1) ?? '') && words.some((word) => SERVICES.test(word))
	);
}
