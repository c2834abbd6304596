/** Signs by the name of their command, as `name:sign`. */
const SIGNS =
	'alpha:α beta:β gamma:γ delta:δ epsilon:ϵ varepsilon:ε zeta:ζ eta:η theta:θ vartheta:ϑ iota:ι kappa:κ lambda:λ mu:μ nu:ν ' +
	'xi:ξ pi:π varpi:ϖ rho:ρ varrho:ϱ sigma:σ varsigma:ς tau:τ upsilon:υ phi:ϕ varphi:φ chi:χ psi:ψ omega:ω Gamma:Γ Delta:Δ ' +
	'Theta:Θ Lambda:Λ Xi:Ξ Pi:Π Sigma:Σ Upsilon:Υ Phi:Φ Psi:Ψ Omega:Ω sum:∑ prod:∏ coprod:∐ int:∫ iint:∬ iiint:∭ oint:∮ ' +
	'bigcup:⋃ bigcap:⋂ bigoplus:⨁ bigotimes:⨂ infty:∞ partial:∂ nabla:∇ hbar:ℏ ell:ℓ Re:ℜ Im:ℑ aleph:ℵ emptyset:∅ ' +
	'varnothing:∅ forall:∀ exists:∃ nexists:∄ neg:¬ lnot:¬ land:∧ wedge:∧ lor:∨ vee:∨ top:⊤ bot:⊥ perp:⊥ therefore:∴ ' +
	'because:∵ in:∈ notin:∉ ni:∋ subset:⊂ subseteq:⊆ supset:⊃ supseteq:⊇ cup:∪ cap:∩ setminus:∖ le:≤ leq:≤ leqslant:≤ ge:≥ ' +
	'geq:≥ geqslant:≥ ne:≠ neq:≠ ll:≪ gg:≫ approx:≈ equiv:≡ sim:∼ simeq:≃ cong:≅ propto:∝ prec:≺ succ:≻ mid:∣ parallel:∥ ' +
	'vdash:⊢ models:⊨ pm:± mp:∓ times:× div:÷ cdot:· ast:∗ star:⋆ circ:∘ bullet:• oplus:⊕ otimes:⊗ odot:⊙ to:→ rightarrow:→ ' +
	'longrightarrow:⟶ leftarrow:← gets:← leftrightarrow:↔ Rightarrow:⇒ implies:⟹ Longrightarrow:⟹ Leftarrow:⇐ iff:⟺ ' +
	'Leftrightarrow:⇔ mapsto:↦ uparrow:↑ downarrow:↓ hookrightarrow:↪ rightharpoonup:⇀ ldots:… dots:… cdots:⋯ vdots:⋮ ddots:⋱ ' +
	'angle:∠ triangle:△ square:□ degree:° prime:′ dagger:† langle:⟨ rangle:⟩ lfloor:⌊ rfloor:⌋ lceil:⌈ rceil:⌉ lvert:| rvert:| ' +
	'vert:| lVert:‖ rVert:‖ Vert:‖ lbrace:{ rbrace:} backslash:\\ surd:√ complement:∁';

const pairs = (list: string): ReadonlyMap<string, string> =>
	new Map(
		list.split(' ').map((pair): [string, string] => {
			const colon = pair.indexOf(':');
			return [pair.slice(0, colon), pair.slice(colon + 1)];
		}),
	);

const mapped = (from: string, to: string): ReadonlyMap<string, string> => {
	const signs = [...to];
	return new Map([...from].map((character, index) => [character, signs[index] ?? '']));
};

const signs = pairs(SIGNS);

const functions: ReadonlySet<string> = new Set(
	'sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lg exp lim limsup liminf max min sup inf arg det dim gcd hom ker deg Pr mod bmod'.split(
		' ',
	),
);

/** Space, by the command's character or name. */
const spaces: ReadonlyMap<string, string> = new Map(
	Object.entries({ ',': ' ', ';': ' ', ':': ' ', ' ': ' ', '!': '', quad: '  ', qquad: '    ' }),
);

