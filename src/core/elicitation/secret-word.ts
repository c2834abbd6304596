/** Words for secrets; within compounds only those that mean nothing else. */
const ENGLISH = [
	'pass(?:word|wd|phrase|code)?s?|pwd|secrets?|tokens?|credentials?|pins?|puk|m?tan|t?otp|cv[vc]2?|cvn|jwt|bearer',
	'(?:api|app|access|private|secret|ssh|gpg|pgp|encryption|signing|license|recovery|master|session|webhook|service[ _-]?account)[ _-]?(?:keys?|codes?)',
	'(?:one[ _-]?time|single[ _-]?use|security|verification|confirmation|auth(?:entication|orization|enticator)?|login|sign[ _-]?in|sms|unlock|backup|reset|access|[2t]fa|mfa|2[ _-]?factor|two[ _-]?factor)[ _-]?(?:codes?|passwords?|keys?|phrases?|tokens?)',
	'2fa|mfa|mn[eé]m[oó]ni[ck]\\p{L}*|nsec|xprv|(?:seed|private|recovery|backup|secret)[ _-]?(?:phrases?|words?|sentences?|seeds?)|wallet[ _-]?seeds?',
	'(?:credit|debit|bank|payment|gift)?[ _-]?card[ _-]?(?:numbers?|no\\.?|nr\\.?|pan|details)|credit[ _-]?cards?|iban|account[ _-]?(?:number|no)|routing[ _-]?number',
	'ssn|social[ _-]?security(?:[ _-]?(?:number|no))?|tax[ _-]?id|aadhaar[ _-]?(?:number|no)|sort[ _-]?code|(?:authy|okta|duo|authenticator)[ _-]?codes?|(?:pre-?signed|sas)[ _-]?(?:url|token)|passport[ _-]?(?:number|no)|national[ _-]?id|driver.?s?[ _-]?licen[cs]e',
	'auth(?:orization)?[ _-]?(?:header|value|string|data|secret|cookie)|authorization|session[ _-]?(?:id|cookie)|cookies?|connection[ _-]?strings?|dsn',
	'security[ _-]?(?:question|answer)|secret[ _-]?answer|mother.?s[ _-]?maiden[ _-]?name',
].join('|');

const OTHER_LANGUAGES = [
	'passw[oö]rt\\p{L}*|kennw[oö]rt\\p{L}*|\\p{L}*schlüssel|losung|kodew[oö]rt\\p{L}*|(?:zwei-?faktor)[ -]?code|geheim\\p{L}*|zugangs(?:daten|code|schlüssel)|(?:sicherheits|bestätigungs|prüf|einmal|wiederherstellungs)[ -]?(?:code|phrase|kennwort|passwort|nummer)|kartennummer|kontonummer|sozialversicherungsnummer',
	"mots?[ -]de[ -]passe|jetons?|phrase[ -](?:secrète|de récupération)|cl(?:é|ef)s?[ -](?:api|d['’ ]?api|secrète|privée|d['’ ]accès)|code[ -](?:secret|de (?:vérification|sécurité|confirmation))|numéro[ -]de[ -](?:carte|sécurité sociale)",
	'contraseñas?|contrasenas?|claves?|frase[ -](?:secreta|semilla|seed|mnemonica|segreta|de recuperación)|código[ -](?:secreto|de (?:verificación|seguridad|acceso))|número[ -]de[ -](?:tarjeta|la tarjeta|seguridad social)',
	'senhas?|palavras?[ -](?:passe|chave)|chaves?|código[ -]de[ -](?:verificação|segurança|acesso)|número[ -]do[ -]cartão|cpf',
	'parola(?:[ -]d[ei].?ordine)?|chiav[ei]|codice[ -](?:segreto|fiscale|di (?:verifica|sicurezza|accesso))|numero[ -](?:di|della)[ -]carta',
	'wachtwoord\\p{L}*|toegangs(?:code|sleutel)|geheime?|hasł[oa]|klucz\\p{L}*|hesl[oa]|lösenord|adgangskode|passord|salasana|jelszó|parolă|şifre|sifre|lozinka|geslo|slaptažodis|parool|kata[ -]sandi|mật[ -]khẩu',
	'парол[ьяею]\\p{L}*|мнемони\\p{L}*|секрет\\p{L}*|токен\\p{L}*|ключ\\p{L}*|пін[ -]?код|пин[ -]?код|код[ -](?:подтверждения|підтвердження|доступа)|номер[ -](?:карты|картки)',
	'κωδικ[όο][ςύ]?|סיסמ[אה]|כלמת[ -]?הסוד|كلمة[ -](?:المرور|السر)|رمز[ -](?:التحقق|المرور)|पासवर्ड',
].join('|');

/** The same in languages that do not separate words, and words that mean nothing else wherever they stand. */
const ANYWHERE =
	'密码|密碼|口令|密钥|密鑰|金鑰|私钥|私鑰|令牌|验证码|驗證碼|助记词|助記詞|银行卡号|卡号|卡號|身份证号|パスワード|暗証番号|秘密鍵|合言葉|認証コード|確認コード|トークン|カード番号|ニーモニック|니모닉|비밀번호|암호|인증 ?코드|인증번호|토큰|비밀 ?키|카드 ?번호|รหัสผ่าน|passwort|kennwort|apikey|accesskey|privatekey|secretkey|password|passphrase';

const SECRET = new RegExp(`(?<!\\p{L})(?:${ENGLISH}|${OTHER_LANGUAGES})(?!\\p{L})|${ANYWHERE}`, 'iu');
/** PAT in capitals is a personal access token, else a name; some words ask for a secret only where they stand alone. */
const ALONE = /(?<!\p{L})PATs?(?!\p{L})|^\s*(?:auth|pat)\s*[:?]?\s*$/u;

/** Word that marks a field as a secret, as written in one of its texts (title, name, description); undefined for none. */
export function secretWordIn(texts: readonly string[]): string | undefined {
	for (const text of texts) {
		const plain = text.slice(0, MOST_CHARS).normalize('NFC').replace(/_/g, ' ');
		// `dbPassword` and `GITHUB_TOKEN2` are names of several words, and `2FA` is one.
		const words = plain.replace(/(\p{Ll}|\d(?=\p{Lu}\p{Ll}))(\p{Lu})/gu, '$1 $2');
		const found = SECRET.exec(words) ?? ALONE.exec(plain) ?? ALONE.exec(plain.toLowerCase());
		if (found !== null) return found[0].trim();
	}
	return undefined;
}

/** Whether the schema marks the input as hidden, in the words of JSON Schema and of form libraries. */
export function isSecretSchema(property: Readonly<Record<string, unknown>>): boolean {
	const { format, writeOnly } = property;
	if (writeOnly === true) return true;
	if (typeof format === 'string' && /^(?:password|secret|credential|token|api[-_]?key)$/i.test(format)) return true;
	return Object.entries(property).some(([key, value]) => {
		if (/^(?:x-)?(?:is)?-?_?(?:secret|sensitive|masked|password|confidential|credential)$/i.test(key))
			return value === true;
		return /^(?:x-)?(?:ui:widget|widget|inputtype|input-type|control)$/i.test(key) && value === 'password';
	});
}

const MOST_CHARS = 2000;
