// Writes numbered chunks into a log, and says on standard output which it has handed over, and when, until it is killed.
import process from 'node:process';

const [, , folder, entry] = process.argv;
const { createSessionLogs } = await import(entry);
const logs = createSessionLogs(folder);
const id = logs.newId();
const log = logs.begin(
	{ id, createdAt: Date.now(), cwd: '/w', additionalDirectories: [], agent: 'demo', mode: 'default' },
	{
		onTrouble: (trouble) => trouble !== null && process.stdout.write(`trouble ${trouble.message}\n`),
		afterGap: () => [],
	},
);
process.stdout.write(`id ${id}\n`);
let number = 0;
setInterval(() => {
	for (let each = 0; each < 5; each += 1) {
		number += 1;
		const at = Date.now();
		const isCall = number % 7 === 0;
		log.append(
			isCall
				? {
						at,
						event: {
							type: 'tool',
							patch: { id: `c${number}`, title: `<${number}>`, rawInput: { text: 'x'.repeat(number % 5000) } },
						},
					}
				: { at, event: { type: 'text', role: 'agent', text: `<${number}>` } },
		);
		process.stdout.write(`${number} ${at}\n`);
	}
}, 3);
