import { createHash, randomBytes } from 'node:crypto';

/** For a cookie or a link; nobody guesses it. */
export const newToken = () => randomBytes(32).toString('base64url');

/** What the database keeps of a token: it gives nobody a way in. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest();
