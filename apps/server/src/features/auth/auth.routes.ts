import { SESSION_COOKIE } from '@manoboard/contract/account';
import { api } from '@manoboard/contract/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import { clearSessionCookie, setSessionCookie } from '../../http/session.ts';
import type { Account } from './account.service.ts';

interface Options {
  /** The console is reached by https only. */
  isSecure: boolean;
  /** From one address. */
  triesPerMinute: number;
}

/** What a browser says of itself, as one short line. */
const agentOf = (header: string | undefined) => header?.replaceAll(/\p{Cc}/gu, '').slice(0, 200) || null;

export function authRoutes(app: FastifyInstance, account: Account, { isSecure, triesPerMinute }: Options) {
  const limited = { rateLimit: { max: triesPerMinute, timeWindow: 60_000 } };

  route(app, api.register, ({ body }) => account.register(body), limited);

  route(
    app,
    api.login,
    async ({ body, request, reply }) => {
      const { token, maxAgeS } = await account.login(body, agentOf(request.headers['user-agent']));
      setSessionCookie(reply, token, maxAgeS, isSecure);
      return reply.send();
    },
    limited,
  );

  route(app, api.logout, async ({ request, reply }) => {
    const token = request.cookies[SESSION_COOKIE];
    if (token) await account.logout(token);
    clearSessionCookie(reply);
    return reply.send();
  });

  route(
    app,
    api.forgotPassword,
    ({ body, reply }) => {
      account.forgot(body);
      return reply.send();
    },
    limited,
  );
  route(
    app,
    api.resetPassword,
    async ({ body, reply }) => {
      await account.reset(body);
      return reply.send();
    },
    limited,
  );

  route(
    app,
    api.confirmEmail,
    async ({ body, reply }) => {
      await account.confirmEmail(body);
      return reply.send();
    },
    limited,
  );
  route(
    app,
    api.resendConfirmation,
    async ({ user, reply }) => {
      await account.resendConfirmation(user);
      return reply.send();
    },
    limited,
  );

  route(app, api.updateMe, ({ user, body }) => account.update(user, body), limited);
  route(app, api.sessions, ({ user }) => account.sessions(user));
  route(app, api.endSession, async ({ user, params, reply }) => {
    await account.endSession(user, params.id);
    return reply.send();
  });
}
