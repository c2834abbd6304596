/** Words by which a field asks for a secret; where they are written as one with others, only those that mean nothing else. */
const SECRET =
	/(?<![a-z])(?:pass(?:word|wd|phrase|code)?s?|pwd|secrets?|tokens?|credentials?|pins?|t?otp|cvv|cvc|api[ _-]?keys?|(?:access|private|secret|ssh|encryption|license|recovery)[ _-]?(?:keys?|codes?)|(?:one[ _-]?time|security|verification|auth(?:entication|orization)?|login|2fa|mfa)[ _-]?(?:codes?|passwords?)|seed[ _-]?phrase|credit[ _-]?card(?:[ _-]?number)?)(?![a-z])|passwort|kennwort|apikey|accesskey|privatekey|secretkey|password|passphrase/i;

/**
 * The word that says that a field asks for a secret, as it is written there: in one of its texts (title, name,
 * description); undefined where none does.
 */
export function secretWordIn(texts: readonly string[]): string | undefined {
	for (const text of texts) {
		// `dbPassword` and `GITHUB_TOKEN2` are names of several words.
		const words = text
			.slice(0, MOST_CHARS)
			.replace(/([a-z\d])([A-Z])/g, '$1 $2')
			.replace(/_/g, ' ');
		const found = SECRET.exec(words);
		if (found !== null) return found[0];
	}
	return undefined;
}

const MOST_CHARS = 2000;
