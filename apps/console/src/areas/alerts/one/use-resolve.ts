import type { Alert } from '@manoboard/contract/alert/alert';
import { useState } from 'react';
import { type HttpProblemCode, problemCodeOf } from '../../../lib/http/http-problem.ts';
import { useAction } from '../../../lib/http/use-action.ts';
import { findChanged, joinNotes, resolveAlert } from '../list/api.ts';

/** The result of one row. `earlier`: another person has resolved it before. */
export type Outcome =
  | { kind: 'resolved'; alert: Alert }
  | { kind: 'earlier'; alert: Alert }
  | { kind: 'failed'; alert: Alert; code: HttpProblemCode };

const AT_ONCE = 4;

interface Resolution {
  note: string;
  isOnly: boolean;
}

/** A note for several rows is added to the note that each has; for one row the user has edited that note. */
const notesFor = (alert: Alert, note: string, isOnly: boolean): string | undefined => {
  if (isOnly) return note === (alert.notes ?? '') ? undefined : note;
  return note ? joinNotes(alert.notes, note) : undefined;
};

async function resolveOne(alert: Alert, { note, isOnly }: Resolution, userName: string, isAgain = false) {
  try {
    // A note that another person has written meanwhile stays.
    const answer = await resolveAlert(alert, notesFor(alert, note, isOnly && !isAgain));
    if (!answer) return undefined;
    const isMine = answer.resolved_by === userName;
    return { kind: isMine ? 'resolved' : 'earlier', alert: answer } satisfies Outcome;
  } catch (error) {
    const changed = isAgain ? undefined : await findChanged(error, alert).catch(() => undefined);
    if (changed) return resolveOne(changed, { note, isOnly }, userName, true);
    return { kind: 'failed', alert, code: problemCodeOf(error) } satisfies Outcome;
  }
}

/** Resolves each row by its own request: the result of every row is known, and one failure stops no other row. */
export function useResolve(userName: string, onChanged: (alert: Alert) => void) {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);

  async function send({
    alerts,
    ...resolution
  }: Resolution & { alerts: readonly Alert[] }): Promise<Outcome[]> {
    const queue = [...alerts];
    const done: Outcome[] = [];
    setOutcomes([]);
    async function work() {
      for (let alert = queue.shift(); alert; alert = queue.shift()) {
        const outcome = await resolveOne(alert, resolution, userName);
        if (!outcome) return;
        done.push(outcome);
        if (outcome.kind !== 'failed') onChanged(outcome.alert);
        setOutcomes([...done]);
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return done;
  }

  const { run: resolve, isSending } = useAction({ send });
  return { outcomes, isSending, resolve };
}
