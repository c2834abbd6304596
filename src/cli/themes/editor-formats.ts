import { isRecord } from '../../core/is-record.js';
import type { Hex, Role } from '../../view/line.js';
import { rgbOf } from '../../view/theme/color-codes.js';
import { UsageError } from '../errors.js';
import { HUES, readColor, type Scheme } from './scheme.js';
import { own } from './terminal-formats.js';
import * as messages from './themes-messages.js';

/** Scopes of TextMate grammars that stand for a role; the first that a theme has a colour for counts. */
const SCOPES: Readonly<Partial<Record<Role, readonly string[]>>> = {
	'syntax.comment': ['comment'],
	'syntax.string': ['string'],
	'syntax.number': ['constant.numeric', 'constant'],
	'syntax.keyword': ['keyword', 'keyword.control', 'storage'],
	'syntax.function': ['entity.name.function', 'support.function'],
	'syntax.type': ['entity.name.type', 'support.type', 'entity.name.class', 'support.class', 'storage.type'],
	'syntax.variable': ['variable', 'variable.other'],
	'syntax.punctuation': ['punctuation', 'punctuation.separator'],
	heading: ['markup.heading', 'entity.name.section'],
	link: ['markup.underline.link'],
	quote: ['markup.quote'],
	added: ['markup.inserted'],
	removed: ['markup.deleted'],
};

type ScopeColor = { readonly scope: string; readonly color: Hex };

/** A theme of VS Code: `colors` and `tokenColors`; null where it has neither. */
export function vsCodeScheme(data: unknown): Scheme | null {
	const colors = own(data, 'colors');
	const rules = own(data, 'tokenColors');
	if (!isRecord(colors) && !Array.isArray(rules)) return null;
	const color = (...keys: readonly string[]): Hex | undefined =>
		keys.map((key) => readColor(own(colors, key))).find((found) => found !== null) ?? undefined;
	const ansi = HUES.map((hue) => {
		const name = hue === 'purple' ? 'Magenta' : `${hue.charAt(0).toUpperCase()}${hue.slice(1)}`;
		return [hue, color(`terminal.ansi${name}`)] as const;
	});
	return editorScheme(own(data, 'name'), Array.isArray(rules) ? rules : [], {
		background: color('editor.background', 'terminal.background'),
		foreground: color('editor.foreground', 'terminal.foreground', 'foreground'),
		hues: Object.fromEntries(ansi.filter(([, found]) => found !== undefined)),
	});
}

/** A `.tmTheme` as data: the first rule without a scope has the colours of the editor. */
export function textMateScheme(data: unknown): Scheme | null {
	const rules = own(data, 'settings');
	if (!Array.isArray(rules)) return null;
	const whole = own(
		rules.find((rule) => own(rule, 'scope') === undefined),
		'settings',
	);
	return editorScheme(own(data, 'name'), rules, {
		background: readColor(own(whole, 'background')) ?? undefined,
		foreground: readColor(own(whole, 'foreground')) ?? undefined,
		hues: {},
	});
}

function editorScheme(
	name: unknown,
	rules: readonly unknown[],
	known: { readonly background: Hex | undefined; readonly foreground: Hex | undefined; readonly hues: Scheme['hues'] },
): Scheme {
	const { background, foreground } = known;
	if (background === undefined || foreground === undefined) {
		const all = { 'background of the editor': background, 'foreground of the editor': foreground };
		throw new UsageError(
			messages.missing(Object.entries(all).flatMap(([key, color]) => (color === undefined ? [key] : []))),
		);
	}
	const scopes = scopeColors(rules);
	const roles = Object.entries(SCOPES).flatMap(([role, wanted]) => {
		const found = wanted.map((scope) => colorOfScope(scopes, scope)).find((color) => color !== undefined);
		return found === undefined ? [] : [[role, found] as const];
	});
	const named: Scheme['roles'] = Object.fromEntries(roles);
	const comment = named?.['syntax.comment'];
	const hues = {
		...huesAmong(scopes.map(({ color }) => color)),
		...known.hues,
		...(comment === undefined ? {} : { comment }),
	};
	return { name: typeof name === 'string' ? name : null, background, foreground, hues, roles: named ?? {} };
}

/** Rules and scopes that are looked at. */
const MOST_RULES = 5000;

function scopeColors(rules: readonly unknown[]): readonly ScopeColor[] {
	return rules.slice(0, MOST_RULES).flatMap((rule) => {
		const color = readColor(own(own(rule, 'settings'), 'foreground'));
		const scope = own(rule, 'scope');
		const scopes = typeof scope === 'string' ? scope.split(',') : Array.isArray(scope) ? scope : [];
		if (color === null) return [];
		return scopes.flatMap((each) => (typeof each === 'string' ? [{ scope: each.trim(), color }] : []));
	});
}

/** The colour of a scope itself, else of the first one below it. */
function colorOfScope(scopes: readonly ScopeColor[], wanted: string): Hex | undefined {
	const found =
		scopes.find(({ scope }) => scope === wanted) ?? scopes.find(({ scope }) => scope.startsWith(`${wanted}.`));
	return found?.color;
}

/** The angle of each hue in degrees, and how far a colour may be from it. */
const ANGLES = { red: 355, orange: 25, yellow: 48, green: 110, cyan: 180, blue: 215, purple: 285 } as const;
const NEAR = 22;
const LEAST_COLORED = 0.25;

/** The nearest colours to the hues, among those that are no grey. */
function huesAmong(colors: readonly Hex[]): Scheme['hues'] {
	const colored = [...new Set(colors)].flatMap((color) => {
		const angle = angleOf(color);
		return angle === null ? [] : [{ color, angle }];
	});
	const found = Object.entries(ANGLES).flatMap(([hue, wanted]) => {
		const [nearest] = colored
			.map(({ color, angle }) => ({ color, far: Math.abs(((angle - wanted + 540) % 360) - 180) }))
			.sort((one, other) => one.far - other.far);
		return nearest === undefined || nearest.far > NEAR ? [] : [[hue, nearest.color] as const];
	});
	return Object.fromEntries(found);
}

/** Null for a grey. */
function angleOf(color: Hex): number | null {
	const [red, green, blue] = rgbOf(color);
	const high = Math.max(red, green, blue);
	const range = high - Math.min(red, green, blue);
	if (range === 0 || range / high < LEAST_COLORED) return null;
	const sixth =
		high === red ? (green - blue) / range : high === green ? 2 + (blue - red) / range : 4 + (red - green) / range;
	return (sixth * 60 + 360) % 360;
}
