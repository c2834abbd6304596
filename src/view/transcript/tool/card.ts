import type { ToolEntry } from '../../../core/session/entry.js';
import type { Line } from '../../line.js';
import type { LineKey, RenderCache } from '../cache.js';
import { opennessOf, type RenderContext } from '../context.js';
import { fitted } from '../layout.js';
import { renderBody } from './body.js';
import { cutFromHeader, renderHeader } from './header.js';
import { limitsOf } from './limits.js';

/** A tool call's card: a header that moves with time, and a body that does not. Fits the width. */
export function renderTool(entry: ToolEntry, context: RenderContext, cache: RenderCache, key: LineKey): Line[] {
	const header = renderHeader(entry.call, context);
	const limits = limitsOf(entry.call, opennessOf(entry.id, context));
	if (limits === null) return [header];
	const body = cache.body(entry, { ...key, tick: '' }, () =>
		fitted(
			renderBody(entry.call, limits, {
				width: context.width,
				cwd: context.cwd,
				cache,
				diffLayout: key.diffLayout,
				isCut: cutFromHeader(entry.call, context),
			}),
			context.width,
		),
	);
	return [header, ...body];
}
