// Yoga's code stands in its module as base64, which its loader hands to `fetch`: Node.js would load its whole HTTP client
// for that, with each start of the interface.
const LOADER = /[\\/]yoga-layout[\\/]dist[\\/]binaries[\\/]yoga-wasm-base64-esm\.js$/;
const MAY_FETCH = '"function"!=typeof fetch';

export const yogaLoader = {
	name: 'yoga-loader',
	transform(code, id) {
		if (!LOADER.test(id)) return null;
		if (!code.includes(MAY_FETCH)) throw new Error('Yoga has changed, see scripts/yoga-loader.mjs');
		return { code: code.replaceAll(MAY_FETCH, '!0'), map: null };
	},
};
