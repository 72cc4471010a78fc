import type { CommandOp, CommandValue } from '@manoboard/contract/command/command';
import { isFinal } from '@manoboard/domain/commands/command-expiry';
import { createAtom } from '@tanstack/react-store';
import { session } from '../../lib/http/session.ts';
import { liveStore } from '../live/live.ts';
import type { LiveDevice } from '../live/live-store.ts';
import { commandTimeoutMs } from './send-command.ts';

/** R5.1 */
const SPINNER_MS = 5000;

/** After the board has executed a command, its next frame arrives within one poll. */
const REPORT_MS = 7000;

/** A command sent from this page. It is not the device's state: only the board reports that. */
export interface PendingCommand {
  readonly value: CommandValue;
  /** R5.1, R5.4: for 5 s after the click. */
  readonly isSending: boolean;
  readonly isAwaiting: boolean;
  /** The board has reported the requested value. */
  readonly isConfirmed: boolean;
}

export interface CommandRequest {
  deviceId: string;
  op: CommandOp;
  value: CommandValue;
  send: () => Promise<unknown>;
  isReported: (device: LiveDevice) => boolean;
}

export type PendingCommands = Readonly<Partial<Record<CommandOp, PendingCommand>>>;

/** By device. Outlives the page that sent the command. */
export const pendingCommands = createAtom<Readonly<Record<string, PendingCommands>>>({});

export const findPending = (deviceId: string, op: CommandOp): PendingCommand | undefined =>
  pendingCommands.get()[deviceId]?.[op];

function put(deviceId: string, op: CommandOp, command: PendingCommand) {
  pendingCommands.set((all) => {
    const { [op]: _, ...others } = all[deviceId] ?? {};
    const isPending = command.isSending || command.isAwaiting;
    return { ...all, [deviceId]: isPending ? { ...others, [op]: command } : others };
  });
}

/** R1.5, R3.8: the next user has no pending commands. */
session.onEnd(() => pendingCommands.set({}));

/** The stream reports the failure of an equal command that was created after the click. */
function hasFailed({ op, value }: CommandRequest, { commands }: LiveDevice, idBefore: string | undefined) {
  const command = commands?.[op];
  const isOurs = command !== undefined && command.id !== idBefore && command.value === value;
  return isOurs && command.status !== 'done' && isFinal(command.status);
}

/** R5.1, R5.6: sends a command and keeps it pending. A failure changes no state; the next frame brings the true one. */
export function issueCommand(request: CommandRequest): Promise<unknown> {
  const { deviceId, op, value } = request;
  const before = liveStore.device(deviceId);
  const idBefore = before.commands?.[op]?.id;
  let pending: PendingCommand = { value, isSending: true, isAwaiting: true, isConfirmed: false };
  put(deviceId, op, pending);

  const change = (part: Partial<PendingCommand>) => {
    const isReplaced = findPending(deviceId, op) !== pending;
    pending = { ...pending, ...part };
    if (!isReplaced) put(deviceId, op, pending);
  };
  const settle = (isConfirmed: boolean) => {
    if (!pending.isAwaiting) return;
    unsubscribe();
    clearTimeout(timeout);
    change({ isAwaiting: false, isConfirmed });
  };
  const unsubscribe = liveStore.subscribe(deviceId, () => {
    const device = liveStore.device(deviceId);
    // A value from before the click confirms nothing.
    if (device.last !== before.last && request.isReported(device)) settle(true);
    else if (hasFailed(request, device, idBefore)) settle(false);
  });
  const timeout = setTimeout(settle, commandTimeoutMs(op), false);
  setTimeout(() => change({ isSending: false }), SPINNER_MS);
  const answer = request.send();
  answer.then(
    // R3.8: no answer means that the session is over and nothing was sent to the board.
    (command) => (command === undefined ? settle(false) : void setTimeout(settle, REPORT_MS, false)),
    () => settle(false),
  );
  return answer;
}
