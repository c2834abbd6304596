import { afterEach, expect, test } from 'vitest';
import { type AgentProcesses, createAgentPort } from '../../../src/agent/agent-port.js';
import { plainProfile } from '../../../src/core/agents/profile.js';
import { eachEntry } from '../../../src/core/session/entries/entry-list.js';
import { createClock } from '../../../src/services/clock.js';
import { asGiven, scripted } from '../../agent/fake-host.js';
import { createWorld, send, until, type World } from '../world.js';

const worlds: World[] = [];
afterEach(async () => {
	await Promise.all(worlds.splice(0).map(({ app }) => app.close()));
});

function begin(processes: AgentProcesses | null, agent = 'shared', ...words: readonly string[]): World {
	const port = createAgentPort(
		{ confine: null, clientVersion: '0', prepare: asGiven({ PATH: process.env['PATH'] ?? '' }) },
		processes,
	);
	const launch = scripted(agent);
	const profile = plainProfile({ ...launch, args: [...launch.args, ...words] });
	const world = createWorld(
		{ profile, cwd: process.cwd(), handshakeTimeout: 20_000 },
		{ agent: port, clock: createClock() },
	);
	worlds.push(world);
	world.app.start();
	return world;
}

const texts = ({ app }: World): string =>
	[...eachEntry(app.getState().entries)].flatMap((entry) => (entry.kind === 'message' ? [entry.text] : [])).join('\n');
const isIdle = (world: World) => () => {
	const { connection, turn, resuming } = world.app.getState();
	return connection.phase === 'ready' && turn === null && resuming === undefined;
};

async function pidOf(world: World): Promise<string> {
	const before = texts(world).length;
	send(world, 'pid');
	const find = () => /pid \d+/.exec(texts(world).slice(before))?.[0];
	await until(world, () => find() !== undefined && isIdle(world)());
	return find() ?? '';
}

test('Sessions whose process crashed are reported, and go on together in one that is started again.', async () => {
	const processes: AgentProcesses = new Set();
	const [one, two] = [begin(processes), begin(processes)];
	await Promise.all([one, two].map((world) => until(world, isIdle(world))));
	const [before, same] = [await pidOf(one), await pidOf(two)];
	expect(before).toBe(same);
	// Nobody hands anything over in this test: what is asked is declined.
	for (const { app } of [one, two]) {
		app.onEvent((event) => {
			if (event.type !== 'question-asked') return;
			const { id } = event.question;
			queueMicrotask(() => app.dispatch({ type: 'answer', questionId: id, outcome: { type: 'cancelled' } }));
		});
	}
	send(two, 'hang');
	await until(two, () => two.app.getState().turn !== null);
	send(one, 'say so far');
	await until(one, isIdle(one));
	// Of this prompt nothing is ever seen: it crashes the process once more by itself, and is then stopped.
	send(one, 'crash');
	const isWaiting = (world: World) => () => world.app.getState().recovery?.wait !== undefined;
	await Promise.all([one, two].map((world) => until(world, isWaiting(world))));
	const [prompt] = one.app.getState().queue;
	one.app.dispatch({ type: 'queue-remove', promptId: prompt?.id ?? '' });
	const [hanging] = two.app.getState().queue;
	two.app.dispatch({ type: 'queue-remove', promptId: hanging?.id ?? '' });
	await Promise.all([one, two].map((world) => until(world, isIdle(world))));
	const [after, together] = [await pidOf(one), await pidOf(two)];
	expect(after).not.toBe(before);
	expect(together).toBe(after);
	expect(processes.size).toBe(1);
});

test('A question of ours about a session that is gone goes with it.', async () => {
	const world = begin(null);
	const { app } = world;
	const hasQuestion = (): boolean => app.getState().questions.length > 0;
	await until(world, isIdle(world));
	const pid = await pidOf(world);
	process.kill(Number(pid.slice(4)), 'SIGKILL');
	await until(world, hasQuestion);
	const [first] = app.getState().questions;
	app.dispatch({ type: 'restart-agent' });
	await until(world, () => !hasQuestion());
	await until(world, hasQuestion);
	expect(app.getState().questions).toHaveLength(1);
	expect(app.getState().questions[0]?.id).not.toBe(first?.id);
});
