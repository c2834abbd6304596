// A workspace in which something else is mounted, with mounts of its own: says what an agent's view makes of it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const [, , entry] = process.argv;
const { ShadowFixture } = await import(entry);
const fixture = new ShadowFixture();
try {
	const data = join(fixture.real, 'data');
	mkdirSync(data);
	spawnSync('mount', ['-t', 'tmpfs', 'data', data]);
	writeFileSync(join(data, 'd.txt'), 'data\n');
	writeFileSync(join(fixture.real, 'a.txt'), 'a\n');
	const shadow = await fixture.open();
	const { view } = await fixture.mount(shadow);
	const write = (name) => {
		try {
			writeFileSync(join(view, name), 'by the agent\n');
			return 'written';
		} catch (error) {
			return error.code;
		}
	};
	const wrote = { inside: write('data/new.txt'), beside: write('a.txt') };
	const changes = await shadow.changes();
	const applied = await shadow.apply(changes.value.map(({ path, version }) => ({ path, version })));
	process.stdout.write(
		JSON.stringify({
			notices: shadow.notices.map((notice) => notice.replaceAll(fixture.real, 'W')),
			isShown: existsSync(join(view, 'data/d.txt')),
			wrote,
			applied: applied.value.applied,
		}),
	);
} finally {
	spawnSync('umount', ['--lazy', join(fixture.real, 'data')]);
	await fixture.remove();
}
