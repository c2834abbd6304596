import { startReady, typeWord } from '../program.mjs';

/** The longest that a key waits while something big comes, and how long it takes until that is shown. */
export async function bulk(program, { messageBytes, diffLines, outputLines }) {
	const measure = (prompt, end) => measureOne(program, prompt, end);
	return {
		message: await measure(`message ${messageBytes} 0 big`, 'END-big'),
		paragraph: await measure(`words ${messageBytes} 0 big`, 'END-big'),
		fence: await measure(`fence ${messageBytes} 0 big`, 'END-big'),
		rewrite: await measure(`rewrite ${diffLines} 0 big`, 'END-big'),
		diff: await measure(`diff ${diffLines} 0 big`, 'END-big'),
		// The sum, so that the command itself does not look like its end.
		output: await measure(`! seq ${outputLines}; echo END-$((20 + 3))`, 'END-23'),
	};
}

/** Sends `prompt` and types until `end` is on the screen and a little longer. */
async function measureOne(program, prompt, end) {
	const session = await startReady(program);
	const last = prompt.slice(-12);
	for (const letter of prompt) session.write(letter);
	await session.until((screen) => screen.includes(last));
	await session.settle(200);
	const sentAt = performance.now();
	session.write('\r');
	const takenAt = await session.until((screen) => !inComposer(screen).includes(last));
	const waits = [takenAt - sentAt];
	const shown = session.until((screen) => screen.includes(end), 30_000);
	let shownAt = null;
	void shown.then((at) => {
		shownAt = at;
	});
	// On after the end too: what is drawn then is the finished form.
	for (let words = 0; shownAt === null || words < 2; words += 1) waits.push(...(await typeWord(session, 8)));
	const ms = (await shown) - sentAt;
	await session.close();
	return { ms, longestWaitMs: Math.max(...waits) };
}

function inComposer(screen) {
	return screen
		.split('\n')
		.filter((row) => row.startsWith('│'))
		.join('\n');
}
