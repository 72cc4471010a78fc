import { randomBytes } from 'node:crypto';
import {
  MAX_WEBHOOKS,
  type NewWebhook,
  type Webhook,
  type WebhookCall,
  type WebhookChange,
  type WebhookWithSecret,
} from '@manoboard/contract/alert/webhook';
import { actingRole, hasGlobalPermission } from '@manoboard/domain/access/policy';
import { appendAudit } from '../../../audit-log/audit-log.ts';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/db.ts';
import { lockUser } from '../../../db/locks.ts';
import { ProblemError } from '../../../http/problem-error.ts';
import type { SessionUser } from '../../../http/session.ts';
import {
  failureOfStatus,
  isTemporary,
  type Outgoing,
  OutgoingError,
  withoutCause,
} from '../../../net/outgoing-http.ts';
import type { NotifyAccess } from '../../inbox/notice.ts';
import { type AlertChannel, type AlertMessage, UndeliverableError } from '../alert-channel.ts';
import { secretText, signedHeaders, toWebhookMessage } from './webhook-message.ts';
import {
  type CallRow,
  countWebhooks,
  type Destination,
  deleteWebhook,
  findDestination,
  findWebhook,
  insertCall,
  insertWebhook,
  listCalls,
  listLastCalls,
  listTargets,
  listWebhooks,
  listWithoutSecret,
  SECRET_BYTES,
  setLostSecret,
  updateWebhook,
  type WebhookRow,
} from './webhooks.repo.ts';

interface Needs extends Pick<Core, 'db' | 'now' | 'secrets'> {
  outgoing: Outgoing;
  notifyAccess: NotifyAccess;
}

const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000);
const toCall = ({ at, webhook_id: _, ...call }: CallRow): WebhookCall => ({ ...call, at: toSeconds(at) });
const toWebhook = ({ user_id, created_at, ...row }: WebhookRow, last?: CallRow): Webhook => ({
  ...row,
  scope: user_id === null ? 'installation' : 'user',
  created_at: toSeconds(created_at),
  last_call: last ? toCall(last) : null,
});

/** Users get one error for all causes; Super Sellers see the cause. */
const answerFor = ({ userId, roles }: Destination, error: OutgoingError): OutgoingError =>
  userId === null || hasGlobalPermission('manage_installation', roles) ? error : withoutCause(error);

/** Binds the encrypted secrets to their column. */
export const SECRET_PLACE = 'webhook.secret';
const newSecret = () => randomBytes(SECRET_BYTES);
const isManager = (user: SessionUser) => hasGlobalPermission('manage_installation', user.roles);
const filterOf = (user: SessionUser) => ({ userId: user.id, isManager: isManager(user) });

function createWebhookChannel({ db, outgoing, now, secrets }: Needs): AlertChannel {
  /** The outcome is logged before it is reported to the sender. */
  async function request(id: number, message: AlertMessage, destination: Destination) {
    const { url } = destination;
    const secret = secrets.open(SECRET_PLACE, destination.secret);
    const startedAt = now();
    const body = JSON.stringify(toWebhookMessage(message));
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'MaNoBoard',
      ...signedHeaders(secret, message.messageId, Math.floor(startedAt / 1000), body),
    };
    const answer = await outgoing
      .post({ url, headers, body })
      .catch((error: OutgoingError) => answerFor(destination, error));
    const isAnswer = !(answer instanceof OutgoingError);
    await insertCall(db, {
      webhook_id: id,
      at: new Date(startedAt),
      is_test: message.isTest,
      status: isAnswer ? answer.status : null,
      duration_ms: Math.max(0, Math.round(now() - startedAt)),
      failure: isAnswer ? failureOfStatus(answer.status) : answer.failure,
      answer: (isAnswer ? answer.text : answer.message) || null,
    });
    return answer;
  }

  const send: AlertChannel['send'] = async (targetId, message) => {
    const id = Number(targetId);
    const destination = await findDestination(db, id);
    if (!destination) throw new UndeliverableError('the webhook was removed');
    const answer = await request(id, message, destination);
    if (answer instanceof OutgoingError)
      throw answer.failure === 'address' ? new UndeliverableError(answer.message) : answer;
    const failure = failureOfStatus(answer.status);
    if (failure === null) return;
    const reason = `HTTP ${answer.status} ${answer.text}`.trim();
    throw isTemporary(answer.status)
      ? new OutgoingError(failure, reason, answer.retryAfterMs)
      : new UndeliverableError(reason);
  };

  return {
    name: 'webhook',
    targetsOf: async (tx, userId) =>
      (await listTargets(tx, userId)).map(({ id, name }) => ({ id: `${id}`, label: name })),
    send,
  };
}

