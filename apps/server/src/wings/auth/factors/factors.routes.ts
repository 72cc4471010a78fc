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
    },
    limited,
  );
  route(app, factorCalls.cancelFactorReset, ({ body }) => factorResets.cancelByToken(body.token), limited);

  route(
    app,
    factorCalls.prove,
    async ({ user, body, request, reply }) => {
      const { session } = app.browserCookies;
      await account.prove(user, body, originOf(request));
      const renewed = await account.renewToken(user, session.read(request) ?? '');
      if (renewed) session.set(reply, renewed.token, renewed.maxAgeS);
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
  route(app, factorCalls.removeFactor, ({ user, params }) => factors.remove(user, Number(params.id)));
  route(app, factorCalls.newRecoveryCodes, ({ user }) => factors.newRecoveryCodes(user), sessionLimited);

  route(app, factorCalls.keepFactors, ({ user }) => factorResets.cancel(user, user.id));
  route(app, factorCalls.resetFactors, ({ user, params }) => factorResets.request(user, Number(params.id)));
  route(app, factorCalls.cancelUserFactorReset, ({ user, params }) =>
    factorResets.cancel(user, Number(params.id)),
  );
}
