import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureStream } from '../measure-stream.mjs';
import { startReady } from '../program.mjs';
import { median, summary } from '../statistics.mjs';

/** What keeping a session costs while an answer streams: the same with and without it, in turns. */
export async function keeping(program, { rounds, chunks }) {
	const config = join(program.home, 'config-without-sessions');
	mkdirSync(config, { recursive: true });
	writeFileSync(join(config, 'config.json'), JSON.stringify({ persistence: { sessions: false } }));
	const runs = { with: [], without: [] };
	for (let round = 0; round < rounds; round += 1) {
		// Whoever comes second finds a warmer machine.
		const order = round % 2 === 0 ? ['with', 'without'] : ['without', 'with'];
		for (const which of order) {
			const session = await startReady(program, which === 'with' ? {} : { ACP_TUI_CONFIG_DIR: config });
			const silent = await measureStream(session, { count: chunks, rate: 500 });
			const typed = await measureStream(session, { count: chunks, rate: 500, isTyping: true });
			runs[which].push({ cpu: silent.uiCpuSeconds, echo: typed.echo });
			await session.close();
		}
	}
	const cpu = (which) => median(runs[which].map((run) => run.cpu));
	const echo = (which) => summary(runs[which].flatMap((run) => run.echo));
	return {
		cpuRatio: cpu('with') / cpu('without'),
		// Of a processor, while 500 updates a second stream in.
		cpuShare: (cpu('with') - cpu('without')) / (chunks / 500),
		echoWith: echo('with'),
		echoWithout: echo('without'),
	};
}
