/** The used part of node-pty. The package's own typings name another module and lack raw bytes. */
declare module 'node-pty' {
	export type PtyProcess = {
		readonly pid: number;
		onData(listener: (data: Buffer | string) => void): void;
		onExit(listener: (exit: { readonly exitCode: number; readonly signal?: number }) => void): void;
		/** Without a listener, node-pty throws read errors into the event loop. */
		on(event: 'error', listener: (error: Error) => void): void;
		kill(): void;
		write(data: string): void;
		resize(columns: number, rows: number): void;
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
			readonly encoding: null;
		},
	): PtyProcess;
}
