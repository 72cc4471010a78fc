import * as z from 'zod/mini';
import type { ApiName } from '../http/api.ts';
import type { Call } from '../http/call.ts';
import { Problem, problems } from '../http/problem.ts';
import { tokenScopeOf } from '../http/token-scopes.ts';
import { EXAMPLES, goodRequest } from './examples.ts';
import type { Json, Schemas } from './open-api-schemas.ts';
import { PARAMETER_TEXTS } from './parameter-texts.ts';

const STATUS_DESCRIPTIONS: Record<number, string> = {
  200: 'Done',
  201: 'Made',
  202: 'Accepted; processing continues',
  204: 'Done, without a body',
  304: 'Unchanged since the response with this ETag',
  400: 'The request is malformed or contradicts stored data',
  401: 'No session',
  403: 'Not permitted for this user, or sent by a page of another site',
  404: 'Does not exist, or is not visible to this user',
  409: 'Conflicts with the current state',
  413: 'The body is too large',
  415: 'The body is of the wrong type',
  422: 'Invalid fields, one row for each',
  429: 'Too many requests',
  504: 'The board did not answer in time',
  507: 'The disk of the server is nearly full',
};

const problemName = (status: number | 'default') => `Problem${status === 'default' ? '' : status}`;
export const refuse = (status: number | 'default') => ({
  $ref: `#/components/responses/${problemName(status)}`,
});

const codesOf = (status: number) =>
  Object.entries(problems).flatMap(([code, ofCode]) => (ofCode === status ? [`\`${code}\``] : []));

/** One response per error status, with its possible codes. */
export function problemAnswers(schemas: Schemas, statuses: Iterable<number>): Json {
  const content = { 'application/json': { schema: schemas.of(Problem) } };
  const rows = [...statuses].map((status) => {
    const description = `${STATUS_DESCRIPTIONS[status]}. ${codesOf(status).join(', ')}`;
    return [problemName(status), { description, content }];
  });
  const description = 'Server error. `INTERNAL`, `UNAVAILABLE`';
  return { ...Object.fromEntries(rows), [problemName('default')]: { description, content } };
}

const isRefusal = (status: number) => status >= 400;

/** Errors that every call of its kind may return. */
function impliedStatuses({ method, params, query, headers, who }: Call): number[] {
  const isWrite = method !== 'GET';
  return [
    ...(isWrite ? [400, 403, 413, 415] : []),
    ...(params ? [400, 404, 422] : []),
    ...(query || headers ? [422] : []),
    ...(who === 'user' ? [401] : []),
  ];
}

/** All errors of a call, in order. */
export const statusesOf = (call: Call): number[] =>
  [...new Set([...Object.keys(call.answers).map(Number), ...impliedStatuses(call)])].sort((a, b) => a - b);

function answer(call: Call, status: number, schemas: Schemas): Json {
  const schema = call.answers[status];
  if (isRefusal(status)) return refuse(status);
  const description = STATUS_DESCRIPTIONS[status] ?? '';
  if (!schema || schema instanceof z.ZodMiniVoid) return { description };
  return {
    description,
    content: { [call.file ?? 'application/json']: { schema: schemas.of(schema) } },
  };
}

function requestBody({ body, form, fileBytes }: Call, schemas: Schemas, example: unknown): Json | undefined {
  if (fileBytes) {
    const schema = { type: 'string', format: 'binary', maxLength: fileBytes };
    return { required: true, content: { 'application/octet-stream': { schema } } };
  }
  if (!body) return undefined;
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
  const required = !z.safeParse(body, undefined).success;
  return { required, content: { [type]: { schema: schemas.of(body), example } } };
}

/** The values of the example, and the list forms that `listOf` parses. */
export function parametersIn(
  place: 'path' | 'query' | 'header',
  schema: z.ZodMiniType | undefined,
  { call, values, schemas }: { call: string; values: Record<string, string>; schemas: Schemas },
) {
  if (!schema) return [];
  return schemas.fields(schema).map(({ name, schema, type, required }) => {
    const text = PARAMETER_TEXTS[`${call}.${name}`] ?? PARAMETER_TEXTS[name];
    const forms = type === 'array' ? '. Repeated, or one list that is separated by commas' : '';
    const value = values[name];
    const example = type === 'integer' ? Number(value) : value;
    return {
      in: place,
      name,
      description: `${text ?? ''}${forms}`,
      required,
      schema,
      ...(value !== undefined && { example }),
    };
  });
}

/** The description of a call, from its rule. */
const rule = ({ action, permission }: Call) => {
  if (permission) return { description: `For users with the permission \`${permission}\`.` };
  return action ? { description: `For users who may \`${action}\` the device.` } : {};
};

/** A token is the second way in; `switch` calls need one for the device of the path. */
function securityOf(call: Call): Json[] {
  if (call.who !== 'user') return [];
  return [{ session: [] }, ...(tokenScopeOf(call) ? [{ token: [] }] : [])];
}

export const tagOf = ({ path }: Pick<Call, 'path'>) => path.split('/')[1] ?? '';

export function operation(name: ApiName, call: Call, schemas: Schemas): Json {
  const example = goodRequest(name, EXAMPLES);
  const body = requestBody(call, schemas, example.body);
  const parameters = [
    ...parametersIn('path', call.params, { call: name, values: example.params, schemas }),
    ...parametersIn('query', call.query, { call: name, values: example.query, schemas }),
    ...parametersIn('header', call.headers, { call: name, values: {}, schemas }),
  ];
  const answers = statusesOf(call).map((status) => [status, answer(call, status, schemas)]);
  return {
    operationId: name,
    tags: [tagOf(call)],
    summary: call.summary,
    ...rule(call),
    security: securityOf(call),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: { ...Object.fromEntries(answers), default: refuse('default') },
  };
}

/** Every schema used by a call. */
export const schemasOf = ({ params, query, headers, body, answers }: Call): z.ZodMiniType[] =>
  [params, query, headers, body, ...Object.values(answers)].flatMap((schema) =>
    schema && !(schema instanceof z.ZodMiniVoid) ? [schema] : [],
  );
