import { api } from '@manoboard/contract/http/api';
import type { Call } from '@manoboard/contract/http/call';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createWebServer } from '../../test/web-server.ts';
import { route } from './route.ts';
import { naming, ruleOf } from './rules.ts';

const start = (routes: (api: FastifyInstance) => void) => createWebServer({ routes });
const answer = async () => ({});
const row = { method: 'GET', summary: '', answers: { 200: z.object({}) } } as const;

describe('the server start fails for a route', () => {
  it.each([
    ['is not made from an API row', (app: FastifyInstance) => app.get('/devices', answer)],
    [
      'names a device and no action',
      (app: FastifyInstance) => route(app, { ...row, path: '/devices/{id}', who: 'user' }, answer),
    ],
    [
      'permits anyone an action on a device',
      (app: FastifyInstance) =>
        route(app, { ...row, path: '/mqtt/{deviceId}', who: 'anyone', action: 'operate' }, answer),
    ],
    [
      'has an action and no device',
      (app: FastifyInstance) => route(app, { ...row, path: '/users', who: 'user', action: 'see' }, answer),
    ],
    [
      'has a permission and is for anyone',
      (app: FastifyInstance) =>
        route(app, { ...row, path: '/users', who: 'anyone', permission: 'manage_users' }, answer),
    ],
    [
      'names an alert and no action',
      (app: FastifyInstance) => route(app, { ...row, path: '/alerts/{id}', who: 'user' }, answer),
    ],
  ] as const)('that %s', async (_case, routes) => {
    await expect(start((app) => void routes(app))).rejects.toThrow('no rule');
  });

  it('but not for a route with a rule', async () => {
    const app = await start((app) =>
      route(app, { ...row, path: '/devices/{id}', who: 'user', action: 'see' }, answer),
    );
    expect((await app.inject('/api/devices/MNB-0001')).statusCode).toBe(401);
    await app.close();
  });
});

it.each(Object.entries(api))('%s has a rule', (_name, call) => {
  const rule = ruleOf(call);
  const { action, permission, who }: Call = call;
  expect(rule).toBe(action ?? permission ?? who);
  expect(naming(call) !== undefined).toBe(action !== undefined);
});
