import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createDiagramDrawer } from '../../../src/services/diagrams/drawer.js';
import { runInThread } from '../../../src/services/threads/run-in-thread.js';
import { kindsOf } from '../../setup/whole.js';

const built = fileURLToPath(new URL('../../../dist/diagram-worker.js', import.meta.url));

function script(text: string): string {
	const folder = mkdtempSync(join(tmpdir(), 'acp-tui-drawer-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const file = join(folder, 'worker.mjs');
	writeFileSync(file, `import { parentPort, workerData } from 'node:worker_threads';\n${text}`);
	return file;
}

test.each([
	['says that it cannot', 'parentPort.postMessage(null)'],
	['throws', 'throw new Error("broken")'],
	['hangs', 'parentPort.postMessage("ready"); for (;;);'],
	['eats memory', 'parentPort.postMessage("ready"); const kept = []; for (;;) kept.push(new Array(1e4).fill(1.5))'],
	[
		'eats memory in large steps',
		'parentPort.postMessage("ready"); const kept = []; for (;;) kept.push(new Array(1e6).fill(1.5))',
	],
	['recurses', 'const f = () => f() + 1; f()'],
])('A thread that %s draws nothing, and the next one is asked.', { timeout: 30_000 }, async (_, text) => {
	const draw = createDiagramDrawer(script(text));
	expect(await Promise.all([draw('a'), draw('b')])).toEqual([null, null]);
});

test('A thread that cannot be started draws nothing, and the next one is asked.', async () => {
	const draw = createDiagramDrawer('no/absolute/path.js');
	expect(await draw('a')).toBeNull();
	expect(await draw('b')).toBeNull();
	expect(await runInThread(script(''), () => {}, { patience: 1000, memory: 16 })).toBeNull();
});

test('What took too long is drawn once more, after what was asked for meanwhile.', { timeout: 30_000 }, async () => {
	const slow = `
import { appendFileSync, readFileSync } from 'node:fs';
const file = new URL('asked', import.meta.url);
appendFileSync(file, workerData);
const asked = readFileSync(file, 'utf8');
parentPort.postMessage('ready');
if (workerData === 'a' && asked === 'a') for (;;);
parentPort.postMessage([[asked]]);`;
	const draw = createDiagramDrawer(script(slow));
	expect(await Promise.all([draw('a'), draw('b')])).toEqual([[['aba']], [['ab']]]);
});

test.runIf(existsSync(built))('The built thread draws, and gives up on bombs.', { timeout: 60_000 }, async () => {
	const draw = createDiagramDrawer(built);
	expect((await draw('graph LR\n A --> B'))?.[0]?.join('\n')).toContain('│ A ├');
	const nodes = Array.from({ length: 10_000 }, (_, i) => ` n${i} --> n${(i * 7919) % 10_000}`).join('\n');
	const nested = `graph TD\n${'subgraph x\n'.repeat(2000)}a-->b\n${'end\n'.repeat(2000)}`;
	const complete = `graph LR\n${Array.from({ length: 60 }, (_, i) => Array.from({ length: 60 }, (__, j) => ` a${i} --> a${j}`).join('\n')).join('\n')}`;
	const loops = `sequenceDiagram\n${'loop x\n'.repeat(5000)}A->>B: y`;
	for (const bomb of kindsOf([nested], [`graph LR\n${nodes}`, complete])) {
		const started = performance.now();
		expect(await draw(bomb)).toBeNull();
		expect(performance.now() - started).toBeLessThan(10_000);
	}
	for (const odd of [loops, `graph LR\n A[${'['.repeat(60_000)}`]) await draw(odd);
	expect(await draw('graph LR\n A --> B')).not.toBeNull();
});
