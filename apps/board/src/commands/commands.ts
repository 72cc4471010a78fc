import { CommandId } from '@manoboard/contract/mqtt/ack-error';
import { decodeMessage } from '@manoboard/contract/mqtt/decode-message';
import type { Ack, Cmd } from '@manoboard/contract/mqtt/topics';
import { boardCapabilities } from '@manoboard/domain/fc/board-capabilities';
import { wireTime } from '../clock.ts';
import type { Disk } from '../disk/disk.ts';
import { createAckMemory } from './ack-memory.ts';
import { isStop, refuseByTime } from './commands-time.ts';
import { refused, type Verdict } from './commands-verdict.ts';
import { createExecution, type ExecutionParts } from './execution.ts';

/** Upper limit of our broker; larger payloads are not parsed. */
const READABLE_BYTES = 64 * 1024;

export interface CommandParts extends Omit<ExecutionParts, 'refuseLate' | 'accept'> {
  /** Stores the ids of executed commands across a restart. */
  disk: Disk;
  /** R5.10: a lock-out tag is in force. */
  isTagged?: (() => boolean) | undefined;
  /** Called on every stop by a person, whatever its outcome. */
  onStop?: (() => void) | undefined;
  /** Returns whether the ack was acknowledged. */
  sendAck: (ack: Ack) => Promise<boolean>;
}

export interface Commands {
  /** Executes commands and sends acks; never throws on bad input. */
  handle(payload: Uint8Array, isRetained: boolean): Promise<void>;
  /** Connected: sends the acks that the last start still owes. */
  connected(): void;
}

/** Commands whose capability has another name. */
const CAPABILITIES: Partial<Record<Cmd['op'], string>> = {
  reg_read: 'reg',
  reg_write: 'reg',
  end_retries: 'retry',
};

/** A reset starts a pump that was on before the fault. */
const mayStartPump = (cmd: Cmd) => (cmd.op === 'start_stop' && cmd.val) || cmd.op === 'fault_reset';

/** The id of a malformed command, so that its sender gets an ack. */
function readableId(payload: Uint8Array): string | undefined {
  if (payload.length > READABLE_BYTES) return undefined;
  try {
    const json: { id?: unknown } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    return CommandId.safeParse(json.id).data;
  } catch {
    return undefined;
  }
}

export function createCommands(parts: CommandParts): Commands {
  const { clock, sendAck } = parts;
  const memory = createAckMemory(clock, parts.disk);
  const capabilities = boardCapabilities(parts.drive.profile);
  let arrivals = 0;

  const ackOf = (id: string, st: Ack['st']): Ack => ({ v: 1, id, st, ts: wireTime(clock) });
  const accept = (cmd: Cmd) => void sendAck(ackOf(cmd.id, 'accepted'));
  const refuseForUpdate = (cmd: Cmd) => (!isStop(cmd) && parts.isUpdating?.() ? refused('busy') : undefined);
  /** Asked again before a write: the time may be over, and an update may have begun to stop the pump. */
  const refuseLate = (cmd: Cmd) => refuseByTime(cmd, clock, memory.mayHaveKnown(cmd)) ?? refuseForUpdate(cmd);
  const execute = createExecution({ ...parts, refuseLate, accept });

  function answer(id: string, verdict: Verdict, cmd?: Cmd): void {
    const ack: Ack = { ...ackOf(id, verdict.st), ...verdict };
    memory.remember(ack, cmd);
    sendAck(ack);
  }

  /** A stop is refused only by its expiry, and for a converter that cannot be stopped over its line. */
  function refuse(cmd: Cmd): Verdict | undefined {
    if (!capabilities.includes(CAPABILITIES[cmd.op] ?? cmd.op)) return refused('not_allowed');
    if (mayStartPump(cmd) && parts.isTagged?.()) return refused('locked');
    const isFull = !isStop(cmd) && !memory.hasRoom();
    return refuseLate(cmd) ?? (isFull ? refused('busy') : undefined);
  }

  async function take(cmd: Cmd): Promise<void> {
    const no = refuse(cmd);
    if (no) return answer(cmd.id, no, cmd);
    memory.remember(ackOf(cmd.id, 'accepted'), cmd);
    let release: (() => void) | undefined;
    if (isStop(cmd)) {
      parts.runMemory.forget();
      // Until it is written a poll sees the pump on, which says nothing about what a person wants.
      release = parts.runMemory.hold();
      parts.onStop?.();
    }
    try {
      const verdict = await execute(cmd, ++arrivals);
      if (verdict) answer(cmd.id, verdict, cmd);
    } catch (error) {
      // After any error the sender still gets an ack.
      answer(cmd.id, { st: 'failed' }, cmd);
      throw error;
    } finally {
      release?.();
    }
  }

  return {
    async handle(payload, isRetained) {
      const decoded = decodeMessage('cmd', payload);
      const id = decoded.ok ? decoded.message.id : readableId(payload);
      if (id === undefined) return;
      const known = memory.recall(id);
      if (known) sendAck(known);
      else if (!decoded.ok) answer(id, refused('bad_request'));
      // A retained command is stale by definition.
      else if (isRetained) answer(id, refused('bad_request'), decoded.message);
      else await take(decoded.message);
    },
    connected() {
      for (const ack of memory.owed())
        sendAck(ack).then((isAcknowledged) => {
          if (isAcknowledged) memory.settle(ack.id);
        });
    },
  };
}
