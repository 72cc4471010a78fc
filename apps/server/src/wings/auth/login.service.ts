import type { FactorLogin, PasskeyLogin, PasskeyOptions } from '@manoboard/contract/account/factor';
import type { Login, LoginStep } from '@manoboard/contract/account/login';
import { LOGIN_STEP_S, TRUSTED_BROWSER_S } from '@manoboard/domain/access/second-factor';
import { sessionEndS, sessionLife } from '@manoboard/domain/access/session-life';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/db.ts';
import { lockUser } from '../../db/locks.ts';
import type { Attempts, Source } from '../../http/limits/password-attempts.ts';
import { ProblemError } from '../../http/problem-error.ts';
import { findCredentials, getCredentials } from './account.repo.ts';
import { findLoginStep, insertChallenge, takeChallenge } from './factors/challenge.repo.ts';
import { countRecoveryCodes, isTrusted, listFactors, trustBrowser } from './factors/factor.repo.ts';
import type { FactorCheck } from './factors/factor-check.ts';
import { askPasskey, canHavePasskeys } from './factors/passkeys.ts';
import type { KnownDevices } from './known-devices.ts';
import { isPassword } from './password.ts';
import { listRoles } from './role.repo.ts';
import { beginSession } from './session.repo.ts';
import { hashToken, newToken, sessionsEnded } from './token.ts';

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now'> {
  attempts: Attempts;
  devices: KnownDevices;
  factorCheck: FactorCheck;
}

/** The browser that sends a login request. */
export interface Browser {
  userAgent: string | null;
  /** The client's address, or its network. */
  network: string;
  /** Address of the console in the browser, which passkeys sign. */
  origin: string;
  deviceToken: string | undefined;
  /** Token of the session that the new one replaces. */
  sessionToken: string | undefined;
}

export interface LoggedIn {
  userId: number;
  token: string;
  maxAgeS: number | undefined;
  deviceToken: string;
}

interface Identified {
  userId: number;
  passwordHash: string;
  isRemembered: boolean;
  /** A second factor was checked. */
  hasFactor: boolean;
  isTrusting: boolean;
}

/** What the attempts of a login are counted by. */
function createSources(devices: KnownDevices) {
  /** A browser that the account knows has its own limit, which strangers cannot exhaust. */
  async function sourcesOf(
    userId: number | undefined,
    browser: Browser,
    [known, address, account]: readonly [Source, Source, Source],
  ): Promise<Source[]> {
    const users = await devices.usersOf(browser.deviceToken);
    return userId !== undefined && users.includes(userId) ? [known] : [address, account];
  }
  const deviceName = ({ deviceToken = '' }: Browser) => hashToken(deviceToken).toString('hex');

  const passwordSources = (userId: number | undefined, email: string, browser: Browser) =>
    sourcesOf(userId, browser, [
      ['device', deviceName(browser), email],
      ['address', browser.network, email],
      ['account', email],
    ]);
  const codeSources = (userId: number, browser: Browser) =>
    sourcesOf(userId, browser, [
      ['code', 'device', deviceName(browser), `${userId}`],
      ['code', 'address', browser.network, `${userId}`],
      ['account_code', `${userId}`],
    ]);

  return { passwordSources, codeSources };
}

/** What follows a correct password or passkey: the session, or the step of the second factor before it. */
function createEntry({ db, outbox, now, devices }: Needs) {
  const after = (seconds: number) => new Date(now() + seconds * 1000);

  /** The factors that this browser needs; none if the account trusts it. */
  async function factorsFor(on: Db, userId: number, { deviceToken }: Browser) {
    const factors = await listFactors(on, userId);
    const isFree =
      factors.length > 0 &&
      deviceToken !== undefined &&
      (await isTrusted(on, userId, hashToken(deviceToken), new Date(now())));
    return isFree ? [] : factors;
  }

  async function enter(who: Identified, browser: Browser): Promise<LoggedIn> {
    const { userId, isRemembered, passwordHash } = who;
    const life = sessionLife(isRemembered, await listRoles(db, userId));
    const token = newToken();
    const { device, deviceToken } = devices.renew(browser.deviceToken);
    const nowS = now() / 1000;
    const session = {
      id: hashToken(token),
      userId,
      isRemembered,
      userAgent: browser.userAgent,
      network: browser.network,
      usedAt: new Date(now()),
      expiresAt: new Date(sessionEndS(life, nowS, nowS) * 1000),
      hasFactor: who.hasFactor,
    };
    const replacedToken = browser.sessionToken ? hashToken(browser.sessionToken) : undefined;
    await outbox.transaction(db, async (tx) => {
      await lockUser(tx, userId);
      // The first factor ends all other sessions: a login that was under way must not survive it.
      if (!who.hasFactor && (await factorsFor(tx, userId, browser)).length > 0)
        throw new ProblemError('LOGIN_BAD_CREDENTIALS');
      const begun = await beginSession(tx, { session, passwordHash, device, replacedToken });
      if (!begun) throw new ProblemError('LOGIN_BAD_CREDENTIALS');
      if (who.isTrusting) await trustBrowser(tx, userId, device.tokenHash, after(TRUSTED_BROWSER_S));
      await outbox.publish(tx, ...sessionsEnded(begun.ended));
    });
    return { userId, token, maxAgeS: isRemembered ? life.idleS : undefined, deviceToken };
  }

  /** The second step; nothing if the account has no factor, or trusts this browser. */
  async function stepOf(who: Identified, browser: Browser): Promise<LoginStep | undefined> {
    const { userId, isRemembered, passwordHash } = who;
    const { origin } = browser;
    const factors = await factorsFor(db, userId, browser);
    if (factors.length === 0) return undefined;
    const token = newToken();
    await insertChallenge(db, {
      tokenHash: hashToken(token),
      purpose: 'login',
      userId,
      isRemembered,
      passwordHash,
      expiresAt: after(LOGIN_STEP_S),
    });
    const passkeys = factors.filter(({ kind }) => kind === 'passkey');
    const { left } = await countRecoveryCodes(db, userId);
    return {
      token,
      has_totp: factors.some(({ kind }) => kind === 'totp'),
      has_recovery_codes: left > 0,
      passkey:
        passkeys.length > 0 && canHavePasskeys(origin)
          ? JSON.stringify(await askPasskey(origin, token, passkeys))
          : null,
    };
  }

  return { enter, stepOf };
}

