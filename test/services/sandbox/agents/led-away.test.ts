import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { probeNamespaces } from '../../../../src/services/sandbox/linux/probe-sandbox.js';
import { denying, fence, madeFolder } from './fenced.js';

/**
 * A mount(8) that is slow where it matters: between its look at where something is mounted and its look at what, the
 * agent has put things back. `swap` leads the way to the agent's own folder, `back` undoes that.
 */
function slowMount({ swap, back }: { readonly swap: string; readonly back: string }): string {
	return `#!/bin/sh
case " $* " in *" --bind "*|*" --move "*|*,mode=000,*) ;; *) exec /usr/bin/mount "$@" ;; esac
for at; do :; done
echo "$*" >>"$LOG"
{ ${swap}; } 2>>"$LOG"
case $at in
	/*) to=$(readlink -f -- "$at") ;;
	*) to=$at; [ ! -L "$at" ] || to=$(readlink -f -- "$at") ;;
esac
{ ${back}; } 2>>"$LOG"
n=$#
for word; do
	shift
	n=$((n - 1))
	if [ $n = 0 ]; then set -- "$@" "$to"; else set -- "$@" "$word"; fi
done
exec /usr/bin/mount "$@"
`;
}

const WORK = 'work/deep';

/** A fenced agent that leads mounts away, as rules come to hold for it. */
async function misled(way: { readonly swap: string; readonly back: string }) {
	const at = madeFolder(WORK, 'home/.agent/away', 'tools');
	writeFileSync(at(WORK, 'kept.txt'), 'kept\n');
	writeFileSync(at('home/.agent/away/kept.txt'), 'own\n');
	const text = slowMount(way)
		.replaceAll('$W', at('work'))
		.replaceAll('$A', at('home/.agent/away'))
		.replaceAll('$LOG', at('home/.agent/log'));
	writeFileSync(at('tools/mount'), text, { mode: 0o755 });
	const found = await probeNamespaces();
	if (!found.works) throw new Error('no namespaces');
	const slow = { ...found, tools: { ...found.tools, mount: at('tools/mount') } };
	const support = async () => slow;
	const options = { readable: [at('tools')], search: { support, likely: support } };
	return { at, ...(await fence(at, { options, writable: [at('home/.agent/')] })) };
}

const FOLDER = { swap: 'mv $W/deep $W/real; ln -s $A $W/deep', back: 'rm $W/deep; mv $W/real $W/deep' };
const FILE = {
	swap: 'mv $W/deep/kept.txt $W/real; ln -s $A/kept.txt $W/deep/kept.txt',
	back: 'rm $W/deep/kept.txt; mv $W/real $W/deep/kept.txt',
};

describe.runIf(process.platform === 'linux')('an agent that leads a mount of a rule elsewhere', () => {
	it.each([
		['a file by a link in the place of its folder', 'Edit(**/kept.txt)', FOLDER],
		['a file by a link in its own place', 'Edit(**/kept.txt)', FILE],
		['a folder by a link in its place', 'Edit(deep/**)', FOLDER],
	])('gets no way to change in plan mode what that names: %s', async (_, text, way) => {
		const { at, confinement, run } = await misled(way);
		const { failed } = await confinement.setRules(denying(text));
		expect(run('cat ../home/.agent/log')).toMatch(/--(bind|move)/);
		// Either the rule holds, or it is said that it does not.
		const isHeld = run('echo changed >>deep/kept.txt').includes('Read-only');
		expect(isHeld).toBe(failed === null);
		const before = readFileSync(at(WORK, 'kept.txt'), 'utf8');
		expect(await confinement.setAccess('read')).toMatchObject({ type: 'changed' });
		run(`for each in ${at('home/.agent/away/kept.txt')} deep/kept.txt; do echo again >>$each; done`);
		expect(readFileSync(at(WORK, 'kept.txt'), 'utf8')).toBe(before);
	});

	it.each([
		['the folder of a file', 'Read(**/kept.txt)', FOLDER],
		['a file', 'Read(**/kept.txt)', FILE],
		['a folder', 'Read(deep/**)', FOLDER],
	])('cannot read what it names without a word: a link in the place of %s', async (_, text, way) => {
		const { confinement, run } = await misled(way);
		const { failed } = await confinement.setRules(denying(text));
		expect(run('cat deep/kept.txt').includes('Permission denied')).toBe(failed === null);
	});
});
