import type { Command } from '@manoboard/contract/command/command';
import { isFinal } from '@manoboard/domain/commands/command-expiry';
import type { Core } from '../../core.ts';
import { SWEEP_MS } from './expired-commands.ts';

export type OpenNeeds = Pick<Core, 'bus' | 'metrics' | 'cluster' | 'now'>;

/** The commands that run, here and on other servers, and their events. `endWait` ends the wait for an ack. */
export function createOpenCommands({ bus, metrics, cluster, now }: OpenNeeds, endWait: (id: string) => void) {
  const running = new Map<string, Command>();
  /** Open commands of other servers, for pages that connect. */
  const elsewhere = new Map<string, Command>();

  /** Register reads are not announced, nor are requests for devices that the user cannot see. */
  function emit(command: Command) {
    if (running.has(command.id)) running.set(command.id, command);
    if (command.op === 'reg_read' || command.problem === 'DEVICE_NOT_FOUND') return;
    bus.publish('command', command);
    cluster?.peers.publish('command', command);
  }

  /** A command of another server; one that waits here was answered there, since its board has moved. */
  function receiveElsewhere(command: Command) {
    if (!isFinal(command.status)) elsewhere.set(command.id, command);
    else if (!elsewhere.delete(command.id)) endWait(command.id);
    bus.publish('command', command);
  }
  cluster?.peers.subscribe('command', (command) => receiveElsewhere(command as Command));

  function emitEnd(command: Command) {
    metrics.commands.inc({ status: command.status });
    emit(command);
  }

  /** A final state does not change any more. */
  function update(id: string, change: (known: Command) => Partial<Command>) {
    const known = running.get(id);
    if (known && !isFinal(known.status)) emit({ ...known, ...change(known) });
  }

  /** Set by the broker's confirmation or by the board's first ack, whichever arrives first. */
  function setPublished(id: string, publishedAt: Date) {
    if (running.get(id)?.published_at !== null) return;
    update(id, ({ status }) => ({
      published_at: publishedAt.getTime() / 1000,
      status: status === 'created' ? 'published' : status,
    }));
  }

  return {
    emit,
    emitEnd,
    update,
    setPublished,
    begin: (command: Command) => void running.set(command.id, command),
    end: (id: string) => void running.delete(id),
    find: (id: string) => running.get(id),
    listIds: () => [...running.keys()],
    list: (deviceId: string): readonly Command[] => [
      ...[...running.values()].filter(({ device_id, op }) => device_id === deviceId && op !== 'reg_read'),
      ...[...elsewhere.values()].filter(
        ({ device_id, expires_at }) => device_id === deviceId && expires_at * 1000 > now(),
      ),
    ],
    forgetExpired() {
      for (const { id, expires_at } of elsewhere.values())
        if (expires_at * 1000 + SWEEP_MS < now()) elsewhere.delete(id);
    },
  };
}
export type OpenCommands = ReturnType<typeof createOpenCommands>;
