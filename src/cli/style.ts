/** Colours of plain output. Each function returns its text unchanged where the stream takes no colours. */
export type Style = {
	readonly heading: (text: string) => string;
	readonly detail: (text: string) => string;
	readonly mark: (text: string) => string;
	readonly warning: (text: string) => string;
	readonly error: (text: string) => string;
};

const same = (text: string): string => text;

export const PLAIN: Style = { heading: same, detail: same, mark: same, warning: same, error: same };

type ColorStream = Pick<NodeJS.WriteStream, 'isTTY'>;

/** The colours for a stream; chalk is loaded only where there are any. */
export async function styleFor(stream: ColorStream, env: NodeJS.ProcessEnv): Promise<Style> {
	if (!takesColors(stream, env)) return PLAIN;
	const { Chalk } = await import('chalk');
	// The 16 colours of the terminal's own theme are enough, and chalk is not to look at argv and env again.
	const chalk = new Chalk({ level: 1 });
	return {
		heading: (text) => chalk.bold(text),
		detail: (text) => chalk.dim(text),
		mark: (text) => chalk.green(text),
		warning: (text) => chalk.yellow(text),
		error: (text) => chalk.bold.red(text),
	};
}

/** Whether plain output is coloured: FORCE_COLOR decides, then NO_COLOR (https://no-color.org), then the terminal. */
function takesColors({ isTTY }: ColorStream, env: NodeJS.ProcessEnv): boolean {
	const forced = env['FORCE_COLOR'];
	if (forced !== undefined) return forced !== '0' && forced !== 'false';
	return (env['NO_COLOR'] ?? '') === '' && isTTY === true && env['TERM'] !== 'dumb';
}
