import type { PressureBounds } from '@manoboard/domain/pump/pressure-bounds';
import { isWithin, stepPressure } from '@manoboard/domain/pump/pressure-step';
import { useState } from 'react';

/** R5.5: parses bar with a decimal comma or point; `undefined` if the text is not a number. */
export function parsePressure(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.');
  if (!/^\d{1,3}(\.\d*)?$/.test(text)) return undefined;
  return Math.round(Number(text) * 10) / 10;
}

const oneDecimal = (bar: number) => Math.round(bar * 10) / 10;

/** R5.5: the value that the user is about to send. Until they change it, it is the reported one. */
export function usePressureDraft(reportedBar: number | undefined, bounds: PressureBounds) {
  const [typed, setTyped] = useState<string>();
  const [chosen, setChosen] = useState<number>();
  const reported = reportedBar === undefined ? undefined : oneDecimal(reportedBar);
  const bar = typed === undefined ? (chosen ?? reported) : parsePressure(typed);
  return {
    /** `undefined` while the text is not a number. */
    bar,
    /** The text being typed; `undefined` when `bar` is shown instead. */
    typed,
    isChanged: bar !== reported,
    isAllowed: bar !== undefined && isWithin(bar, bounds),
    type: setTyped,
    /** Ends the typing: a number becomes the value, other text is discarded. */
    settle() {
      if (typed === undefined) return;
      if (bar !== undefined) setChosen(bar);
      setTyped(undefined);
    },
    step(direction: 1 | -1) {
      setTyped(undefined);
      setChosen(stepPressure(bar ?? reported ?? bounds.min, direction, bounds));
    },
    /** Clears the draft that was sent, unless it has changed since. */
    clearSent(sentBar: number) {
      setChosen((now) => (now === sentBar ? undefined : now));
    },
  };
}
export type PressureDraft = ReturnType<typeof usePressureDraft>;
