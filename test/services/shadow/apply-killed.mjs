// Applies everything in a shadow; says so right before, for whoever is to kill it.
import process from 'node:process';

const [, , stateDir, id, entry] = process.argv;
const { Shadows } = await import(entry);
const opened = await new Shadows({ stateDir }).openSaved(id);
if (!opened.ok) throw new Error(opened.failure.message);
const changes = await opened.value.changes();
process.stdout.write('ready\n');
const applied = await opened.value.apply(changes.value.map(({ path, version }) => ({ path, version })));
process.stdout.write(`${JSON.stringify(applied)}\n`);
await opened.value.close();
