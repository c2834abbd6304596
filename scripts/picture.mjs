// Takes the moving pictures of the README: a turn of the demo agent, on a terminal with a dark and a light background.
//   npm run build && node scripts/picture.mjs
// What moves is what the program drew. The agent's next message waits until the screen shows the one before, and how long
// a frame stands, and the times in it, follow the script below: the same program gives the same picture.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pause, startSession } from '../bench/pty-session.mjs';
import { animatedSvg } from './animated-svg.mjs';
import { root } from './sources.mjs';

const [COLUMNS, ROWS] = [101, 27];
const TITLE =
	'A turn in acp-tui: the agent reads in plan mode, its write is refused, its plan is approved, and its edit is allowed';

/** What each picture is taken on: what the terminal says of its background, and the colours that are its own. */
const TERMINALS = {
	dark: { says: 'rgb:1414/1616/1b1b', background: '#14161b', text: '#e4e6eb', edge: '#3a3f4a' },
	light: { says: 'rgb:ffff/ffff/ffff', background: '#ffffff', text: '#1f2328', edge: '#d0d7de' },
};

const FILES = {
	'README.md': '# Shop\n\nA small shop.\n\n## Shipping\n\nEvery order costs 4 €.\n',
	'src/cart.ts':
		'export function total(prices: number[]): number {\n\treturn prices.reduce((sum, price) => sum + price, 4);\n}\n',
};

/** What the user types and presses, once the screen shows `seen`; `reads` is how long they look at it first, in ms. */
const STORY = [
	{ seen: /\/tour shows/, reads: 900, type: '/planmode free shipping' },
	{ seen: /> \/planmode free shipping/, reads: 500, press: '\r' },
	{ seen: /Approve, review each edit/, reads: 3600, press: '1' },
	{ seen: /Allow once/, reads: 3200, press: 'y' },
	{ seen: /1 file changed/, reads: 4500 },
];
/** What is worth a look while the agent goes on, in ms. */
const LOOKS = [
	[/denied: plan mode allows no changes/, 1400],
	[/Read src\/cart\.ts/, 500],
];
/** How long a frame stands in which the user types, or a word arrives, in ms. */
const [KEY, WORD] = [75, 50];

/** A screen that has not changed for so long is finished; one that does not change at all is not waited for longer, in ms. */
const [QUIET, NO_CHANGE] = [150, 900];
/** How much slower the program's clock goes, and how long it leaves a question alone before a key answers it, in ms. */
const [SLOWED, GUARD] = [15, 700];

/** A time or a date of the machine's clock, and the date that stands for it. */
const CLOCK =
	/(?<=Working |Waiting for you |Thought for |── )\d+(?:\.\d)?s|\d\.\ds(?=\s*$)|\d{4}-\d\d-\d\d \d\d:\d\d(?= UTC)/;
const DATE = '2027-01-04 09:30';

for (const [name, colours] of Object.entries(TERMINALS)) {
	const frames = timed(await record(colours));
	const still = frames.findIndex(({ text }) => STORY[3].seen.test(text));
	const svg = animatedSvg({ title: TITLE, columns: COLUMNS, rows: ROWS, frames, colours, still });
	writeFileSync(join(root, 'docs/pictures', `turn-${name}.svg`), svg);
	console.log(`turn-${name}.svg: ${frames.length} frames, ${Math.round(svg.length / 1000)} kB`);
}

/** Plays the story in a home of its own. The frames, each once; `reads` is there where the user looks at one. */
async function record(colours) {
	const base = realpathSync(mkdtempSync(join(tmpdir(), 'acp-tui-picture-')));
	const gate = join(base, 'gate');
	const session = startSession(process.execPath, [join(root, 'bin/acp-tui.js'), 'demo'], {
		cwd: layWorkspace(base),
		env: environmentIn(base, gate),
		columns: COLUMNS,
		rows: ROWS,
	});
	const screen = watch(session, colours);
	const server = createServer((agent) => {
		let passed = Promise.resolve();
		agent.on('data', (signs) => {
			for (let left = signs.length; left > 0; left -= 1) {
				passed = passed.then(async () => {
					const before = screen.read().look;
					agent.write('.');
					await screen.settle(before);
					screen.take();
				});
			}
		});
		agent.on('error', () => {});
	}).listen(gate);
	try {
		for (const { seen, reads, type = '', press } of STORY) {
			await session.until((text) => seen.test(text), 180_000);
			await screen.settle(screen.read().look);
			screen.take(reads);
			for (const key of type) {
				const before = screen.read().look;
				session.write(key);
				await screen.settle(before);
				screen.take();
			}
			if (press === undefined) continue;
			await pause(GUARD * SLOWED);
			session.write(press);
		}
		return screen.taken;
	} finally {
		await session.close();
		server.close();
		rmSync(base, { recursive: true, force: true });
	}
}

function layWorkspace(base) {
	const workspace = join(base, 'src/shop');
	for (const [file, text] of Object.entries(FILES)) {
		mkdirSync(dirname(join(workspace, file)), { recursive: true });
		writeFileSync(join(workspace, file), text);
	}
	execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: workspace });
	return workspace;
}

