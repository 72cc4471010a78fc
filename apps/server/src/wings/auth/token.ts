import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, for a cookie or a link. */
export const newToken = () => randomBytes(32).toString('base64url');

/** The database stores only this hash, so a leaked table opens no session. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest();

/** Events of deleted sessions, for the outbox. */
export const sessionsEnded = (ids: readonly Buffer[]) =>
  ids.map((id) => ['sessionEnded', id.toString('hex')] as const);
