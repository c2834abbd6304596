/** Named character references that people and agents write; any other stays as it is written. */
const namedEntities: ReadonlyMap<string, string> = new Map(
	(
		'amp:& lt:< gt:> quot:" apos:\' nbsp:\u00A0 copy:© reg:® trade:™ hellip:… mdash:— ndash:– lsquo:‘ rsquo:’ ldquo:“ rdquo:” ' +
		'sbquo:‚ bdquo:„ laquo:« raquo:» lsaquo:‹ rsaquo:› bull:• middot:· sect:§ para:¶ deg:° plusmn:± times:× divide:÷ minus:− ' +
		'frac12:½ frac14:¼ frac34:¾ sup1:¹ sup2:² sup3:³ micro:µ euro:€ pound:£ yen:¥ cent:¢ curren:¤ larr:← uarr:↑ rarr:→ darr:↓ ' +
		'harr:↔ lArr:⇐ rArr:⇒ hArr:⇔ le:≤ ge:≥ ne:≠ equiv:≡ asymp:≈ infin:∞ sum:∑ prod:∏ radic:√ int:∫ part:∂ nabla:∇ forall:∀ ' +
		'exist:∃ empty:∅ isin:∈ notin:∉ cap:∩ cup:∪ sub:⊂ sup:⊃ sube:⊆ supe:⊇ and:∧ or:∨ not:¬ there4:∴ alpha:α beta:β gamma:γ ' +
		'delta:δ epsilon:ε zeta:ζ eta:η theta:θ iota:ι kappa:κ lambda:λ mu:μ nu:ν xi:ξ pi:π rho:ρ sigma:σ tau:τ phi:φ chi:χ psi:ψ ' +
		'omega:ω Gamma:Γ Delta:Δ Theta:Θ Lambda:Λ Pi:Π Sigma:Σ Phi:Φ Psi:Ψ Omega:Ω agrave:à aacute:á acirc:â atilde:ã auml:ä ' +
		'aring:å aelig:æ ccedil:ç egrave:è eacute:é ecirc:ê euml:ë igrave:ì iacute:í icirc:î iuml:ï ntilde:ñ ograve:ò oacute:ó ' +
		'ocirc:ô otilde:õ ouml:ö oslash:ø ugrave:ù uacute:ú ucirc:û uuml:ü szlig:ß Auml:Ä Ouml:Ö Uuml:Ü Aring:Å AElig:Æ Oslash:Ø ' +
		'Eacute:É Ccedil:Ç Ntilde:Ñ check:✓ cross:✗ star:☆ hearts:♥ ensp:\u2002 emsp:\u2003 thinsp:\u2009 lbrace:{ rbrace:} ' +
		'lbrack:[ rbrack:] lpar:( rpar:) vert:| sol:/ bsol:\\ num:# ast:* lowbar:_ grave:` dollar:$ percnt:% excl:! quest:? commat:@ ' +
		'equals:= plus:+ comma:, period:. colon:: semi:;'
	)
		.split(' ')
		.map((pair): [string, string] => {
			const colon = pair.indexOf(':');
			return [pair.slice(0, colon), pair.slice(colon + 1)];
		}),
);

/** Replaces named references. (The parser replaces the numeric ones.) */
export function decodeEntities(text: string): string {
	return text.replace(
		/&([a-zA-Z][a-zA-Z0-9]{1,31});/g,
		(reference, name: string) => namedEntities.get(name) ?? reference,
	);
}
