import type { Server } from '../../server.ts';
import type { Wing } from '../../wing.ts';
import { createConverters } from './converters.service.ts';

/** Profiles of converters, shipped or brought along by boards. */
export function createConvertersWing({ db, outbox, now, quietWarn, link }: Server) {
  const { receiveInfo, receiveProfile, profileOf } = createConverters({
    db,
    outbox,
    now,
    quietWarn,
    send: link.send,
  });
  const wing: Wing = { messages: { info: receiveInfo, profile: receiveProfile } };
  return { wing, profileOf };
}
export type ConvertersWing = ReturnType<typeof createConvertersWing>;
