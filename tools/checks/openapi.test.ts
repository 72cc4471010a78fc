import { api } from '@manoboard/contract/http/api';
import { tokenScopeOf } from '@manoboard/contract/http/token-scopes';
import { describe, expect, it } from 'vitest';
import { contractDocument, type OpenApi, openApiFaults } from './openapi.ts';

const text = JSON.stringify(contractDocument('0.1.0'));
const fresh = () => JSON.parse(text);

describe('the OpenAPI document', () => {
  it('has no errors', async () => expect(await openApiFaults(fresh())).toEqual([]));

  it('describes every call of the table under its name, and which need a session or take an API token', () => {
    const { paths } = fresh() as OpenApi;
    for (const [name, call] of Object.entries(api)) {
      const { method, path, summary, who } = call;
      const token = tokenScopeOf(call) ? [{ token: [] }] : [];
      expect(paths[`/api${path}`]?.[method.toLowerCase()], name).toMatchObject({
        operationId: name,
        summary,
        security: who === 'user' ? [{ session: [] }, ...token] : [],
      });
    }
  });

  it("describes the stream with every event, and the operator's calls", () => {
    const { paths, components } = fresh();
    expect(paths['/api/actual-data/stream'].get.responses[200].content).toHaveProperty('text/event-stream');
    const titles = components.schemas.LiveEvent.oneOf.map(({ title }: { title: string }) => title);
    expect(titles).toEqual(expect.arrayContaining(['snapshot', 'resumed', 'last-data', 'command', 'ping']));
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/healthz', '/readyz', '/metrics']));
  });

  it('describes the body: JSON, a form or a file', () => {
    const { paths } = fresh();
    const typeOf = (path: string) => Object.keys(paths[path].post.requestBody.content);
    expect(typeOf('/api/auth/register')).toEqual(['application/json']);
    expect(typeOf('/api/auth/jwt/login')).toEqual(['application/x-www-form-urlencoded']);
    expect(typeOf('/api/firmware/releases')).toEqual(['application/octet-stream']);
    expect(paths['/api/auth/jwt/login'].post.responses[204]).not.toHaveProperty('content');
  });
});

it('names every schema of a call, and describes digits of a path as an integer', () => {
  const { paths, components } = fresh();
  const name = (path: string) => ({ $ref: `#/components/schemas/${path}` });
  const card = paths['/api/devices/{id}/pump-card'];
  expect(card.get.responses[200].content['application/json'].schema).toEqual(name('PumpCard'));
  expect(card.put.requestBody.content['application/json'].schema).toEqual(name('NewPumpCard'));
  expect(paths['/api/alerts/{id}'].get.parameters[0]).toMatchObject({
    schema: name('RowIdText'),
    example: 41,
  });
  expect(components.schemas.RowIdText).toEqual({ type: 'integer', minimum: 1, maximum: 999_999_999 });
  expect(JSON.stringify(paths)).not.toMatch(/nameless/);
});

type Document = ReturnType<typeof fresh>;
/** Two calls and the schemas that they lead to: a check of the whole document takes two seconds. */
function smallDocument(): string {
  const document = fresh();
  const { paths, components } = document;
  document.paths = Object.fromEntries(
    ['/api/users/me', '/api/users-devices/{id_dev}', '/api/users-devices/get-devices'].map((path) => [
      path,
      paths[path],
    ]),
  );
  const isUsed = (name: string) => JSON.stringify(document).includes(`"#/components/schemas/${name}"`);
  for (let before = -1; before !== Object.keys(components.schemas).length; ) {
    before = Object.keys(components.schemas).length;
    for (const name of Object.keys(components.schemas)) if (!isUsed(name)) delete components.schemas[name];
  }
  return JSON.stringify(document);
}
const small = smallDocument();
const me = (document: Document) => document.paths['/api/users/me'].get;
const device = (document: Document) => document.paths['/api/users-devices/{id_dev}'].patch;

describe('planted errors are found', () => {
  it('without one, the small document has no errors but parts that it does not use', async () =>
    expect(
      (await openApiFaults(JSON.parse(small))).filter((fault) => !fault.endsWith('is used nowhere')),
    ).toEqual([]));

  it.each<[string, (document: Document) => void, RegExp]>([
    ['no title', (document) => delete document.info.title, /title/],
    ['an unknown method', (document) => (document.paths['/api/users/me'].fetch = me(document)), /fetch|must/],
    [
      'two calls of one name',
      (document) => (me(document).operationId = 'devices'),
      /devices is the operationId/,
    ],
    ['no summary', (document) => (me(document).summary = ' '), /no summary/],
    ['an undeclared tag', (document) => (me(document).tags = ['fish']), /no tag of the list/],
    ['a dangling reference', (document) => delete document.components.schemas.Device, /Device leads nowhere/],
    ['an unused schema', (document) => (document.components.schemas.Fish = {}), /Fish is used nowhere/],
    ['a parameter that is not declared', (document) => delete device(document).parameters, /its path has/],
    [
      'a parameter without a text',
      (document) => (device(document).parameters[0].description = ''),
      /id_dev has no text/,
    ],
    ['a call without a security entry', (document) => delete me(document).security, /no security entry/],
    ['a session of an unknown kind', (document) => (me(document).security = [{ ring: [] }]), /ring is no/],
    ['a call without 401', (document) => delete me(document).responses[401], /401/],
    [
      'a call without error responses',
      (document) => (me(document).responses = { 200: {} }),
      /refuses nothing/,
    ],
    ['a body at 204', (document) => (me(document).responses[204] = { description: '', content: {} }), /204/],
    [
      'an unknown JSON type',
      (document) => (document.components.schemas.Device.type = 'word'),
      /word is no type/,
    ],
  ])('%s', async (_fault, plant, words) => {
    const document = JSON.parse(small);
    plant(document);
    expect((await openApiFaults(document)).join('\n')).toMatch(words);
  });
});
