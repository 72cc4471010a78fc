import { createHash } from 'node:crypto';
import {
  MAX_PUSH_BROWSERS,
  type NewPushSubscription,
  type PushBrowser,
} from '@manoboard/contract/alert/push-subscription';
import { hasGlobalPermission } from '@manoboard/domain/access/policy';
import { readUserAgent } from '@manoboard/domain/access/user-agent';
import webPush from 'web-push';
import type { Core } from '../../../core.ts';
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
import {
  type AlertChannel,
  type AlertMessage,
  TargetGoneError,
  UndeliverableError,
} from '../alert-channel.ts';
import {
  type BrowserRow,
  deleteBrowser,
  deleteSubscription,
  findKey,
  findSubscription,
  listBrowsers,
  listTargets,
  markFailed,
  markSent,
  storeKeyOnce,
  upsertBrowser,
} from './push.repo.ts';
import { payloadOf, requestOptionsOf } from './push-message.ts';

interface Needs extends Pick<Core, 'db' | 'now' | 'secrets'> {
  outgoing: Outgoing;
  /** Push services write to it when messages of this server cause problems. */
  contactEmail: string;
}

const seconds = (at: Date | null) => at && Math.floor(at.getTime() / 1000);
const toBrowser = ({ endpoint_hash, created_at, sent_at, failed_at, ...row }: BrowserRow): PushBrowser => ({
  ...row,
  endpoint_hash: endpoint_hash.toString('hex'),
  created_at: seconds(created_at) ?? 0,
  sent_at: seconds(sent_at),
  failed_at: seconds(failed_at),
});

/** Others learn neither why an address did not answer, nor what one answered. */
const isManager = (roles: readonly string[]) => hasGlobalPermission('manage_installation', roles);

/** The push service has forgotten the subscription: the user has blocked or removed it in the browser. */
const isGone = (status: number) => status === 404 || status === 410;

const KEY_PLACE = 'push_key.private_key';
const toBytes = (text: string) => Buffer.from(text, 'base64url');
export const hashOfEndpoint = (endpoint: string) => createHash('sha256').update(endpoint).digest();
/** The key of a browser opens only in the row of its address. */
export const authPlace = (endpointHash: Buffer) => `push_subscription ${endpointHash.toString('hex')}`;

const labelOf = (userAgent: string | null) => {
  const { browser, system } = readUserAgent(userAgent);
  return [browser, system].filter(Boolean).join(', ') || 'Browser';
};

/** The key of the installation and those of browsers, encrypted in the database. */
function createKeys({ db, secrets }: Needs) {
  const seal = (privateKey: string) => secrets.seal(KEY_PLACE, toBytes(privateKey)).toString('base64url');
  const open = (stored: string) => secrets.open(KEY_PLACE, toBytes(stored)).toString('base64url');
  const sealAuth = (endpointHash: Buffer, auth: string) =>
    secrets.seal(authPlace(endpointHash), toBytes(auth)).toString('base64url');
  const openAuth = (endpointHash: Buffer, stored: string) =>
    secrets.open(authPlace(endpointHash), toBytes(stored)).toString('base64url');

  /** Made once for the installation; a row, since all servers must use the same. */
  async function getKey() {
    const known = await findKey(db);
    if (known) return { ...known, privateKey: open(known.privateKey) };
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    await storeKeyOnce(db, { publicKey, privateKey: seal(privateKey) });
    const stored = await findKey(db);
    if (!stored) throw new Error('the push key was not stored');
    return { ...stored, privateKey: open(stored.privateKey) };
  }

  return { getKey, sealAuth, openAuth };
}

/** Notifications of browsers, also of the installed app, through the push service of the browser's maker. */
export function createPush(needs: Needs) {
  const { db, outgoing, now, contactEmail } = needs;
  const { getKey, sealAuth, openAuth } = createKeys(needs);

  async function requestFor(id: number, message: AlertMessage) {
    const found = await findSubscription(db, id);
    if (!found) throw new UndeliverableError('the browser was removed');
    const { endpoint, p256dh, auth } = found;
    const keys = { p256dh, auth: openAuth(hashOfEndpoint(endpoint), auth) };
    const vapidDetails = { subject: `mailto:${contactEmail}`, ...(await getKey()) };
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys },
      JSON.stringify(payloadOf(message)),
      { vapidDetails, ...requestOptionsOf(message) },
    );
    return { request: { url: endpoint, headers, body }, isManager: isManager(found.roles) };
  }

  const send: AlertChannel['send'] = async (targetId, message) => {
    const id = Number(targetId);
    const { request, isManager: seesCause } = await requestFor(id, message);
    const answer = await outgoing.post(request).catch(async (cause: OutgoingError) => {
      const error = seesCause ? cause : withoutCause(cause);
      await markFailed(db, id, error.failure, new Date(now()));
      throw error.failure === 'address' ? new UndeliverableError(error.message) : error;
    });
    const failure = failureOfStatus(answer.status);
    if (failure === null) return void (await markSent(db, id, new Date(now())));
    const reason = `HTTP ${answer.status} ${seesCause ? answer.text : ''}`.trim();
    if (isGone(answer.status)) {
      await deleteSubscription(db, id);
      throw new TargetGoneError(reason);
    }
    await markFailed(db, id, failure, new Date(now()));
    throw isTemporary(answer.status)
      ? new OutgoingError(failure, reason, answer.retryAfterMs)
      : new UndeliverableError(reason);
  };

  const channel: AlertChannel = {
    name: 'push',
    async targetsOf(tx, userId) {
      const targets = userId === null ? [] : await listTargets(tx, userId);
      return targets.map(({ id, userAgent }) => ({ id: `${id}`, label: labelOf(userAgent) }));
    },
    send,
  };

  return {
    channel,
    /** At the first start, so that no request waits for it. */
    async start(): Promise<void> {
      await getKey();
    },
    publicKey: async () => ({ public_key: (await getKey()).publicKey }),
    list: async ({ id }: SessionUser) => (await listBrowsers(db, id)).map(toBrowser),

    async add(user: SessionUser, subscription: NewPushSubscription, userAgent: string | null) {
      if (!outgoing.isAllowedUrl(subscription.endpoint)) throw new ProblemError('CHANNEL_ADDRESS_REFUSED');
      const endpointHash = hashOfEndpoint(subscription.endpoint);
      const { p256dh, auth } = subscription.keys;
      const sealed = { ...subscription, keys: { p256dh, auth: sealAuth(endpointHash, auth) } };
      return db.transaction().execute(async (tx) => {
        await lockUser(tx, user.id);
        const others = (await listBrowsers(tx, user.id)).filter(
          ({ endpoint_hash }) => !endpoint_hash.equals(endpointHash),
        );
        if (others.length >= MAX_PUSH_BROWSERS) throw new ProblemError('TOO_MANY_CHANNELS');
        const sessionId = Buffer.from(user.sessionId, 'hex');
        const browser = { subscription: sealed, endpointHash, userAgent, at: new Date(now()) };
        return toBrowser(await upsertBrowser(tx, { userId: user.id, sessionId, ...browser }));
      });
    },

    async remove({ id: userId }: SessionUser, id: string): Promise<void> {
      if (!(await deleteBrowser(db, userId, Number(id)))) throw new ProblemError('CHANNEL_NOT_FOUND');
    },
  };
}
export type Push = ReturnType<typeof createPush>;
