import type { PressureBounds } from '@manoboard/domain/pump/pressure-bounds';
import { isWithin, stepPressure } from '@manoboard/domain/pump/pressure-step';
import { useState } from 'react';
import { parsePressure } from './read-pressure.ts';

const oneDecimal = (bar: number) => Math.round(bar * 10) / 10;

/** R5.5: the value that the user is about to send. Until they change it, it is the reported one. */
export function usePressureDraft(reportedBar: number | undefined, bounds: PressureBounds) {
  const [typed, setTyped] = useState<string>();
  const [chosen, setChosen] = useState<number>();
  const reported = reportedBar === undefined ? undefined : oneDecimal(reportedBar);
  const bar = typed === undefined ? (chosen ?? reported) : parsePressure(typed);
  return {
    /** Nothing while the text is no number. */
    bar,
    /** As it was typed; nothing when it is to be shown as a number. */
    typed,
    isChanged: bar !== reported,
    isAllowed: bar !== undefined && isWithin(bar, bounds),
    type: setTyped,
    /** The typing is over: what was typed becomes a value, or is forgotten. */
    settle() {
      if (typed === undefined) return;
      if (bar !== undefined) setChosen(bar);
      setTyped(undefined);
    },
    step(direction: 1 | -1) {
      setTyped(undefined);
      setChosen(stepPressure(bar ?? reported ?? bounds.min, direction, bounds));
    },
    /** What was sent is no draft any more; what was typed or chosen since is one. */
    clearSent(sentBar: number) {
      setChosen((now) => (now === sentBar ? undefined : now));
    },
  };
}
export type PressureDraft = ReturnType<typeof usePressureDraft>;
