import { SESSION_EXPIRED_HEADER } from '@manoboard/contract/account/account';
import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { route } from '../../http/route.ts';
import { clientKey, userOf } from '../../http/session.ts';
import type { Account } from './account.service.ts';
import type { DeleteAccount } from './account-deletion.ts';
import { browserOf } from './browser.ts';
import { factorRoutes } from './factors/factors.routes.ts';
import { DEVICE_LIFETIME_S } from './known-devices.ts';
import type { LoggedIn } from './login.service.ts';
import { refuseWeak } from './password.ts';

/** A logout is cheap, and a user must always be able to log out. */
const LOGOUTS_PER_LOGIN = 5;

/** `triesPerMinute`: from one address. */
export function authRoutes(
  app: FastifyInstance,
  account: Account,
  deleteAccount: DeleteAccount,
  triesPerMinute: number,
) {
  const { session, device } = app.browserCookies;
  const perMinute = { max: triesPerMinute, timeWindow: 60_000 };
  const limited = { rateLimit: perMinute };
  /** A known browser has its own limit, which strangers behind the same address cannot exhaust. */
  const loginLimited = {
    rateLimit: {
      ...perMinute,
      keyGenerator: async (request: FastifyRequest) => {
        const token = device.read(request);
        return (await account.isKnownDevice(token)) ? `device ${token}` : clientKey(request);
      },
    },
  };
  /** Runs after the session check, so unauthenticated requests do not consume the rate limit of authenticated ones. */
  const sessionLimited = {
    rateLimit: {
      ...perMinute,
      hook: 'preHandler' as const,
      keyGenerator: (request: FastifyRequest) => userOf(request).sessionId,
    },
  };
  const setDeviceCookie = (reply: FastifyReply, token: string) => device.set(reply, token, DEVICE_LIFETIME_S);

  route(app, api.setupState, async () => ({ is_needed: await account.isSetupNeeded() }), limited);
  route(app, api.setUp, ({ body, request }) => account.setUp(body, clientKey(request)), limited);
  route(app, api.register, ({ body }) => account.register(body), limited);

  route(
    app,
    api.checkPassword,
    async ({ body: { password, ...owner } }) => ({ reason: refuseWeak(password, owner) ?? null }),
    limited,
  );

  const setCookies = (reply: FastifyReply, { token, maxAgeS, deviceToken }: LoggedIn) => {
    session.set(reply, token, maxAgeS);
    setDeviceCookie(reply, deviceToken);
  };
  route(
    app,
    api.login,
    async ({ body, request, reply }) => {
      const outcome = await account.login(body, browserOf(app, request));
      if (!('deviceToken' in outcome)) return outcome;
      setCookies(reply, outcome);
      return reply.code(204).send();
    },
    loginLimited,
  );
  factorRoutes(app, account, setCookies, { limited, sessionLimited });

  route(
    app,
    api.logout,
    async ({ request, reply }) => {
      const token = session.read(request);
      const hasExpired = request.headers[SESSION_EXPIRED_HEADER] !== undefined;
      // R3.8: the logout of an expired page must not end a newer login in another tab.
      if (token && !hasExpired && (await account.logout(token))) session.clear(reply);
    },
    { rateLimit: { ...perMinute, max: LOGOUTS_PER_LOGIN * triesPerMinute } },
  );

  route(app, api.forgotPassword, ({ body }) => account.forgot(body), limited);
  route(
    app,
    api.resetPassword,
    async ({ body, request, reply }) => {
      setDeviceCookie(reply, await account.reset(body, device.read(request)));
    },
    limited,
  );

  route(app, api.confirmEmail, ({ body }) => account.confirmEmail(body), limited);
  route(app, api.resendConfirmation, ({ user }) => account.resendConfirmation(user), sessionLimited);

  route(
    app,
    api.updateMe,
    async ({ user, body, request, reply }) => {
      const updated = await account.update(user, body, device.read(request));
      if (updated.deviceToken) setDeviceCookie(reply, updated.deviceToken);
      return updated.user;
    },
    sessionLimited,
  );
  route(app, api.sessions, ({ user, request }) => account.sessions(user, clientKey(request)));
  route(app, api.endSession, ({ user, params }) => account.endSession(user, params.id));
  route(app, api.endOtherSessions, ({ user }) => account.endOtherSessions(user));
  route(app, api.deleteMe, async ({ user, reply }) => {
    await deleteAccount(user);
    session.clear(reply);
  });
}
