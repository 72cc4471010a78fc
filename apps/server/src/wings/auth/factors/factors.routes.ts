import { factorCalls } from '@manoboard/contract/account/factor.calls';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { route } from '../../../http/route.ts';
import type { Account } from '../account.service.ts';
import { browserOf, originOf } from '../browser.ts';
import type { LoggedIn } from '../login.service.ts';

interface Limits {
  /** By address. */
  limited: object;
  /** By session. */
  sessionLimited: object;
}

/** The second factor: its step of the login, its management and the reset of a lost one. */
export function factorRoutes(
  app: FastifyInstance,
  account: Account,
  setCookies: (reply: FastifyReply, loggedIn: LoggedIn) => void,
  { limited, sessionLimited }: Limits,
) {
  const { factors, factorResets } = account;
  /** The security log names the user, whom these requests do not. */
  const nameUser = (request: FastifyRequest, id: number) => {
    request.user = { id, sessionId: '', roles: [] };
  };
  const logIn = (request: FastifyRequest, reply: FastifyReply, loggedIn: LoggedIn) => {
    nameUser(request, loggedIn.userId);
    setCookies(reply, loggedIn);
  };
  route(
    app,
    factorCalls.loginFactor,
    async ({ body, request, reply }) => {
      const browser = browserOf(app, request);
      logIn(request, reply, await account.loginByFactor(body, browser, (id) => nameUser(request, id)));
      return reply.send();
    },
    limited,
  );
  route(
    app,
    factorCalls.passkeyChallenge,
    ({ request }) => account.offerPasskeyLogin(originOf(request)),
    limited,
  );
  route(
    app,
    factorCalls.passkeyLogin,
    async ({ body, request, reply }) => {
      logIn(request, reply, await account.loginByPasskey(body, browserOf(app, request)));
      return reply.send();
    },
    limited,
  );
  route(
    app,
    factorCalls.cancelFactorReset,
    async ({ body, reply }) => {
      await factorResets.cancelByToken(body.token);
      return reply.send();
    },
    limited,
  );

  route(
    app,
    factorCalls.prove,
    async ({ user, body, request, reply }) => {
      const { session } = app.browserCookies;
      await account.prove(user, body, originOf(request));
      const renewed = await account.renewToken(user, session.read(request) ?? '');
      if (renewed) session.set(reply, renewed.token, renewed.maxAgeS);
      return reply.send();
    },
    sessionLimited,
  );
  route(
    app,
    factorCalls.proofOptions,
    ({ user, request }) => account.proofOptions(user, originOf(request)),
    sessionLimited,
  );

  route(app, factorCalls.factors, ({ user }) => factors.factors(user));
  route(app, factorCalls.addTotp, ({ user, body }) => factors.addTotp(user, body), sessionLimited);
  route(
    app,
    factorCalls.confirmTotp,
    ({ user, params, body }) => factors.confirmTotp(user, Number(params.id), body.code),
    sessionLimited,
  );
  route(
    app,
    factorCalls.newPasskeyOptions,
    ({ user, request }) => factors.offerPasskey(user, originOf(request)),
    sessionLimited,
  );
  route(
    app,
    factorCalls.addPasskey,
    ({ user, body, request }) => factors.addPasskey(user, body, originOf(request)),
    sessionLimited,
  );
  route(app, factorCalls.renameFactor, ({ user, params, body }) =>
    factors.rename(user, Number(params.id), body),
  );
  route(app, factorCalls.removeFactor, async ({ user, params, reply }) => {
    await factors.remove(user, Number(params.id));
    return reply.send();
  });
  route(app, factorCalls.newRecoveryCodes, ({ user }) => factors.newRecoveryCodes(user), sessionLimited);

  route(app, factorCalls.keepFactors, async ({ user, reply }) => {
    await factorResets.cancel(user, user.id);
    return reply.send();
  });
  route(app, factorCalls.resetFactors, ({ user, params }) => factorResets.request(user, Number(params.id)));
  route(app, factorCalls.cancelUserFactorReset, async ({ user, params, reply }) => {
    await factorResets.cancel(user, Number(params.id));
    return reply.send();
  });
}
