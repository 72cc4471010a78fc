import type { Page } from 'playwright-core';

/** Event Timing of the browser: from a click or key to the next paint. */
interface Timing {
  interaction: number;
  ms: number;
}
interface WithTimings {
  timings: Timing[];
  reactions: number[];
}

/** The browser reports nothing shorter. */
const LEAST_MS = 16;

function watch(leastMs: number) {
  const kept: WithTimings = { timings: [], reactions: [] };
  Object.assign(globalThis, kept);
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId > 0)
        kept.timings.push({ interaction: entry.interactionId, ms: entry.duration });
  });
  observer.observe({ type: 'event', durationThreshold: leastMs } as PerformanceObserverInit);

  let pressed: { atMs: number; box: Element } | undefined;
  const press = (event: Event) => {
    const box = event.target instanceof Element ? event.target.closest('section') : null;
    if (box) pressed = { atMs: event.timeStamp, box };
  };
  document.addEventListener(
    'pointerdown',
    () => {
      pressed = undefined;
    },
    true,
  );
  document.addEventListener('click', press, true);
  const onChange = (changes: MutationRecord[]) => {
    const { atMs, box } = pressed ?? {};
    if (atMs === undefined || !changes.some(({ target }) => box?.contains(target))) return;
    pressed = undefined;
    // After the frame with the change.
    requestAnimationFrame(() => setTimeout(() => kept.reactions.push(performance.now() - atMs)));
  };
  new MutationObserver(onChange).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
}

/** Call before the page is opened; survives navigation without a load. */
export const watchInteractions = (page: Page) => page.addInitScript(watch, LEAST_MS);

/** Waits until the last action is painted and reported. */
const painted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 40))),
      ),
  );

const take = (page: Page) =>
  page.evaluate(() => {
    const { timings, reactions } = globalThis as unknown as WithTimings;
    return { timings: timings.splice(0), reactions: reactions.splice(0) };
  });

export interface Measured {
  /** From the press to the next paint; the longest of the presses. */
  paintMs: number;
  /** From the click to the frame in which the card confirms it; undefined where none did. */
  reactionMs: number | undefined;
}

/** One click or key press. */
export async function measure(page: Page, act: () => Promise<unknown>): Promise<Measured> {
  await take(page);
  await act();
  await painted(page);
  const { timings, reactions } = await take(page);
  return { paintMs: Math.max(LEAST_MS, ...timings.map(({ ms }) => ms)), reactionMs: reactions[0] };
}
