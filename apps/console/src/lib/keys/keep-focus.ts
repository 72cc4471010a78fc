/** R4.15: focus never moves to a switch, since the next key press would switch another pump. */
const SWITCH = '[role=switch]';
/** Elements that may get the focus; no text fields, since a phone would open its keyboard. */
const TARGETS = `:is(a[href], button, input[type=checkbox], input[type=radio]):not(${SWITCH})`;

interface Place {
  element: HTMLElement;
  /** The targets of the same part of the page, in their order, and the place of the element among them. */
  targets: readonly HTMLElement[];
  at: number;
  wasDisabled: boolean;
}

const isDisabled = (element: HTMLElement) => element.matches(':disabled');
const canFocus = (element: HTMLElement) =>
  element.isConnected && !isDisabled(element) && element.closest('[inert], [hidden]') === null;

function placeOf(element: HTMLElement): Place {
  const part = element.closest('[role=dialog], main, aside, header') ?? document.body;
  const targets = [...part.querySelectorAll<HTMLElement>(TARGETS)];
  return { element, targets, at: targets.indexOf(element), wasDisabled: false };
}

/** The next target that is left, else the one before. */
const neighbourOf = ({ targets, at }: Place) =>
  targets.slice(at + 1).find(canFocus) ?? targets.slice(0, Math.max(0, at)).findLast(canFocus);

let stop: (() => void) | undefined;

/**
 * Returns the focus after an action that removed or disabled the focused element, as a row that was resolved or a button
 * that was replaced by a name: a keyboard user must not start again at the top of the page. A second call replaces the first.
 */
export function keepFocus(): () => void {
  stop?.();
  let last: Place | undefined;
  /** Last focus outside of dialogs, for when a dialog closes. */
  let lastOfPage: Place | undefined;

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    if (target.matches(SWITCH)) {
      last = lastOfPage = undefined;
      return;
    }
    last = placeOf(target);
    if (!target.closest('[role=dialog]')) lastOfPage = last;
  };
  /** A click on an empty area removes the focus on purpose, so it is not restored. */
  const onPointer = ({ target }: Event) => {
    if (
      target instanceof Element &&
      !target.closest(`${TARGETS}, input, textarea, select, label, [tabindex]`)
    )
      last = lastOfPage = undefined;
  };
  function restore() {
    if (!last || (document.activeElement !== null && document.activeElement !== document.body)) return;
    if (last.element.isConnected) {
      if (isDisabled(last.element)) last.wasDisabled = true;
      else if (last.wasDisabled) last.element.focus({ preventScroll: true });
      return;
    }
    const places = [last, ...(lastOfPage ? [lastOfPage] : [])];
    const [next] = places.flatMap((place) =>
      canFocus(place.element) ? place.element : (neighbourOf(place) ?? []),
    );
    next?.focus({ preventScroll: true });
  }

  const observer = new MutationObserver(restore);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('pointerdown', onPointer);
  stop = () => {
    observer.disconnect();
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('pointerdown', onPointer);
  };
  return stop;
}
