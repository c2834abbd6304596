// Frames of a terminal as one animated SVG: every distinct row stands in it once, every frame is a list of rows, and a
// style sheet moves from frame to frame. No script runs in it, so it plays wherever pictures are shown.

const [WIDTH, HEIGHT, PADDING] = [10, 22, 18];
const FRAMES_A_ROW = 16;
const [MIDDLE, CENTRE] = [HEIGHT / 2, WIDTH / 2];

/** Lines that meet between cells, drawn instead of written: no two fonts give them the same width. */
const STROKES = {
	'─': (x) => `M${x} ${MIDDLE}h${WIDTH}`,
	'│': (x) => `M${x + CENTRE} 0v${HEIGHT}`,
	'╭': (x) => `M${x + CENTRE} ${HEIGHT}v-6q0-5 5-5`,
	'╮': (x) => `M${x} ${MIDDLE}q5 0 5 5v6`,
	'╰': (x) => `M${x + CENTRE} 0v6q0 5 5 5`,
	'╯': (x) => `M${x} ${MIDDLE}q5 0 5-5v-6`,
	'▌': (x) => `M${x + 2} 0v${HEIGHT}`,
};

/**
 * The SVG of `frames`: each has `rows` of cells (`char` and `style`, see `readScreen` in picture.mjs), the cursor's cell
 * or null, and how long it stands, in ms. Whoever wants no motion sees the frame with the index `still`.
 */
export function animatedSvg({ title, columns, rows, frames, colours, still }) {
	const width = columns * WIDTH + 2 * PADDING;
	const height = rows * HEIGHT + 2 * PADDING;
	const place = (index) => [(index % FRAMES_A_ROW) * width, Math.floor(index / FRAMES_A_ROW) * height];
	const styles = new Names();
	const strips = new Names();
	const film = frames.map((frame, index) => frameMarkup(frame, place(index), styles, strips));
	const total = frames.reduce((sum, { ms }) => sum + ms, 0);
	let at = 0;
	const steps = frames.map(({ ms }, index) => {
		const step = `${percent(at / total)}{transform:${shift(place(index))}}`;
		at += ms;
		return step;
	});
	const defined = strips.all.map(([markup, name]) => `<g id="${name}">${markup}</g>`);
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">`,
		'<style>',
		`text{font:16.5px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:${colours.text}}`,
		`path{fill:none;stroke:${colours.text};stroke-width:1.4}`,
		...styles.all.map(([rule, name]) => `.${name}{${rule}}`),
		`#film{animation:film ${total}ms step-end infinite}`,
		`@keyframes film{${steps.join('')}}`,
		`@media(prefers-reduced-motion:reduce){#film{animation:none;transform:${shift(place(still))}}}`,
		'</style>',
		`<defs>${defined.join('\n')}</defs>`,
		`<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="12" fill="${colours.background}" stroke="${colours.edge}"/>`,
		`<g id="film">${film.join('\n')}</g>`,
		'</svg>\n',
	].join('\n');
}

/** Short names for texts, each once: letters first, so that they can stand in CSS. */
class Names {
	#names = new Map();

	of(text) {
		const known = this.#names.get(text);
		if (known !== undefined) return known;
		const name = `${String.fromCharCode(97 + (this.#names.size % 26))}${Math.floor(this.#names.size / 26) || ''}`;
		this.#names.set(text, name);
		return name;
	}

	get all() {
		return [...this.#names];
	}
}

function frameMarkup({ rows, cursor }, [x, y], styles, strips) {
	const used = rows.map((cells, row) => {
		const markup = rowMarkup(cells, styles);
		return markup === '' ? '' : `<use href="#${strips.of(markup)}" y="${row * HEIGHT}"/>`;
	});
	const bar = `M${cursor === null ? 0 : cursor.x * WIDTH + 1} ${cursor === null ? 0 : cursor.y * HEIGHT + 2}v${HEIGHT - 4}`;
	const drawn = cursor === null ? '' : `<path d="${bar}"/>`;
	return `<g transform="translate(${x + PADDING} ${y + PADDING})">${used.join('')}${drawn}</g>`;
}

function rowMarkup(cells, styles) {
	const backgrounds = runs(cells, ({ style }) => style.background ?? '')
		.filter(({ key }) => key !== '')
		.map(
			({ start, length, key }) =>
				`<rect class="${styles.of(`fill:${key}`)}" x="${start * WIDTH}" width="${length * WIDTH}" height="${HEIGHT}"/>`,
		);
	const written = runs(cells, ({ char, style }) => `${char in STROKES ? '─' : ' '}${textRule(style)}`);
	const words = written.flatMap(({ start, length, key }) => {
		const part = cells.slice(start, start + length).map(({ char }) => char);
		const rule = key.slice(1);
		if (key.startsWith('─')) return [strokes(part, start, rule.replace('fill:', 'stroke:'), styles)];
		return texts(part.join(''), start, rule, styles);
	});
	return [...backgrounds, ...words].join('');
}

/** Neighbouring cells of which `keyOf` says the same. */
function runs(cells, keyOf) {
	const found = [];
	for (const [index, cell] of cells.entries()) {
		const key = keyOf(cell);
		const last = found.at(-1);
		if (last?.key === key) last.length += 1;
		else found.push({ key, start: index, length: 1 });
	}
	return found;
}

function textRule({ colour, isBold, isItalic, isUnderlined, isDim }) {
	return [
		colour === undefined ? '' : `fill:${colour};`,
		isBold ? 'font-weight:bold;' : '',
		isItalic ? 'font-style:italic;' : '',
		isUnderlined ? 'text-decoration:underline;' : '',
		isDim ? 'opacity:.65;' : '',
	].join('');
}

/** Words at their columns: parts between wide gaps, each as wide as its cells whatever the font is. */
function texts(line, start, rule, styles) {
	return [...line.matchAll(/\S+(?: \S+)*/gu)].map((found) => {
		const [part] = found;
		const style = rule === '' ? '' : ` class="${styles.of(rule)}"`;
		const x = (start + found.index) * WIDTH;
		return `<text${style} x="${x}" y="16.5" textLength="${part.length * WIDTH}">${escaped(part)}</text>`;
	});
}

function strokes(chars, start, rule, styles) {
	const path = chars.map((char, index) => STROKES[char]((start + index) * WIDTH)).join('');
	const joined = path.replace(
		/(M\d+ \d+)h10(?:M\d+ \d+h10)+/g,
		(line, from) => `${from}h${line.split('h').length * 10 - 10}`,
	);
	return `<path${rule === '' ? '' : ` class="${styles.of(rule)}"`} d="${joined}"/>`;
}

function shift([x, y]) {
	return `translate(${-x}px,${-y}px)`;
}

function percent(share) {
	return `${(share * 100).toFixed(3)}%`;
}

function escaped(text) {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
