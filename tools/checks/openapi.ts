import { globSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '@manoboard/contract/docs/open-api';
import { Validator } from '@seriousme/openapi-schema-validator';
import { root } from '../env/root.mjs';

interface Operation {
  operationId?: string;
  summary?: string;
  tags?: string[];
  security?: Record<string, unknown>[];
  parameters?: { in: string; name: string; description?: string }[];
  requestBody?: object;
  responses: Record<string, { content?: object; $ref?: string }>;
}
export interface OpenApi {
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, object>>;
}
type Place = Operation & { path: string; method: string; name: string };

const files = globSync(join(root, 'packages/contract/src/**/*.ts')).filter(
  (file) => !file.endsWith('.test.ts'),
);
const modules: object[] = await Promise.all(files.sort().map((file) => import(file)));

/** Every export of the contract names its schema. */
export const contractDocument = (version: string) => openApiDocument(version, modules);

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const EMPTY = ['204', '304'];

const placesOf = ({ paths }: OpenApi): Place[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method,
      name: `${method.toUpperCase()} ${path}`,
    })),
  );

function* valuesOf(wanted: string, at: unknown): Generator<unknown> {
  if (typeof at !== 'object' || at === null) return;
  for (const [key, inner] of Object.entries(at)) {
    if (key === 'example') continue;
    if (key === wanted) yield inner;
    yield* valuesOf(wanted, inner);
  }
}

function isAnswered(document: OpenApi, ref: string) {
  const keys = ref
    .slice(2)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  let at: unknown = document;
  for (const key of keys) at = (at as Record<string, unknown> | undefined)?.[key];
  return ref.startsWith('#/') && at !== undefined;
}

function referenceFaults(document: OpenApi): string[] {
  const refs = new Set([...valuesOf('$ref', document)].map(String));
  const { securitySchemes = {}, ...parts } = document.components;
  const places = Object.entries(parts).flatMap(([part, named]) =>
    Object.keys(named).map((name) => `#/components/${part}/${name}`),
  );
  const required = new Set(
    placesOf(document).flatMap(({ security = [] }) => security.flatMap((row) => Object.keys(row))),
  );
  return [
    ...[...refs].filter((ref) => !isAnswered(document, ref)).map((ref) => `${ref} leads nowhere`),
    ...places.filter((place) => !refs.has(place)).map((place) => `${place} is used nowhere`),
    ...[...required]
      .filter((name) => !(name in securitySchemes))
      .map((name) => `${name} is no security scheme`),
  ];
}

function parameterFaults({ path, name, parameters = [] }: Place): string[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, word]) => word);
  const declared = parameters
    .filter((parameter) => parameter.in === 'path')
    .map((parameter) => parameter.name);
  return [
    ...(`${inPath}` === `${declared}` ? [] : [`${name} declares [${declared}], its path has [${inPath}]`]),
    ...parameters
      .filter(({ description }) => !description || description.startsWith('.'))
      .map((parameter) => `${name}: ${parameter.name} has no text in parameter-texts.ts`),
  ];
}

function answerFaults({ name, path, responses, security }: Place): string[] {
  const statuses = Object.keys(responses);
  const full = (status: string) => responses[status]?.content !== undefined;
  const isCall = path.startsWith('/api/') && path !== '/api/openapi.json';
  return [
    ...(statuses.some((status) => status.startsWith('2')) ? [] : [`${name} has no good answer`]),
    ...(security === undefined ? [`${name} has no security entry`] : []),
    ...(isCall && !statuses.some((status) => status.startsWith('4')) ? [`${name} refuses nothing`] : []),
    ...(security?.length && !statuses.includes('401') ? [`${name} does not answer 401`] : []),
    ...EMPTY.filter(full).map((status) => `${name} has a body at ${status}`),
  ];
}

function operationFaults({ tags }: OpenApi, place: Place): string[] {
  const { name, method, operationId, summary, requestBody } = place;
  const known = new Set(tags.map((tag) => tag.name));
  return [
    ...(/^[a-z]\w*$/i.test(operationId ?? '') ? [] : [`${name} has no operationId`]),
    ...(summary?.trim() ? [] : [`${name} has no summary`]),
    ...(place.tags?.length === 1 && known.has(place.tags[0] ?? '') ? [] : [`${name} has no tag of the list`]),
    ...(method === 'get' && requestBody ? [`${name} reads and has a body`] : []),
    ...parameterFaults(place),
    ...answerFaults(place),
  ];
}

function repeated(document: OpenApi): string[] {
  const ids = placesOf(document).map(({ operationId }) => operationId);
  return ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id} is the operationId of two calls`);
}

/** A field may be named `type`: then its value is a schema. */
const typeFaults = ({ components, paths }: OpenApi): string[] =>
  [...valuesOf('type', [components.schemas, components.responses, paths])]
    .filter((value) => typeof value === 'string' || Array.isArray(value))
    .flatMap((value) => [value].flat())
    .filter((type) => !TYPES.includes(String(type)))
    .map((type) => `${type} is no type of JSON`);

/** Errors of the document: against OpenAPI 3.1, and against our own rules. */
export async function openApiFaults(document: OpenApi): Promise<string[]> {
  const { valid, errors = [] } = await new Validator().validate(structuredClone({ ...document }));
  const faults =
    typeof errors === 'string' ? [errors] : errors.map((row) => `${row.instancePath} ${row.message}`);
  return [
    ...(valid ? [] : faults),
    ...repeated(document),
    ...placesOf(document).flatMap((place) => operationFaults(document, place)),
    ...referenceFaults(document),
    ...typeFaults(document),
  ];
}
