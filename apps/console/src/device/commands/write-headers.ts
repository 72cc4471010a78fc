import { session } from '../../lib/http/session.ts';

let announced: readonly string[] = [];
session.onEnd(() => announceWriteHeaders());

/** R8: another origin refuses a write with a header that it does not know (CORS). `users/me` names those that are read. */
export function announceWriteHeaders(names: readonly string[] = []) {
  announced = names;
}

export const isAnnounced = (name: string) => announced.includes(name);

/** The headers that the server reads. */
export const announcedHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => isAnnounced(name)));
