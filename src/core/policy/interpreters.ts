/** Interpreters: they run the file that is their first word. */
export const INTERPRETERS =
	/^(?:python[\d.]*|pypy[\d.]*|node|nodejs|tsx|ts-node|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua[\d.]*|luajit|Rscript|julia|elixir|java)$/;

/** Options of theirs that neither carry code nor load any. */
export const INTERPRETER_FLAGS =
	/^(?:--version|-V|--test|--watch|--no-warnings|--check|-u|-B|-W[a-z]*|--enable-source-maps)$/;
