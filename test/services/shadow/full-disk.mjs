// What an agent wrote fills the disk that keeps it; runs on a small disk of its own, and says what came of each step.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const [, , stateDir, real, entry] = process.argv;
const { Shadows } = await import(entry);
mkdirSync(real, { recursive: true });
writeFileSync(join(real, 'a.txt'), 'a\n');
const shadows = new Shadows({ stateDir });
const opened = await shadows.open({ cwd: real, agent: 'test', sessionId: 's1' });
if (!opened.ok) throw new Error(opened.failure.message);
const shadow = opened.value;
const upper = join(stateDir, 'shadow', shadow.id, 'upper');
writeFileSync(join(upper, 'a.txt'), 'by the agent\n');
const fill = (name) => {
	try {
		for (;;) writeFileSync(join(upper, name), 'x'.repeat(4096), { flag: 'a' });
	} catch (error) {
		return error.code;
	}
};
const filled = fill('big.bin');
const failure = (result) => (result.ok ? null : { code: result.failure.code, message: result.failure.message });
const paths = async () => {
	const changes = await shadow.changes();
	return changes.ok ? changes.value.map(({ path }) => path) : failure(changes);
};
const seen = await paths();
await shadow.beginTurn();
const changes = await shadow.changes();
const reviewed = changes.ok ? changes.value.filter(({ path }) => path === 'a.txt') : [];
const applied = await shadow.apply(reviewed);
const text = readFileSync(join(real, 'a.txt'), 'utf8');
const names = readdirSync(real);
const discarded = await shadow.discard(['big.bin']);
const again = await shadow.changes();
const appliedThen = await shadow.apply(again.ok ? again.value : []);
const after = readFileSync(join(real, 'a.txt'), 'utf8');
await shadow.close();
process.stdout.write(
	JSON.stringify({
		filled,
		seen,
		applied: failure(applied) ?? applied.value,
		text,
		names,
		discarded: failure(discarded) ?? discarded.value,
		appliedThen: failure(appliedThen) ?? appliedThen.value,
		after,
		isGone: !existsSync(upper),
	}),
);
rmSync(real, { recursive: true });
