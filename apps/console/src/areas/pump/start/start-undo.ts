import { createAtom, useSelector } from '@tanstack/react-store';
import { HttpProblem, UnknownOutcome } from '../../../lib/http/http-problem.ts';
import { session } from '../../../lib/http/session.ts';
import { serverNowS } from '../../../lib/time/clock.ts';

/** R5.12: the offer lasts this long after the answer of the board. */
const UNDO_S = 10;

export interface StartUndo {
  readonly deviceId: string;
  readonly name: string;
  /** `unknown`: no answer, so the pump may start. */
  readonly state: 'sending' | 'on' | 'unknown' | 'stopping' | 'failed';
  /** Unix seconds of the server's clock; without an end while a command is under way. */
  readonly untilS?: number;
  /** Why the stop failed. */
  readonly error?: unknown;
}

/** R5.12: the starts of this page that can be undone. They outlive the page that sent them. */
export const startUndos = createAtom<readonly StartUndo[]>([]);

export const withdrawUndo = (deviceId: string) =>
  startUndos.set((all) => all.filter((each) => each.deviceId !== deviceId));

function put(undo: StartUndo) {
  withdrawUndo(undo.deviceId);
  startUndos.set((all) => [...all, undo]);
  return undo;
}

/** R1.5 */
session.onEnd(() => startUndos.set([]));

const lasting = () => ({ untilS: serverNowS() + UNDO_S });

/** Follows the answer of a command, unless another command has replaced it. */
function follow(
  undo: StartUndo,
  answer: Promise<unknown>,
  ended: (error?: unknown) => StartUndo | undefined,
) {
  put(undo);
  const end = (next: StartUndo | undefined) => {
    if (!startUndos.get().includes(undo)) return;
    if (next) put(next);
    else withdrawUndo(undo.deviceId);
  };
  answer.then(
    // R3.8: no answer means that the session is over.
    (command) => end(command === undefined ? undefined : ended()),
    (error: unknown) => end(ended(error)),
  );
}

/** A refused start changes nothing. With an unknown outcome the pump may start, so it can still be stopped. */
const isRefused = (error: unknown) => error instanceof HttpProblem && !(error instanceof UnknownOutcome);

/** `done` is the state after the command: a fault reset starts a pump that was on, which may be unknown. */
export function offerUndo(
  deviceId: string,
  name: string,
  answer: Promise<unknown>,
  done: 'on' | 'unknown' = 'on',
) {
  const about = { deviceId, name };
  follow({ ...about, state: 'sending' }, answer, (error) => {
    if (error === undefined) return { ...about, state: done, ...lasting() };
    return isRefused(error) ? undefined : { ...about, state: 'unknown', ...lasting() };
  });
}

/** A stop that fails stays in view: the pump runs. */
export function followStop(deviceId: string, name: string, answer: Promise<unknown>) {
  const about = { deviceId, name };
  follow({ ...about, state: 'stopping' }, answer, (error) =>
    error === undefined ? undefined : { ...about, state: 'failed', error, ...lasting() },
  );
}

export const useHasUndo = () => useSelector(startUndos, (all) => all.length > 0);