/** R3.3: the login: a password, then the second factor of an account that has one; or a passkey alone. */
export function createLogin(needs: Needs) {
  const { db, now, attempts, devices, factorCheck } = needs;
  const { passwordSources, codeSources } = createSources(devices);
  const { enter, stepOf } = createEntry(needs);

  return {
    /**
     * R3.3: attempts are limited by address and account together, and by account for all unknown browsers together. An
     * unknown e-mail is counted, checked and refused like a known one. R7.3: only the correct password reveals that the
     * account is disabled.
     */
    async login({ username, password, remember }: Login, browser: Browser): Promise<LoggedIn | LoginStep> {
      const email = username.trim().toLowerCase();
      const known = await findCredentials(db, email);
      const sources = await passwordSources(known?.id, email, browser);
      await attempts.take(...sources);
      if (!(await isPassword(password, known?.passwordHash)) || !known)
        throw new ProblemError('LOGIN_BAD_CREDENTIALS');
      if (known.disabledAt) throw new ProblemError('LOGIN_ACCOUNT_DISABLED');
      const who: Identified = {
        userId: known.id,
        passwordHash: known.passwordHash,
        isRemembered: remember === 'true',
        hasFactor: false,
        isTrusting: false,
      };
      const outcome = (await stepOf(who, browser)) ?? (await enter(who, browser));
      await attempts.clear(...sources);
      return outcome;
    },

    /**
     * Wrong codes are limited like wrong passwords, with fewer free ones; the account itself is never locked. `onKnown` gets
     * the user of the step before the code is checked.
     */
    async loginByFactor(
      { token, trust_browser, ...given }: FactorLogin,
      browser: Browser,
      onKnown: (userId: number) => void,
    ): Promise<LoggedIn> {
      const tokenHash = hashToken(token);
      const step = await findLoginStep(db, tokenHash, new Date(now()));
      if (!step) throw new ProblemError('FACTOR_STEP_EXPIRED');
      const { userId } = step;
      onKnown(userId);
      await factorCheck.requireFactor(given, {
        userId,
        origin: browser.origin,
        challenge: token,
        sources: await codeSources(userId, browser),
      });
      if (!(await takeChallenge(db, tokenHash, 'login', userId, new Date(now()))))
        throw new ProblemError('FACTOR_STEP_EXPIRED');
      return enter(
        {
          userId,
          passwordHash: step.passwordHash ?? '',
          isRemembered: step.isRemembered,
          hasFactor: true,
          isTrusting: trust_browser === true,
        },
        browser,
      );
    },

    /** Any passkey of this host may answer: the challenge names no account. */
    async offerPasskeyLogin(origin: string): Promise<PasskeyOptions> {
      const token = newToken();
      const challenge = { tokenHash: hashToken(token), purpose: 'passkey', userId: null } as const;
      await insertChallenge(db, { ...challenge, expiresAt: new Date(now() + LOGIN_STEP_S * 1000) });
      return askPasskey(origin, token);
    },

    async loginByPasskey({ token, passkey, remember }: PasskeyLogin, browser: Browser): Promise<LoggedIn> {
      if (!(await takeChallenge(db, hashToken(token), 'passkey', null, new Date(now()))))
        throw new ProblemError('FACTOR_STEP_EXPIRED');
      const userId = await factorCheck.userOfPasskey(passkey, { origin: browser.origin, challenge: token });
      if (userId === undefined) throw new ProblemError('FACTOR_WRONG');
      const { passwordHash, disabledAt } = await getCredentials(db, userId);
      if (disabledAt) throw new ProblemError('LOGIN_ACCOUNT_DISABLED');
      const who = { userId, passwordHash, isRemembered: remember, hasFactor: true, isTrusting: false };
      return enter(who, browser);
    },
  };
}
