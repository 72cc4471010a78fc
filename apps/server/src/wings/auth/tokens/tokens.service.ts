import {
  type ApiToken,
  type ApiTokenWithSecret,
  type NewApiToken,
  TOKEN_PREFIX,
  type TokenList,
} from '@manoboard/contract/token/token';
import { actingRole, can } from '@manoboard/domain/access/policy';
import { type FactorPolicy, needsFactor } from '@manoboard/domain/access/second-factor';
import { DAY_MS } from '@manoboard/domain/time';
import { appendAudit } from '../../../audit-log/audit-log.ts';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/db.ts';
import { findHeldKeys, findKeys } from '../../../db/live-access.ts';
import { lockUser } from '../../../db/locks.ts';
import { ProblemError } from '../../../http/problem-error.ts';
import type { AuthenticateToken, SessionUser } from '../../../http/session.ts';
import { shortNetwork } from '../../../net/address.ts';
import type { NotifyAccess } from '../../inbox/notice.ts';
import { hashToken, newToken } from '../token.ts';
import {
  deleteExpiredTokens,
  deleteToken,
  deleteTokensOf,
  findToken,
  insertToken,
  listTokenIds,
  listTokens,
  markTokenUsed,
  refuseNewToken,
  type TokenRow,
} from './tokens.repo.ts';

/** Accuracy of the last use, to write seldom. */
const USE_ACCURACY_MS = 60_000;
/** An expired token is listed this long, so that its user finds out why a script has stopped. */
const SHOWN_EXPIRED_MS = 30 * DAY_MS;

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now'> {
  /** For the lookup of every request. */
  access: Db;
  factorPolicy: FactorPolicy;
  notifyAccess: NotifyAccess;
}

const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000);
const toToken = ({
  created_at,
  expires_at,
  last_used_at,
  last_network,
  watch_devices,
  ...row
}: TokenRow): ApiToken => ({
  ...row,
  ...(watch_devices && { watch_devices }),
  created_at: toSeconds(created_at),
  expires_at: toSeconds(expires_at),
  last_used_at: last_used_at && toSeconds(last_used_at),
  last_network: last_network && shortNetwork(last_network),
});

/** Streams and caches know a token by this name of its session. */
const sessionOf = (tokenId: number) => `token ${tokenId}`;
const tokensEnded = (ids: readonly number[]) => ids.map((id) => ['sessionEnded', sessionOf(id)] as const);

/** Events for the streams of all tokens of a user whose account is closed or disabled. */
export const endTokenStreams = async (tx: Db, userId: number) => tokensEnded(await listTokenIds(tx, userId));

/** Revokes all tokens of a user. */
export async function revokeTokens(tx: Db, outbox: Core['outbox'], userId: number, at: Date) {
  const removed = await deleteTokensOf(tx, userId);
  await outbox.publish(tx, ...tokensEnded(removed.map(({ tokenId }) => tokenId)));
  const by = { userId, role: null };
  for (const token of removed) await appendAudit(tx, at, { kind: 'token', action: 'removed', ...token, by });
}

/** Tokens with which scripts of users call the API. */
export function createTokens({ db, access, outbox, now, factorPolicy, notifyAccess }: Needs) {
  const actor = (user: SessionUser) => ({ userId: user.id, role: actingRole('see', user.roles, 'none') });

  /** Chosen devices must be held by the user; staff may also watch those of others. */
  async function keysOf(
    tx: Db,
    user: SessionUser,
    deviceIds: readonly string[],
    at: Date,
    isWatched = false,
  ) {
    const keys =
      isWatched && can('see', user.roles, 'none')
        ? await findKeys(tx, deviceIds)
        : await findHeldKeys(tx, user.id, deviceIds, at);
    if (!keys) throw new ProblemError('DEVICE_NOT_FOUND');
    return keys;
  }

  /**
   * The user as the token acts: with none of their roles, since the token of one member of staff must not open the
   * whole fleet.
   */
  const authenticate: AuthenticateToken = async (secret, network) => {
    const at = new Date(now());
    const token = await findToken(access, hashToken(secret), at);
    if (!token) return undefined;
    const { id, userId, name, switchKeys, lastUsedAt, roles, hasFactor } = token;
    // R4.3b: a wall ends with the right of its user to see the device.
    const watchKeys = token.watchKeys && (can('see', roles, 'none') ? token.watchKeys : token.heldWatchKeys);
    const before = new Date(now() - USE_ACCURACY_MS);
    // A failed write must not refuse the request: a stop works on a full disk too.
    if (lastUsedAt === null || lastUsedAt <= before)
      await markTokenUsed(access, id, { at, network, before }).catch(() => undefined);
    const lacksFactor = !hasFactor && needsFactor(factorPolicy, roles);
    return {
      id: userId,
      sessionId: sessionOf(id),
      roles: [],
      token: { id, name, switchKeys, ...(watchKeys && { watchKeys }) },
      ...(lacksFactor && { lacksFactor }),
    };
  };

  return {
    authenticate,

    list: async (user: SessionUser): Promise<TokenList> => ({
      tokens: (await listTokens(db, user.id, new Date(now()))).map(toToken),
      refusal: await refuseNewToken(db, user.id, new Date(now())),
    }),

    add(
      user: SessionUser,
      { name, days, switch_devices, watch_devices }: NewApiToken,
    ): Promise<ApiTokenWithSecret> {
      const secret = TOKEN_PREFIX + newToken();
      return outbox.transaction(db, async (tx) => {
        await lockUser(tx, user.id);
        const at = new Date(now());
        const refusal = await refuseNewToken(tx, user.id, at);
        if (refusal) throw new ProblemError(refusal);
        const switchKeys = await keysOf(tx, user, switch_devices, at);
        const watchKeys = watch_devices && (await keysOf(tx, user, watch_devices, at, true));
        const expiresAt = new Date(now() + days * DAY_MS);
        const tokenHash = hashToken(secret);
        const row = await insertToken(tx, {
          userId: user.id,
          name,
          switchKeys,
          watchKeys,
          tokenHash,
          at,
          expiresAt,
        });
        await notifyAccess(tx, [user.id], { what: 'api_token', subject: name });
        const canSwitch = switchKeys.length > 0;
        const entry = { kind: 'token', action: 'added', tokenId: row.id, canSwitch } as const;
        await appendAudit(tx, at, { ...entry, by: actor(user) });
        return { ...toToken(row), secret };
      });
    },

    async remove(user: SessionUser, id: number): Promise<void> {
      await outbox.transaction(db, async (tx) => {
        const removed = await deleteToken(tx, user.id, id);
        if (!removed) throw new ProblemError('CHANNEL_NOT_FOUND');
        await outbox.publish(tx, ...tokensEnded([id]));
        const entry = { kind: 'token', action: 'removed', ...removed } as const;
        await appendAudit(tx, new Date(now()), { ...entry, by: actor(user) });
      });
    },

    deleteExpired: () => deleteExpiredTokens(db, new Date(now() - SHOWN_EXPIRED_MS)),
  };
}
export type Tokens = ReturnType<typeof createTokens>;
