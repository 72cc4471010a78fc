import type { Server } from '../../server.ts';
import type { Wing } from '../../wing.ts';
import { createConverters } from './converters.service.ts';
import { createProfileChecks } from './profile-checks.ts';

/** Profiles of converters, shipped or brought along by boards. */
export function createConvertersWing(server: Server) {
  const { db, outbox, now, quietWarn, link } = server;
  const { check, stop } = createProfileChecks(server);
  const { receiveInfo, receiveProfile, profileOf } = createConverters({
    db,
    outbox,
    now,
    quietWarn,
    send: link.send,
    check,
  });
  const wing: Wing = { messages: { info: receiveInfo, profile: receiveProfile }, stop };
  return { wing, profileOf };
}
export type ConvertersWing = ReturnType<typeof createConvertersWing>;
