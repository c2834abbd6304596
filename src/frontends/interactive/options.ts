import type { App } from '../../app/app.js';
import type { Result } from '../../core/failure.js';
import type { ClockPort, IdPort } from '../../core/ports.js';
import type { BindingTable } from '../../view/keys/table.js';
import type { ColorLevel } from '../../view/theme/color-codes.js';
import type { Theme } from '../../view/theme/theme.js';

/** What the interface needs of the one who starts it. */
export type InteractiveOptions = {
	readonly app: App;
	readonly clock: ClockPort;
	readonly ids: IdPort;
	readonly table: BindingTable;
	readonly theme: Theme;
	readonly colorLevel: ColorLevel;
	readonly hyperlinks: boolean;
	/** Take the mouse, so that the wheel scrolls. */
	readonly mouse: boolean;
	/** The person's home directory, for `~`. */
	readonly home: string;
	/** Sent at once. */
	readonly firstPrompt?: string;
	/** Lines to begin with: configuration that waits for trust, … */
	readonly notices: readonly string[];
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: NodeJS.WriteStream;
	readonly history: { load(): Promise<readonly string[]>; add(text: string): Promise<void> };
	/** Copies; the terminal's own way (OSC 52) writes through `write`. */
	copy(text: string, write: (data: string) => void): Promise<Result<string>>;
	/** Opens a text in the person's editor while the terminal is theirs; returns what they made of it. */
	edit(text: string): Promise<Result<string>>;
	/** Stops the process as ctrl+z does; settles when it goes on. */
	suspend(): Promise<void>;
	/** Called once the terminal is ours, with the way to give it back at once, on whatever way out. */
	onRunning(restore: () => void): void;
};
