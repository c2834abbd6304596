// Puts a link in the place of a folder and takes it away, again and again, until it is ended: FOLDER SPARE TARGET
import { renameSync, symlinkSync, unlinkSync } from 'node:fs';

const [folder, spare, target] = process.argv.slice(2);
const attempt = (act) => {
	try {
		act();
	} catch {
		// Somebody else was faster.
	}
};
console.log('ready');
for (;;) {
	attempt(() => renameSync(folder, spare));
	attempt(() => symlinkSync(target, folder));
	attempt(() => unlinkSync(folder));
	attempt(() => renameSync(spare, folder));
}