function environmentIn(base, gate) {
	return {
		PATH: process.env.PATH,
		HOME: base,
		TERM: 'xterm-256color',
		COLORTERM: 'truecolor',
		LANG: 'C.UTF-8',
		ACP_TUI_CONFIG_DIR: join(base, 'config'),
		ACP_TUI_STATE_DIR: join(base, 'state'),
		ACP_TUI_DEMO_PACE: '0',
		ACP_TUI_PICTURE_GATE: gate,
		ACP_TUI_PICTURE_SLOWED: String(SLOWED),
		NODE_OPTIONS: `--import=${pathToFileURL(join(root, 'scripts/picture-gate.mjs'))}`,
		// A spinner that turns would make a frame of every tick.
		ACP_TUI_REDUCED_MOTION: '1',
	};
}

/** What the program draws: the screen as it is between two of its synchronized updates, and the frames that were taken. */
function watch({ terminal, write }, colours) {
	const taken = [];
	let isCursorShown = true;
	const onMode = (isSet) => (params) => {
		if (params.includes(25)) isCursorShown = isSet;
		return false;
	};
	terminal.parser.registerCsiHandler({ prefix: '?', final: 'h' }, onMode(true));
	terminal.parser.registerCsiHandler({ prefix: '?', final: 'l' }, onMode(false));
	terminal.parser.registerOscHandler(11, (asked) => {
		if (asked === '?') write(`\x1b]11;${colours.says}\x1b\\`);
		return true;
	});
	function read() {
		const rows = readScreen(terminal, colours);
		const shown = rows.map((cells) => withTime(cells, 0));
		const inColour = shown.flat().map(({ char, style }) => `${char}${style.colour}${style.background}`);
		return { rows, text: shown.map(textOf).join('\n'), look: inColour.join('') };
	}
	return {
		taken,
		read,
		/** Waits until the screen is another than `before`, and stays as it is. */
		async settle(before) {
			const startedAt = performance.now();
			let [last, since] = [before, startedAt];
			while (performance.now() - since < (last === before ? NO_CHANGE : QUIET)) {
				await pause(15);
				if (terminal.modes.synchronizedOutputMode) continue;
				const { look } = read();
				if (look !== last) [last, since] = [look, performance.now()];
			}
		},
		take(reads) {
			const { cursorX: x, cursorY: y } = terminal.buffer.active;
			const frame = { ...read(), cursor: isCursorShown ? { x, y } : null, reads };
			if (taken.at(-1)?.text === frame.text) taken[taken.length - 1] = { ...frame, reads: reads ?? taken.at(-1).reads };
			else taken.push(frame);
		},
	};
}

/** What the terminal shows: rows of cells, each a character with its style. */
function readScreen(terminal, colours) {
	const { active } = terminal.buffer;
	const rgb = (isSet, value) => (isSet ? `#${value.toString(16).padStart(6, '0')}` : undefined);
	return Array.from({ length: ROWS }, (_, row) =>
		Array.from({ length: COLUMNS }, (__, column) => {
			const cell = active.getLine(active.baseY + row).getCell(column);
			const own = rgb(cell.isFgRGB(), cell.getFgColor());
			const behind = rgb(cell.isBgRGB(), cell.getBgColor());
			const isInverse = cell.isInverse() !== 0;
			return {
				char: cell.getChars() || ' ',
				style: {
					colour: isInverse ? (behind ?? colours.background) : own,
					background: isInverse ? (own ?? colours.text) : behind,
					isBold: cell.isBold() !== 0,
					isItalic: cell.isItalic() !== 0,
					isUnderlined: cell.isUnderline() !== 0,
					isDim: cell.isDim() !== 0,
				},
			};
		}),
	);
}

/** The frames from the first that the user looks at, with how long each stands and what the clock in it says. */
function timed(taken) {
	const looks = [...LOOKS];
	let worked = 0;
	return taken.slice(taken.findIndex(({ reads }) => reads !== undefined)).map(({ rows, text, cursor, reads }) => {
		const isWorking = text.includes('Working');
		const look = looks.findIndex(([seen]) => seen.test(text));
		const ms = reads ?? (look < 0 ? (isWorking ? WORD : KEY) : looks.splice(look, 1)[0][1]);
		if (isWorking) worked += ms;
		return { rows: rows.map((cells) => withTime(cells, worked / 1000)), text, cursor, ms };
	});
}

/** A row in which the machine's clock gave way to the picture's. */
function withTime(cells, seconds) {
	const line = textOf(cells);
	const found = CLOCK.exec(line);
	if (found === null) return cells;
	const { style } = cells[found.index];
	const words = wordsFor(found[0], line, seconds);
	const after = cells.slice(found.index + found[0].length);
	const rest = Array.from({ length: COLUMNS }, () => cells.at(-1));
	return [...cells.slice(0, found.index), ...[...words].map((char) => ({ char, style })), ...after, ...rest].slice(
		0,
		COLUMNS,
	);
}

function wordsFor(shown, line, seconds) {
	if (shown.includes('-')) return DATE;
	if (/Working|──/.test(line)) return seconds < 10 ? `${seconds.toFixed(1)}s` : `${Math.floor(seconds)}s`;
	return shown.replace(/\d/g, (_, at) => (at === 0 ? '0' : '1'));
}

function textOf(cells) {
	return cells.map(({ char }) => char).join('');
}
