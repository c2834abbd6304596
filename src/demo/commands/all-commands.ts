import { childrenCommand } from './children.js';
import type { Command } from './demo-command.js';
import { askCommand } from './demo-questions.js';
import { runCommand } from './demo-run.js';
import { editCommand } from './edit.js';
import { galleryCommand } from './gallery.js';
import { planModeCommand } from './plan-mode.js';
import { readCommand } from './read.js';
import { stepsCommand } from './steps.js';
import { stubbornCommand } from './stubborn.js';
import { talkCommands } from './talk.js';
import { tourCommand } from './tour.js';

/** Every command of the demo agent, the most useful first. */
export const COMMANDS: readonly Command[] = [
	tourCommand,
	readCommand,
	editCommand,
	runCommand,
	stepsCommand,
	planModeCommand,
	askCommand,
	...talkCommands,
	galleryCommand,
	childrenCommand,
	stubbornCommand,
];
