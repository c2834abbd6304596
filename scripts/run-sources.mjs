// Imported for its effect: lets a script import the sources as they are.
import { registerHooks } from 'node:module';

// The sources name each other by what they are compiled to.
registerHooks({
	resolve(specifier, context, next) {
		const isOurs = specifier.startsWith('.') && context.parentURL?.endsWith('.ts') === true;
		return next(isOurs ? specifier.replace(/\.js$/, '.ts') : specifier, context);
	},
});
