import type { PressureBounds } from '@manoboard/domain/pump/pressure-bounds';
import { isWholeStep, isWithin, stepPressure } from '@manoboard/domain/pump/pressure-step';
import { useState } from 'react';

/**
 * R5.5: parses bar with a decimal comma or point, not rounded, so that the bounds apply to what was typed;
 * `undefined` if the text is not a number.
 */
export function parsePressure(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.');
  return /^\d{1,3}(\.\d*)?$/.test(text) ? Number(text) : undefined;
}

const oneDecimal = (bar: number) => Math.round(bar * 10) / 10;

/** R5.5: the value that the user is about to send. Until they change it, it is the reported one. */
export function usePressureDraft(reportedBar: number | undefined, bounds: PressureBounds) {
  const [typed, setTyped] = useState<string>();
  const [chosen, setChosen] = useState<number>();
  const [isRounded, setRounded] = useState(false);
  const reported = reportedBar === undefined ? undefined : oneDecimal(reportedBar);
  const bar = typed === undefined ? (chosen ?? reported) : parsePressure(typed);
  const isAllowed = bar !== undefined && isWithin(bar, bounds);
  return {
    /** As typed; `undefined` while the text is not a number. */
    bar,
    /** Finer than a step: shown rounded before it is sent. */
    isTooFine: bar !== undefined && !isWholeStep(bar),
    /** The typed value was finer than a step: the shown one differs from it. */
    isRounded,
    isNoNumber: typed !== undefined && typed.trim() !== '' && bar === undefined,
    /** The text being typed; `undefined` when `bar` is shown instead. */
    typed,
    isChanged: bar !== reported,
    isAllowed,
    type(text: string) {
      setTyped(text);
      setRounded(false);
    },
    /** Ends the typing: a value within the bounds is rounded to a step, one outside stays as typed, other text is discarded. */
    settle() {
      if (typed === undefined || (bar !== undefined && !isAllowed)) return;
      if (bar !== undefined) {
        setChosen(oneDecimal(bar));
        setRounded(!isWholeStep(bar));
      }
      setTyped(undefined);
    },
    step(direction: 1 | -1) {
      setTyped(undefined);
      setRounded(false);
      setChosen(stepPressure(bar ?? reported ?? bounds.min, direction, bounds));
    },
    /** Clears the draft that was sent, unless it has changed since. */
    clearSent(sentBar: number) {
      setChosen((now) => (now === sentBar ? undefined : now));
      setRounded(false);
    },
  };
}
export type PressureDraft = ReturnType<typeof usePressureDraft>;
