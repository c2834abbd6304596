import { isObject, type JsonObject, textOf } from '../../json.js';
import { isDescriptive } from './extra-fields.js';
import { isNothing, isNumber, isText, isToken, listOf, type Shape } from './shapes.js';
import { plainName } from './walk.js';

/** Fields of an ACP object, spelled exactly: another reader may take a second spelling for it. `must`: required. */
type ObjectSchema = { readonly may: Readonly<Record<string, Shape>>; readonly must?: Readonly<Record<string, Shape>> };

const MOST_NAMED = 20;
const MOST_CHARS = 100;
const isAnything: Shape = () => true;
const isFilled: Shape = (value) => textOf(value) !== undefined;

function optional(shape: Shape): Shape {
	return (value) => isNothing(value) || shape(value);
}

function ofSchema(schema: ObjectSchema): Shape {
	return (value) => isObject(value) && unfitting(schema, value).length === 0;
}

/** Unknown fields that only describe something are not listed. */
function unfitting({ may, must = {} }: ObjectSchema, value: JsonObject): readonly string[] {
	const absent = Object.keys(must).filter((key) => !Object.hasOwn(value, key));
	const names = new Set([...Object.keys(may), ...Object.keys(must)].map(plainName));
	const wrong = Object.entries(value).flatMap(([key, item]) => {
		const shape = Object.hasOwn(must, key) ? must[key] : Object.hasOwn(may, key) ? may[key] : undefined;
		const isFitting = shape === undefined ? !names.has(plainName(key)) && isDescriptive(key, item) : shape(item);
		return isFitting ? [] : [key];
	});
	return [...absent, ...wrong];
}

function all(shape: Shape, names: string): Readonly<Record<string, Shape>> {
	return Object.fromEntries(names.split(' ').map((name) => [name, shape]));
}

/** Extensions of agents: tool names in it are read elsewhere, the rest decides nothing. */
const META_FIELD = { _meta: isAnything };

const ANNOTATIONS = {
	annotations: optional(
		ofSchema({ may: { ...META_FIELD, audience: optional(listOf(isToken)), lastModified: isText, priority: isNumber } }),
	),
};
const isType: Readonly<Record<string, Shape>> = { type: isFilled };

const RESOURCE = ofSchema({ may: { ...META_FIELD, ...all(isText, 'mimeType text blob') }, must: { uri: isFilled } });

/** By type (ACP `ContentBlock`). */
const BLOCKS: Readonly<Record<string, ObjectSchema>> = {
	text: { may: { ...META_FIELD, ...ANNOTATIONS }, must: { ...isType, text: isText } },
	image: { may: { ...META_FIELD, ...ANNOTATIONS, uri: isText }, must: { ...isType, data: isText, mimeType: isText } },
	audio: { may: { ...META_FIELD, ...ANNOTATIONS }, must: { ...isType, data: isText, mimeType: isText } },
	resource_link: {
		may: { ...META_FIELD, ...ANNOTATIONS, ...all(isText, 'description mimeType name title'), size: isNumber },
		must: { ...isType, uri: isFilled },
	},
	resource: { may: { ...META_FIELD, ...ANNOTATIONS }, must: { ...isType, resource: RESOURCE } },
};

/** By type (ACP `ToolCallContent`). */
const CONTENTS: Readonly<Record<string, ObjectSchema>> = {
	content: { may: META_FIELD, must: { ...isType, content: byType(BLOCKS) } },
	diff: {
		may: { ...META_FIELD, oldText: isText },
		must: { ...isType, path: isFilled, newText: (value) => typeof value === 'string' },
	},
	terminal: { may: META_FIELD, must: { ...isType, terminalId: isFilled } },
};

function byType(schemas: Readonly<Record<string, ObjectSchema>>): Shape {
	return (value) => {
		const type = isObject(value) ? value['type'] : undefined;
		if (typeof type !== 'string' || !Object.hasOwn(schemas, type)) return false;
		const schema = schemas[type];
		return schema !== undefined && ofSchema(schema)(value);
	};
}

const LOCATION = ofSchema({
	may: { ...META_FIELD, line: optional((value) => typeof value === 'number' && Number.isInteger(value)) },
	must: { path: isFilled },
});

/** ACP `ToolCallUpdate`. */
const CALL: ObjectSchema = {
	may: {
		...META_FIELD,
		sessionUpdate: isToken,
		...all(isText, 'title name kind'),
		status: isToken,
		content: optional(listOf(byType(CONTENTS))),
		locations: optional(listOf(LOCATION)),
		rawInput: isAnything,
		rawOutput: isAnything,
	},
	must: { toolCallId: isFilled },
};

/** Parameters of `session/request_permission`. */
const REQUEST: ObjectSchema = {
	may: META_FIELD,
	must: { sessionId: isFilled, toolCall: isObject, options: Array.isArray },
};

/** Names of fields that are broken or unknown to ACP's schema. */
export function malformedFieldsOfCall(call: JsonObject): readonly string[] {
	return shortened(unfitting(CALL, call));
}

export function malformedFieldsOfRequest(params: JsonObject): readonly string[] {
	return shortened(unfitting(REQUEST, params));
}

function shortened(names: readonly string[]): readonly string[] {
	return [...new Set(names)].slice(0, MOST_NAMED).map((name) => name.slice(0, MOST_CHARS));
}
