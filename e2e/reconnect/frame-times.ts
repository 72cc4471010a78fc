import { aReading } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { texts } from '../texts.ts';
import { SCRIPTED, type World } from './world.ts';

const PRESSURE = texts.sk.device.field.pressure;

interface WithShown {
  shownAt: Record<string, number>;
}

/** Records when each value first appeared in the list of values. */
function recordValue(label: string) {
  const shownAt: Record<string, number> = {};
  Object.assign(globalThis, { shownAt } satisfies WithShown);
  const record = () => {
    const term = [...document.querySelectorAll('dt')].find(
      ({ textContent }) => textContent?.trim() === label,
    );
    const [text = ''] = /[\d,]+/.exec(term?.nextElementSibling?.textContent ?? '') ?? [];
    shownAt[text] ??= Date.now();
  };
  new MutationObserver(record).observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
  });
}

/** For each frame: ms from the board's publish to the value on the page, while the stream is up. */
export async function frameTimes(world: World, count: number): Promise<number[]> {
  const { scripted } = world;
  await scripted.publishTele({ d: aReading({ pressure: 9 }) });
  const page = await world.open(SCRIPTED);
  await page.getByText('9,00').first().waitFor({ timeout: 30_000 });
  await page.evaluate(recordValue, PRESSURE);
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const pressure = 1 + n / 100;
    const sentAt = Date.now();
    await scripted.publishTele({ d: { pressure } });
    const text = pressure.toFixed(2).replace('.', ',');
    const shownAt = await waitFor(() =>
      page.evaluate((shown) => (globalThis as unknown as WithShown).shownAt[shown], text),
    );
    times.push(shownAt - sentAt);
  }
  await page.context().close();
  return times.sort((a, b) => a - b);
}
