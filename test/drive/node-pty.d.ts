/** What the driver uses of node-pty beyond the program's own needs; merges with the declaration in src/services. */
declare module 'node-pty' {
	/** A process in a pseudo terminal that is typed into and resized. */
	export type DrivenProcess = {
		readonly pid: number;
		onData(listener: (data: string) => void): void;
		onExit(listener: (exit: { readonly exitCode: number; readonly signal?: number }) => void): void;
		write(data: string): void;
		resize(columns: number, rows: number): void;
		kill(signal?: string): void;
		/** Closes the terminal, as when its window is closed. */
		destroy(): void;
	};

	export function spawn(
		file: string,
		args: readonly string[],
		options: {
			readonly name: string;
			readonly cols: number;
			readonly rows: number;
			readonly cwd: string;
			readonly env: Readonly<Record<string, string>>;
			readonly encoding: 'utf8';
		},
	): DrivenProcess;
}
