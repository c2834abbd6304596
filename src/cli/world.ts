import type { Paths } from './paths.js';

/** Whether a variable switches something on: it is set, and not to nothing, `0` or `false`. */
export function isSet(value: string | undefined): boolean {
	return value !== undefined && !/^(?:|0|false|no|off)$/i.test(value);
}

/** Facts of the process that are read once, at the edge. */
export type World = {
	readonly version: string;
	readonly env: NodeJS.ProcessEnv;
	/** The directory that the program was started in. */
	readonly cwd: string;
	readonly home: string;
	readonly paths: Paths;
	/** The Node.js that runs this, and the bundled demo agent. */
	readonly node: string;
	readonly demoAgent: string;
	/** The file that comes with the program. */
	readonly changelog: string;
	readonly diagramWorker: string;
	readonly pictureWorker: string;
	readonly unpackWorker: string;
};
