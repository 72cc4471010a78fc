import type { Command } from '@manoboard/contract/command/command';
import { type CommandRequest, requestHash } from './command-request.ts';

/** Requests with the same idempotency key are one command, also while it runs. */
export function createKeyedRequests(run: (request: CommandRequest) => Promise<{ command: Command }>) {
  const keyed = new Map<string, { hash: Buffer; outcome: Promise<Command> }>();

  return function runOnce(request: CommandRequest): Promise<Command> {
    const name = `${request.user.id}:${request.device.deviceKey}:${request.key}`;
    const hash = requestHash(request);
    const known = keyed.get(name);
    if (known?.hash.equals(hash)) return known.outcome;
    const outcome = run(known ? { ...request, key: undefined, isKeyReused: true } : request).then(
      ({ command }) => command,
    );
    if (known) return outcome;
    keyed.set(name, { hash, outcome });
    const forget = () => keyed.delete(name);
    outcome.then(forget, forget);
    return outcome;
  };
}
