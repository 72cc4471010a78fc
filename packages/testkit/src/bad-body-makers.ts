import { parse as parseForm } from 'node:querystring';
import type { Call } from '@manoboard/contract/http/call';
import fc from 'fast-check';
import { brokenTexts, deepText, hugeText, nearBodies } from './bad-bodies.ts';
import { encode, isAccepted } from './call-schemas.ts';
import type { BadRequestMaker } from './http-request.ts';

export const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
const WRONG_TYPES = [
  'text/plain',
  'text/html; charset=utf-8',
  'application/xml',
  'application/jsonx',
  'multipart/form-data; boundary=x',
  'image/png',
  'nonsense',
  ',',
];

const isWrite = ({ method }: Call) => method !== 'GET';

/** An object may define its own `toString`. */
const plain = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

function formText(fields: unknown): string {
  if (typeof fields !== 'object' || fields === null) return plain(fields);
  const pairs = Object.entries(fields).flatMap(([key, value]) =>
    [value].flat().map((one) => `${encode(key)}=${encode(plain(one))}`),
  );
  return pairs.join('&');
}

const FOREIGN = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'nonsense' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: '' },
  { origin: 'http://127.0.0.1.evil.example' },
];

/** Faults of the body or the sender. */
export const bodyMakers = {
  body: ({ call, good, make }) =>
    call.body && !call.form
      ? nearBodies(good.body ?? {})
          .map((body) => JSON.stringify(body))
          .filter((text) => !isAccepted(call.body, JSON.parse(text)))
          .map((body) => make('body', { body, headers: JSON_TYPE }))
      : undefined,

  form: ({ call, good, make }) =>
    call.form
      ? nearBodies(good.body ?? {})
          .map(formText)
          .filter((text) => !isAccepted(call.body, parseForm(text)))
          .map((body) => make('form', { body, headers: FORM_TYPE }))
      : undefined,

  broken: ({ call, good, make }) =>
    isWrite(call)
      ? brokenTexts(good.body ?? {}).map((body) => make('broken', { body, headers: JSON_TYPE }))
      : undefined,

  type: ({ call, good, make }) =>
    isWrite(call)
      ? fc
          .constantFrom(...WRONG_TYPES)
          .map((type) =>
            make('type', { body: JSON.stringify(good.body ?? {}), headers: { 'content-type': type } }),
          )
      : undefined,

  huge: ({ call, good, make }) =>
    isWrite(call) && !call.fileBytes
      ? fc.constant(make('huge', { body: hugeText(good.body ?? {}), headers: JSON_TYPE }))
      : undefined,

  deep: ({ call, make }) =>
    call.body ? fc.constant(make('deep', { body: deepText, headers: JSON_TYPE })) : undefined,

  file: ({ call, make }) =>
    call.fileBytes
      ? fc.uint8Array({ maxLength: 2000 }).map((bytes) =>
          make('file', {
            body: Buffer.from(bytes),
            headers: { 'content-type': 'application/octet-stream' },
          }),
        )
      : undefined,

  'cross-site': ({ call, good, make }) =>
    isWrite(call)
      ? fc.constantFrom(...FOREIGN).map((headers) =>
          make('cross-site', {
            headers: { ...headers, ...(call.form ? FORM_TYPE : JSON_TYPE) },
            body: call.form ? formText(good.body) : JSON.stringify(good.body ?? {}),
          }),
        )
      : undefined,
} satisfies Record<string, BadRequestMaker>;