const accents = pairs(
	'hat:\u0302 widehat:\u0302 bar:\u0304 overline:\u0305 tilde:\u0303 widetilde:\u0303 vec:\u20d7 dot:\u0307 ddot:\u0308 underline:\u0332',
);

const doubleStruck = mapped('CHNPQRZABDEFGIJKLMOSTUVWXY1', 'ℂℍℕℙℚℝℤ𝔸𝔹𝔻𝔼𝔽𝔾𝕀𝕁𝕂𝕃𝕄𝕆𝕊𝕋𝕌𝕍𝕎𝕏𝕐𝟙');

const superscripts = mapped(
	'0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW′βγδθφχ',
	'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ′ᵝᵞᵟᶿᵠᵡ',
);

const subscripts = mapped('0123456789+-−=()aehijklmnoprstuvxβγρφχ', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ');

const fractions = pairs('1/2:½ 1/3:⅓ 2/3:⅔ 1/4:¼ 3/4:¾ 1/5:⅕ 1/6:⅙ 1/8:⅛');

/** Characters; a longer formula stays as it is. */
const LONGEST = 2000;
const DEEPEST = 20;
const LONGEST_FUNCTION = Math.max(...[...functions].map(({ length }) => length));

const ROWS = /\\(?:begin|end)\{(?:aligned|align|gathered|gather|equation|split)\*?\}/g;

/** Formula of LaTeX as Unicode, its rows separated by newlines; null where it has anything unknown. */
export function formula(source: string): string | null {
	if (source.length > LONGEST) return null;
	const reader = new Reader(source.replace(ROWS, ' '));
	const text = reader.sequence(0);
	if (text === null || !reader.isAtEnd()) return null;
	const rows = text.split('\n').map((row) => row.replace(/ +/g, ' ').trim());
	return rows.filter((row) => row !== '').join('\n') || null;
}

/** Each method reads on from where the last one ended; null: something that nobody knows. */
class Reader {
	readonly #source: string;
	#at = 0;

	constructor(source: string) {
		this.#source = source;
	}

	isAtEnd(): boolean {
		return this.#at >= this.#source.length;
	}

	sequence(depth: number): string | null {
		let text = '';
		let end = '';
		while (!this.isAtEnd() && this.#source[this.#at] !== '}') {
			const part = this.#part(depth);
			if (part === null) return null;
			// The name of a function and what it is applied to are two words.
			const isApplied = /^[\p{L}\d√]/u.test(part) && functions.has(/[a-z]+$/.exec(end)?.[0] ?? '');
			text += isApplied ? ` ${part}` : part;
			end = (isApplied ? part : end + part).slice(-LONGEST_FUNCTION - 1);
		}
		return text;
	}

	#part(depth: number): string | null {
		const character = this.#source[this.#at] ?? '';
		if (depth > DEEPEST) return null;
		switch (character) {
			case '\\':
				return this.#command(depth);
			case '{':
				return this.#argument(depth);
			case '^':
			case '_': {
				this.#at += 1;
				const text = this.#argument(depth);
				return text === null ? null : script(text.trim(), character);
			}
			case '&':
				this.#at += 1;
				return '';
			default:
				this.#at += 1;
				return PLAIN.get(character) ?? character;
		}
	}

	#argument(depth: number): string | null {
		this.#skipSpaces();
		if (this.isAtEnd()) return null;
		if (this.#source[this.#at] !== '{') return this.#part(depth + 1);
		this.#at += 1;
		const text = this.sequence(depth + 1);
		if (this.#source[this.#at] !== '}') return null;
		this.#at += 1;
		return text;
	}

	#skipSpaces(): void {
		while (this.#source[this.#at] === ' ') this.#at += 1;
	}

	#command(depth: number): string | null {
		const rest = this.#source.slice(this.#at + 1, this.#at + 24);
		const name = /^[A-Za-z]+/.exec(rest)?.[0] ?? rest[0] ?? '';
		this.#at += 1 + name.length;
		const known = signs.get(name) ?? spaces.get(name);
		if (known === '∂') this.#skipSpaces();
		if (known !== undefined) return known;
		if (functions.has(name)) return name;
		if (name === '\\') return '\n';
		if (/^[{}%$#&_|]$/.test(name)) return name;
		if (/^(?:left|right|[bB]igg?[lrm]?)$/.test(name)) return this.#delimiter(depth + 1);
		if (/^(?:displaystyle|limits|nolimits|nonumber)$/.test(name)) return '';
		return this.#applied(name, depth);
	}

	#applied(name: string, depth: number): string | null {
		if (/^(?:text|textbf|textit|mathrm|mathit|mathbf|mathsf|mathcal|operatorname|boldsymbol|boxed)$/.test(name)) {
			return this.#argument(depth);
		}
		if (/^[dt]?frac$/.test(name)) {
			const above = this.#argument(depth);
			const below = above === null ? null : this.#argument(depth);
			return above === null || below === null ? null : fraction(above.trim(), below.trim());
		}
		if (name === 'sqrt') return this.#root(depth);
		const text = name === 'mathbb' || accents.has(name) ? this.#argument(depth) : null;
		if (text === null) return null;
		if (name === 'mathbb') return translated(text, doubleStruck);
		return [...text].length === 1 ? (text + accents.get(name)).normalize() : null;
	}

	#root(depth: number): string | null {
		const [index = '', degree = ''] = /^\[(\d)\]/.exec(this.#source.slice(this.#at, this.#at + 3)) ?? [];
		this.#at += index.length;
		const text = this.#argument(depth);
		if (text === null) return null;
		const sign = degree === '' || degree === '2' ? '√' : degree === '3' ? '∛' : degree === '4' ? '∜' : null;
		return sign === null ? null : sign + grouped(text.trim());
	}

	#delimiter(depth: number): string | null {
		const character = this.#source[this.#at] ?? '';
		if (depth > DEEPEST) return null;
		if (character === '\\') return this.#command(depth);
		if (!/[()[\]|/.<>]/.test(character)) return null;
		this.#at += 1;
		return character === '.' ? '' : character;
	}
}

