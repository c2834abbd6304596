/**
 * Ends a build at an import that leads nowhere. The bundler's own way is a warning and an import that is left in the
 * output, which fails where the package is used: on the user's machine.
 */
export function failOnUnresolvedImports(level, log, handle) {
	handle(log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log);
}
