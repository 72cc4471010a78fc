import type { Alert } from '@manoboard/contract/alert/alert';
import { useEffect, useEffectEvent } from 'react';
import { drafts } from '../../../lib/forms/drafts.ts';

/** R3.8: opens the dialog of an alert again whose text the end of the session interrupted. */
export function useReopened(
  dialog: 'note' | 'resolve',
  alerts: readonly Alert[],
  open: (alert: Alert) => void,
) {
  const interrupted = alerts.find(({ id }) => drafts.has(`${dialog} ${id}`));
  const reopen = useEffectEvent(open);
  const isInterrupted = interrupted !== undefined;
  useEffect(() => {
    if (interrupted && isInterrupted) reopen(interrupted);
  }, [interrupted, isInterrupted]);
}
