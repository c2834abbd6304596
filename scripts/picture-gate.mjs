// Loaded by picture.mjs into the program and the demo agent that it starts. What the agent writes waits until the picture
// has the message before; the clock goes slowly, so that how long that takes shows nowhere.
import { connect } from 'node:net';

const { ACP_TUI_PICTURE_GATE: gatePath, ACP_TUI_PICTURE_SLOWED: slowed } = process.env;
const now = Date.now;
const startedAt = now();
Date.now = () => Math.round(startedAt + (now() - startedAt) / Number(slowed));

if (/\bdemo\b/.test(process.argv[1])) {
	const { stdout } = process;
	const write = stdout.write.bind(stdout);
	const waiting = [];
	const gate = connect(gatePath);
	gate.unref();
	gate.on('data', (signs) => {
		for (let left = signs.length; left > 0; left -= 1) waiting.shift()?.();
	});
	stdout.write = (...message) => {
		waiting.push(() => write(...message));
		gate.write('.');
		return true;
	};
}
