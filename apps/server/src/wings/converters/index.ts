import type { Core } from '../../core.ts';
import type { Wing } from '../../wing.ts';
import { createConverters } from './converters.service.ts';
import { createProfileChecks } from './profile-checks.ts';

/** Profiles of converters, shipped or brought along by boards. */
export function createConvertersWing(core: Core) {
  const { link } = core;
  const { check, stop } = createProfileChecks(core);
  const { receiveInfo, receiveProfile, profileOf } = createConverters({ ...core, send: link.send, check });
  const wing: Wing = { messages: { info: receiveInfo, profile: receiveProfile }, stop };
  return { wing, profileOf };
}
export type ConvertersWing = ReturnType<typeof createConvertersWing>;
