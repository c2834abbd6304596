import { spinnerFrame } from '../transcript/context.js';
import type { ScreenContext } from './context.js';

/** Milliseconds that one frame of the spinner stands. */
export const SPINNER_STEP = 125;

/** Number of the frame, which grows; null where nothing may turn. */
export function spinnerStep({ ui, now }: Pick<ScreenContext, 'ui' | 'now'>): number | null {
	return ui.appearance.isMotionReduced ? null : Math.floor(now / SPINNER_STEP);
}

export function spinnerSign(context: Pick<ScreenContext, 'ui' | 'now'>): string {
	return spinnerFrame(spinnerStep(context));
}

/** The time that durations are counted to: with reduced motion they change once a second. */
export function shownTime({ ui, now }: Pick<ScreenContext, 'ui' | 'now'>): number {
	return ui.appearance.isMotionReduced ? now - (now % 1000) : now;
}
