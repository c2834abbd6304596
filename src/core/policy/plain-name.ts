import { once } from '../once.js';

/**
 * Letters of other scripts, and Latin ones that do not decompose, that look like a plain one: pairs, after
 * compatibility normalisation, without marks, in lower case (after Unicode's confusables, UTS #39).
 */
const lookAlikes = once(
	() =>
		new Map(
			[
				// Latin
				'ıi ȷj ɑa ɡg ɩi ʟl ʀr ʏy ɪi ɴn ʜh ᴀa ᴄc ᴅd ᴇe ᴊj ᴋk ᴍm ᴏo ᴘp ᴛt ᴜu ᴠv ᴡw ᴢz øo łl đd ħh ŧt ɓb ƈc ɗd ƙk ƭt ƴy ŋn',
				// Cyrillic
				'аa ӕa вb еe ҽe ԁd ԍg һh нh іi їi јj кk ӏl мm пn оo рp ԛq гr сc ѕs тt уy үy ѵv ѡw ԝw хx',
				// Greek
				'αa βb εe ηn ιi κk νv οo ρp σo τt υu χx γy ϲc ϳj ωw',
				// Armenian, Cherokee, Coptic, Lisu, Georgian
				'օo սu հh ցg ոn ԛq ꭰd ꭱr ꭲt ꭺa ꮃw ⲟo ⲣp ⲥc ⲓi ⲕk ⲧt ꓲi ꓳo ꓮa ꓰe ꓖg ꓔt ჿo',
				// Full stops: of other scripts, between words, raised
				'。. ·. ‧. ∙. ⋅. •. ꓸ. ۔. ܁. ܂. ٠. ۰. ⸱. ・. ⸳. ꘎. 𐩐.',
				// Solidi and hyphens
				'∕/ ⁄/ ⧸/ ╱/ ⟋/ ‐- ‑- ‒- –- —- −- ⁃- ＿_',
			].flatMap((line) => line.split(' ').map((pair): [string, string] => [pair.slice(0, -1), pair.slice(-1)])),
		),
);

const PLAIN = /^[\u0020-\u007e]*$/;

/**
 * A path as somebody may read it, or a file system that ignores case, width or invisible characters: small
 * letters without marks, look-alike letters as the plain ones. For comparing only.
 */
export function plainName(path: string): string {
	if (PLAIN.test(path)) return path.toLowerCase();
	const bare = withoutUnseen(withoutUnseen(path.normalize('NFKD')).toLowerCase().normalize('NFKD'));
	return Array.from(bare, (char) => lookAlikes().get(char) ?? char).join('');
}

/** Text without what is not drawn, and without marks above, below and within a letter. */
function withoutUnseen(text: string): string {
	return text.replace(/[\p{Default_Ignorable_Code_Point}\p{C}\p{M}]/gu, '');
}
