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

export const signs = pairs(SIGNS);

export const functions: ReadonlySet<string> = new Set(
	'sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lg exp lim limsup liminf max min sup inf arg det dim gcd hom ker deg Pr mod bmod'.split(
		' ',
	),
);

/** Space, by the command's character or name. */
export const spaces: ReadonlyMap<string, string> = new Map(
	Object.entries({ ',': ' ', ';': ' ', ':': ' ', ' ': ' ', '!': '', quad: '  ', qquad: '    ' }),
);

export const accents = pairs(
	'hat:\u0302 widehat:\u0302 bar:\u0304 overline:\u0305 tilde:\u0303 widetilde:\u0303 vec:\u20d7 dot:\u0307 ddot:\u0308 underline:\u0332',
);

export const doubleStruck = mapped('CHNPQRZABDEFGIJKLMOSTUVWXY1', 'ℂℍℕℙℚℝℤ𝔸𝔹𝔻𝔼𝔽𝔾𝕀𝕁𝕂𝕃𝕄𝕆𝕊𝕋𝕌𝕍𝕎𝕏𝕐𝟙');

export const superscripts = mapped(
	'0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW′βγδθφχ',
	'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ′ᵝᵞᵟᶿᵠᵡ',
);

export const subscripts = mapped('0123456789+-−=()aehijklmnoprstuvxβγρφχ', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ');

export const fractions = pairs('1/2:½ 1/3:⅓ 2/3:⅔ 1/4:¼ 3/4:¾ 1/5:⅕ 1/6:⅙ 1/8:⅛');
