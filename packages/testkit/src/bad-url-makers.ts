import { parse as parseForm } from 'node:querystring';
import { SESSION_COOKIE } from '@manoboard/contract/account/account';
import { pathOf } from '@manoboard/contract/docs/examples';
import fc from 'fast-check';
import { oddText } from './bad-values.ts';
import { decode, encode, isAccepted, isOtherRoute, isRoute, keysOf } from './call-schemas.ts';
import type { BadRequestMaker } from './http-request.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const TOKENS = ['', 'x', '"', '%00', '__proto__', 'null', '../../x', 'é', 'a'.repeat(4000), '='.repeat(10)];
const headerText = fc
  .oneof(fc.constantFrom('a b', 'x'.repeat(65), 'é', '\t'), oddText)
  .map((text) => text.replaceAll(/[^\x20-\x7e\x80-\xff]/g, '').trim());

/** Faults of the path or the headers. */
export const urlMakers = {
  param: ({ call, good, make }) => {
    const names = keysOf(call.params);
    const isBad = (params: Record<string, string>) => {
      const entries = Object.entries(params).map(([name, text]) => [name, decode(text)]);
      const path = pathOf(call, params);
      if (entries.some(([, text]) => text === undefined)) return true;
      return !isOtherRoute(call, path) && !isAccepted(call.params, Object.fromEntries(entries));
    };
    const text = fc.oneof(
      fc.constantFrom(
        '%00',
        '%2e%2e%2f',
        '..',
        '.',
        'x'.repeat(900),
        'x'.repeat(2000),
        '%F0%9F%90%9F',
        '%zz',
      ),
      oddText.map((odd) => encode(odd).slice(0, 3000).replace(/%.?$/, '')),
    );
    if (names.length === 0) return undefined;
    return fc
      .tuple(fc.constantFrom(...names), text)
      .map(([name, value]) => ({ ...good.params, [name]: value }))
      .filter(isBad)
      .map((params) => make('param', { path: pathOf(call, params) }));
  },

  query: ({ call, good, make }) => {
    const key = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...keysOf(call.query), 'nobody') },
      { weight: 1, arbitrary: oddText },
    );
    const pair = fc.tuple(key, oddText).map(([name, value]) => `${encode(name)}=${encode(value)}`);
    if (!call.query) return undefined;
    return fc
      .oneof(
        pair,
        pair.map((one) => `${one}&${one}`),
        fc.tuple(pair, pair).map((two) => two.join('&')),
      )
      .filter((text) => !isAccepted(call.query, parseForm(text)))
      .map((text) => make('query', { path: `${pathOf(call, good.params)}?${text}` }));
  },

  header: ({ call, make }) => {
    const names = keysOf(call.headers).filter(
      (name) => !isAccepted(call.headers, { [name]: 'é'.repeat(99) }),
    );
    if (names.length === 0) return undefined;
    return fc
      .tuple(fc.constantFrom(...names), headerText)
      .filter(([name, value]) => !isAccepted(call.headers, { [name]: value }))
      .map(([name, value]) => make('header', { headers: { [name]: value } }));
  },

  method: ({ call, good, make }) => {
    const path = pathOf(call, good.params);
    const wrong = METHODS.filter((method) => !isRoute(method, path));
    return fc.constantFrom(...wrong).map((method) => make('method', { method }));
  },

  cookie: ({ call, make }) =>
    call.who === 'user'
      ? fc
          .oneof(fc.constantFrom(...TOKENS), headerText)
          .map((token) => make('cookie', { headers: { cookie: `${SESSION_COOKIE}=${token}` } }))
      : undefined,

  path: ({ call, good, make }) => {
    const path = pathOf(call, good.params);
    return fc
      .oneof(
        fc.constantFrom(
          `${path}/x`,
          `${path}%zz`,
          `/${path}`,
          path.toUpperCase(),
          `${path}%00`,
          `${path}.json`,
        ),
        oddText.map((odd) => `${path}/${encode(odd).slice(0, 500).replace(/%.?$/, '')}x`),
      )
      .filter((wrong) => !isRoute(call.method, wrong))
      .map((wrong) => make('path', { path: wrong }));
  },
} satisfies Record<string, BadRequestMaker>;
