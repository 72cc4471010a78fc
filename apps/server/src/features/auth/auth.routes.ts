import { DEVICE_COOKIE, SESSION_COOKIE } from '@manoboard/contract/account';
import { api } from '@manoboard/contract/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { route } from '../../http/route.ts';
import {
  clearSessionCookie,
  clientKey,
  setDeviceCookie,
  setSessionCookie,
  userOf,
} from '../../http/session.ts';
import type { Account } from './account.service.ts';
import { DEVICE_LIFETIME_S } from './known-devices.ts';

interface Options {
  /** The console is reached by https only. */
  isSecure: boolean;
  /** From one address. */
  triesPerMinute: number;
}

/** What a browser says of itself, as one short line. */
const agentOf = (header: string | undefined) => header?.replaceAll(/\p{Cc}/gu, '').slice(0, 200) || null;

export function authRoutes(app: FastifyInstance, account: Account, { isSecure, triesPerMinute }: Options) {
  const perMinute = { max: triesPerMinute, timeWindow: 60_000 };
  const limited = { rateLimit: perMinute };
  /** A known browser has a limit of its own: strangers behind the same address do not use it up. */
  const loginLimited = {
    rateLimit: {
      ...perMinute,
      keyGenerator: async (request: FastifyRequest) => {
        const device = request.cookies[DEVICE_COOKIE];
        return (await account.isKnownDevice(device)) ? `device ${device}` : clientKey(request);
      },
    },
  };
  /** After the session is checked: requests without one do not use up the limit of those who have one. */
  const sessionLimited = {
    rateLimit: {
      ...perMinute,
      hook: 'preHandler' as const,
      keyGenerator: (request: FastifyRequest) => userOf(request).sessionId,
    },
  };
  const keepDevice = (reply: FastifyReply, token: string) =>
    setDeviceCookie(reply, token, DEVICE_LIFETIME_S, isSecure);

  route(app, api.register, ({ body }) => account.register(body), limited);

  route(
    app,
    api.login,
    async ({ body, request, reply }) => {
      const { token, maxAgeS, deviceToken } = await account.login(body, {
        userAgent: agentOf(request.headers['user-agent']),
        network: clientKey(request),
        deviceToken: request.cookies[DEVICE_COOKIE],
        sessionToken: request.cookies[SESSION_COOKIE],
      });
      setSessionCookie(reply, token, maxAgeS, isSecure);
      keepDevice(reply, deviceToken);
      return reply.send();
    },
    loginLimited,
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
    async ({ body, request, reply }) => {
      keepDevice(reply, await account.reset(body, request.cookies[DEVICE_COOKIE]));
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
    sessionLimited,
  );

  route(
    app,
    api.updateMe,
    async ({ user, body, request, reply }) => {
      const updated = await account.update(user, body, request.cookies[DEVICE_COOKIE]);
      if (updated.deviceToken) keepDevice(reply, updated.deviceToken);
      return updated.user;
    },
    sessionLimited,
  );
  route(app, api.sessions, ({ user }) => account.sessions(user));
  route(app, api.endSession, async ({ user, params, reply }) => {
    await account.endSession(user, params.id);
    return reply.send();
  });
}
