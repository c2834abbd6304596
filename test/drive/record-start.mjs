// Loaded before the program (--import): writes into RECORD_START what the program had loaded when it
// drew its first frame.
const { RECORD_START: file } = process.env;

if (file !== undefined && process.argv[1]?.endsWith('acp-tui.js')) {
	const { registerHooks } = process.getBuiltinModule('node:module');
	const { writeFileSync } = process.getBuiltinModule('node:fs');
	const loaded = [];
	let segmenters = 0;
	registerHooks({
		load(url, context, next) {
			loaded.push(url);
			return next(url, context);
		},
	});
	Intl.Segmenter = class extends Intl.Segmenter {
		constructor(...given) {
			super(...given);
			segmenters += 1;
		}
	};
	const { stdout } = process;
	const write = stdout.write;
	stdout.write = (...given) => {
		if (String(given[0]).includes('╭')) {
			stdout.write = write;
			writeFileSync(file, JSON.stringify({ loaded, builtins: process.moduleLoadList, segmenters }));
		}
		return write.apply(stdout, given);
	};
}
