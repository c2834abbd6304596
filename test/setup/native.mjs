// Registered in the workers of tests that are run as Node.js itself runs TypeScript: what Vite's plugins do for others.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const seeded = new URL('./fast-check.ts', import.meta.url).href;

registerHooks({
	resolve(specifier, context, next) {
		const { parentURL } = context;
		if (specifier === 'fast-check' && parentURL !== seeded) return next(seeded, context);
		// A module names another one by the name that it is compiled to.
		if (specifier.startsWith('.') && specifier.endsWith('.js') && parentURL?.includes('/node_modules/') === false) {
			const source = new URL(specifier.replace(/\.js$/, '.ts'), parentURL);
			if (existsSync(fileURLToPath(source))) return next(source.href, context);
		}
		return next(specifier, context);
	},
});