const PLAIN = new Map(Object.entries({ '-': '−', "'": '′', '~': ' ', '\n': ' ' }));

function script(text: string, mark: '^' | '_'): string {
	if (mark === '^' && /^[∘°′*†]+$/.test(text)) return text.replace('∘', '°');
	return (
		translated(text, mark === '^' ? superscripts : subscripts) ??
		mark + ([...text].length === 1 ? text : bracketed(text))
	);
}

/** The text character by character; null where one has no counterpart. */
function translated(text: string, table: ReadonlyMap<string, string>): string | null {
	let result = '';
	for (const character of text) {
		const sign = table.get(character);
		if (sign === undefined) return null;
		result += sign;
	}
	return result;
}

function fraction(above: string, below: string): string {
	// A product below the line is bracketed: without, the text would divide by its first factor alone.
	const isProduct = /^[\p{L}\d]{2,}$/u.test(below) && !/^\d+$/.test(below);
	const plain = `${grouped(above)}/${isProduct ? bracketed(below) : grouped(below)}`;
	return fractions.get(plain) ?? plain;
}

/** In brackets, unless it is one word, number or bracket already. */
function grouped(text: string): string {
	return /^(?:[∂\p{L}\p{M}\p{No}\d.∞ⁿ⁺⁻₊₋′]+|\([^()]*\)|√[\p{L}\d]+)$/u.test(text) ? text : bracketed(text);
}

function bracketed(text: string): string {
	return /^\([^()]*\)$/.test(text) ? text : `(${text})`;
}