/** The way by which alerts reach other programs: signed requests to addresses that users enter. */
export function createWebhooks(needs: Needs) {
  const { db, outgoing, now, notifyAccess, secrets } = needs;
  const seal = (secret: Buffer) => secrets.seal(SECRET_PLACE, secret);

  function requireAllowed(url: string | undefined) {
    if (url !== undefined && !outgoing.isAllowedUrl(url)) throw new ProblemError('CHANNEL_ADDRESS_REFUSED');
  }

  async function getWebhook(of: Db, user: SessionUser, id: string): Promise<WebhookRow> {
    const found = await findWebhook(of, filterOf(user), Number(id));
    if (!found) throw new ProblemError('CHANNEL_NOT_FOUND');
    return found;
  }

  /** A webhook of the installation gets the alerts of all users, so the log names who changed it. */
  async function record(
    tx: Db,
    user: SessionUser,
    action: 'added' | 'changed' | 'removed',
    { id, user_id, url }: WebhookRow,
  ) {
    if (user_id !== null) return;
    const by = { userId: user.id, role: actingRole('see', user.roles, 'none') };
    const { host } = new URL(url);
    await appendAudit(tx, new Date(now()), { kind: 'webhook', action, webhookId: id, host, by });
  }

  return {
    channel: createWebhookChannel(needs),

    async list(user: SessionUser): Promise<Webhook[]> {
      const rows = await listWebhooks(db, filterOf(user));
      const calls = await listLastCalls(
        db,
        rows.map(({ id }) => id),
      );
      return rows.map((row) =>
        toWebhook(
          row,
          calls.find(({ webhook_id }) => webhook_id === row.id),
        ),
      );
    },

    async add(user: SessionUser, { scope, name, url }: NewWebhook): Promise<WebhookWithSecret> {
      if (scope === 'installation' && !isManager(user)) throw new ProblemError('FORBIDDEN');
      requireAllowed(url);
      const userId = scope === 'user' ? user.id : null;
      const secret = newSecret();
      return db.transaction().execute(async (tx) => {
        await lockUser(tx, user.id);
        if ((await countWebhooks(tx, userId)) >= MAX_WEBHOOKS) throw new ProblemError('TOO_MANY_CHANNELS');
        const row = await insertWebhook(tx, { userId, name, url, secret: seal(secret), at: new Date(now()) });
        await record(tx, user, 'added', row);
        await notifyAccess(tx, [user.id], { what: 'webhook', subject: name });
        return { ...toWebhook(row), secret: secretText(secret) };
      });
    },

    async change(
      user: SessionUser,
      id: string,
      { renew_secret, ...change }: WebhookChange,
    ): Promise<WebhookWithSecret> {
      requireAllowed(change.url);
      const secret = renew_secret ? newSecret() : undefined;
      return db.transaction().execute(async (tx) => {
        const { id: key } = await getWebhook(tx, user, id);
        const row = await updateWebhook(tx, key, { ...change, secret: secret && seal(secret) });
        if (!row) throw new ProblemError('CHANNEL_NOT_FOUND');
        const [last] = await listLastCalls(tx, [key]);
        await record(tx, user, 'changed', row);
        if (change.url !== undefined || secret)
          await notifyAccess(tx, [user.id], { what: 'webhook', subject: row.name });
        return { ...toWebhook(row, last), secret: secret ? secretText(secret) : null };
      });
    },

    async remove(user: SessionUser, id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const row = await getWebhook(tx, user, id);
        await deleteWebhook(tx, row.id);
        await record(tx, user, 'removed', row);
      });
    },

    /** New secrets in the place of lost ones; another server may make them at the same time. */
    async start(): Promise<void> {
      for (const { id } of await listWithoutSecret(db)) await setLostSecret(db, id, seal(newSecret()));
    },

    async calls(user: SessionUser, id: string): Promise<WebhookCall[]> {
      const { id: key } = await getWebhook(db, user, id);
      return (await listCalls(db, key)).map(toCall);
    },
  };
}
export type Webhooks = ReturnType<typeof createWebhooks>;
