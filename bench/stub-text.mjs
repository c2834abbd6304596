// What the stub agent says: Markdown of every kind, the same on every run.
const WORDS = 'stream frame buffer latency terminal parser token budget window scroll layout patch module queue'.split(
	' ',
);

function createWords() {
	let step = 0;
	const word = () => {
		step = (step * 7 + 11) % 9973;
		return WORDS[step % WORDS.length];
	};
	return { word, words: (count) => Array.from({ length: count }, word).join(' ') };
}

function section(number, { word, words }) {
	return [
		`## Section ${number}: ${word()}`,
		'',
		...Array.from({ length: 3 }, () => [`The ${words(8)} and **${word()}** with \`${word()}()\`.`, '']).flat(),
		...Array.from({ length: 6 }, (_, item) => `- item ${item} ${words(6)} *${word()}*`),
		'',
		'```js',
		...Array.from(
			{ length: 9 },
			(_, row) => `  const ${word()}${row} = ${word()}(${number}, "${words(3)}"); // ${word()}`,
		),
		'```',
		'',
		`| ${word()} | ${word()} | value |`,
		'| --- | --- | ---: |',
		...Array.from({ length: 5 }, (_, row) => `| ${word()} ${row} | ${words(2)} | ${number * 100 + row} |`),
		'',
		`> ${words(9)}`,
		'',
	];
}

/** At least `count` lines, each with its newline; ends outside of a code block. */
export function markdownLines(count) {
	const source = createWords();
	const lines = [];
	for (let number = 1; lines.length < count; number += 1) lines.push(...section(number, source));
	return lines.map((line) => `${line}\n`);
}

/** `count` pieces as a model sends them: short lines whole, longer ones in two. */
export function pieces(count) {
	const cut = markdownLines(count).flatMap((line) => {
		const middle = line.length >> 1;
		return line.length < 36 ? [line] : [line.slice(0, middle), line.slice(middle)];
	});
	return cut.slice(0, count);
}
