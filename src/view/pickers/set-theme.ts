import type { ScreenContext } from '../state/context.js';
import { type UiStep, withRequests } from '../state/ui-step.js';

export const noTheme = (typed: string): string => `No theme “${typed}”`;

/** The screen in another theme, which the user's config keeps. */
export function withTheme({ ui }: Pick<ScreenContext, 'ui'>, name: string): UiStep {
	return withRequests({ ...ui, appearance: { ...ui.appearance, theme: name } }, { type: 'keep-theme', name });
}
