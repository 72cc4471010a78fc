import type { Page } from 'playwright-core';
import { texts } from '../texts.ts';
import type { Facts } from './facts.ts';

const { activity, device, overview, pump, water } = texts.sk;
const LABELS = {
  pump: pump.title,
  lock: pump.lock,
  controls: water.controls,
  values: [overview.values, device.lastKnownValues],
  activity: activity.title,
  connections: Object.values(device.connection),
  pumpStates: Object.values(pump.state),
  banners: [water.do.offline, device.linkDown, device.noNetwork],
};

/** Read in one step, so that nothing changes in between; found by visible or accessible text. */
function readFacts(labels: typeof LABELS): Facts {
  const textOf = (element: Element | null | undefined) =>
    (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element) =>
    element.getAttribute('aria-label') ??
    textOf(document.getElementById(element.getAttribute('aria-labelledby') ?? ''));
  const named = (tag: string, ...names: string[]) =>
    [...document.querySelectorAll(tag)].filter((element) => names.includes(nameOf(element)));
  const usability = (input: HTMLInputElement) => (input.ariaDisabled === 'true' ? 'disabled' : 'enabled');

  function control(name: string) {
    // The device name follows (R4.15).
    const inputs = [...document.querySelectorAll('input')];
    const input = inputs.find((element) => nameOf(element).startsWith(name));
    if (!input) return 'none';
    const position = input.indeterminate ? 'unknown' : input.checked ? 'on' : 'off';
    return `${position} ${usability(input)}`;
  }

  function required() {
    const input = named('section', labels.controls)[0]?.querySelector<HTMLInputElement>('[role=spinbutton]');
    if (!input) return 'none';
    return `${input.value} of ${input.ariaValueMin}–${input.ariaValueMax} ${usability(input)}`;
  }

  function valueBy(term: Element): [string, string] {
    const value = term.nextElementSibling?.cloneNode(true) as Element;
    for (const button of value.querySelectorAll('button')) button.remove();
    return [textOf(term), textOf(value)];
  }

  const [pumpCard] = named('section', labels.pump);
  const paragraphs = [...(pumpCard?.querySelectorAll('p') ?? [])].map(textOf);
  const pills = [...document.querySelectorAll('main span, main button')].map(textOf);
  const statuses = [...document.querySelectorAll('main [role=status], main p')].map(textOf);
  const terms = named('section', ...labels.values)[0]?.querySelectorAll('dt') ?? [];
  const newest = named('section', labels.activity)[0]?.querySelector(
    'li[data-kind=command], li[data-kind=event]',
  );
  return {
    name: textOf(document.querySelector('h1')),
    connection: pills.find((text) => labels.connections.includes(text)) ?? 'none',
    banners: statuses.filter((text) => labels.banners.includes(text)).join(' '),
    pump: paragraphs.find((text) => labels.pumpStates.includes(text)) ?? 'none',
    switch: control(labels.pump),
    lock: control(labels.lock),
    required: required(),
    values: Object.fromEntries([...terms].map(valueBy)),
    newest: textOf(newest?.querySelector('summary') ?? newest),
  };
}

/** State shown on the page, read by roles and labels. */
export const readPage = (page: Page): Promise<Facts> => page.evaluate(readFacts, LABELS);
