import type { PressureConfig } from '@manoboard/contract/nouns/device-config';
import { aCommand } from '@manoboard/testkit/factories';
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { Toaster } from '../../app/shell/toaster.tsx';
import { session } from '../../lib/session.ts';
import { configured, configuredElsewhere } from '../../testing/config.ts';
import type { Handler } from '../../testing/fake-server.ts';
import { freezeTime, ID, measured, pass, showLive, type Values } from '../../testing/live-page.tsx';
import { page } from '../../testing/page.tsx';
import { gaugeScale } from './gauge-scale.ts';
import { PressureCard } from './pressure-card.tsx';
import { parsePressure } from './read-pressure.ts';

freezeTime();

const WRITE = `/mqtt/${ID}/write`;
const CONFIG = `/devices/${ID}/config`;
const CONTROL = `/mqtt/${ID}/pressure_control`;
const never: Handler = () => new Promise<never>(() => {});
const done: Handler = () => ({ json: aCommand({ op: 'write', value: 4.3 }) });
/** Done as well, when the test says so. */
function answeredLate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const late: Handler = async (request) => {
    await promise;
    return done(request);
  };
  return {
    late,
    answer() {
      resolve();
      return pass(100);
    },
  };
}

interface Setting {
  config?: PressureConfig;
  configAnswer?: Handler;
  answer?: Handler;
  locale?: 'sk' | 'gb';
  fcType?: string;
}
async function show(
  values: Values,
  { config, configAnswer = configured(config), answer = never, locale = 'sk', fcType = 'GD10' }: Setting = {},
) {
  const live = await showLive(
    <>
      <PressureCard deviceId={ID} fcType={fcType} />
      <Toaster />
    </>,
    {
      last: [measured(values)],
      locale,
      routes: { [CONFIG]: configAnswer, [WRITE]: answer, [CONTROL]: answer },
    },
  );
  await pass(0);
  return live;
}
const field = () => document.querySelector<HTMLInputElement>('[role=spinbutton]') as HTMLInputElement;
const less = () => page.get('button', 'Znížiť o 0,1 bar') as HTMLButtonElement;
const more = () => page.get('button', 'Zvýšiť o 0,1 bar') as HTMLButtonElement;
const set = () => page.get('button', 'Nastaviť') as HTMLButtonElement;
async function type(text: string) {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const blurField = () => act(async () => field().dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
const radio = (name: string) => {
  const label = [...document.querySelectorAll('label')].find((element) => page.says(element) === name);
  return label?.querySelector('input') as HTMLInputElement;
};

describe('R5.5 the required pressure', () => {
  it('is shown as the board reports it, and the hint has the bounds', async () => {
    await show({ required_pressure: 4.2 });
    expect(field().value).toBe('4,2');
    expect(page.text()).toContain('max. 5,5 bar, min. 3,0 bar');
    expect(page.isDisabled(set())).toBe(true);
  });

  it('of a board that was configured elsewhere is no number: what it means is not known', async () => {
    await show({ required_pressure: 0.8 }, { configAnswer: configuredElsewhere });
    expect(document.querySelector('[role=spinbutton]')).toBeNull();
    expect(page.text()).toContain('nastavenie z iného miesta');
  });

  it.each([
    ['sk', 'Nastavenia tlaku sa nepodarilo načítať.', 'Skúsiť znova'],
    ['gb', 'The pressure settings could not be loaded.', 'Try again'],
  ] as const)(
    '%s: when its settings cannot be had, that is said, and they can be asked for again',
    async (locale, words, again) => {
      const { server } = await show({}, { configAnswer: () => ({ status: 500, json: {} }), locale });
      expect(page.says(page.get('alert'))).toContain(words);
      server.routes[CONFIG] = configured();
      await page.click(page.get('button', again));
      await pass(0);
      expect(field()).not.toBeNull();
    },
  );

  it('asks for its settings again by itself, as often as a page polls, and no more once it has them', async () => {
    const { server } = await show({}, { configAnswer: () => 'network error' });
    await pass(6100);
    expect(server.askedFor(CONFIG)).toHaveLength(2);
    expect(page.all('alert')).toHaveLength(1);
    server.routes[CONFIG] = configured();
    await pass(6100);
    expect(field()).not.toBeNull();
    await pass(30_000);
    expect(server.askedFor(CONFIG)).toHaveLength(3);
  });

  it('in English has a point', async () => {
    await show({ required_pressure: 4.2 }, { locale: 'gb' });
    expect(field().value).toBe('4.2');
    expect(page.text()).toContain('max 5.5 bar, min 3.0 bar');
  });

  it.each([
    ['mode 10 without bounds', { normalizer: 10 }, 'max. 20,0 bar, min. 3,0 bar'],
    ['bounds of its own', { min: 2, max: 6 }, 'max. 6,0 bar, min. 2,0 bar'],
    ['half a config is no config', { min: 2 }, 'max. 5,5 bar, min. 3,0 bar'],
  ] as const)('%s', async (_what, config, hint) => {
    await show({}, { config });
    expect(page.text()).toContain(hint);
  });

  it('goes in steps of 0.1 without noise, and clamps', async () => {
    await show({ required_pressure: 5.1 });
    for (const expected of ['5,2', '5,3', '5,4', '5,5']) {
      await page.click(more());
      expect(field().value).toBe(expected);
    }
    expect(page.isDisabled(more())).toBe(true);
    await page.click(less());
    expect(field().value).toBe('5,4');
  });

  it('keeps the focus of a key at its bound, and of the field while it sends', async () => {
    const { server } = await show({ required_pressure: 5.4 });
    more().focus();
    await page.click(more());
    expect(page.isDisabled(more())).toBe(true);
    await page.click(more());
    expect(field().value).toBe('5,5');
    for (const control of [more(), field(), set()]) expect(control.hasAttribute('disabled')).toBe(false);
    await act(async () => document.querySelector('form')?.requestSubmit());
    for (const control of [more(), field(), set()]) expect(control.hasAttribute('disabled')).toBe(false);
    await page.click(set());
    expect(server.askedFor(WRITE)).toHaveLength(1);
  });

  it('in mode 10 is reported and sent divided by 10, with what was seen before', async () => {
    const { server } = await show({ required_pressure: 0.42 }, { config: { normalizer: 10 } });
    expect(field().value).toBe('4,2');
    await page.click(more());
    await page.click(set());
    expect(server.askedFor(WRITE)).toMatchObject([
      { method: 'POST', body: { what: 'Required pressure', value: 0.43, expect: 0.42 } },
    ]);
  });

  it('can be typed with the Slovak comma', async () => {
    const { server } = await show({ required_pressure: 4 });
    await type('4,7');
    await page.click(set());
    expect(server.askedFor(WRITE)).toMatchObject([{ body: { value: 4.7, expect: 4 } }]);
  });

  it.each(['5,6', '2,9', '55'])('typed outside the bounds (%s) it sends nothing', async (text) => {
    const { server } = await show({ required_pressure: 4 });
    await type(text);
    expect(page.isDisabled(set())).toBe(true);
    expect(field().getAttribute('aria-invalid')).toBe('true');
    await act(async () => document.querySelector('form')?.requestSubmit());
    expect(server.askedFor(WRITE)).toEqual([]);
  });

  it('what is no number is forgotten when the field is left', async () => {
    await show({ required_pressure: 4 });
    await type('veľa');
    expect(page.isDisabled(set())).toBe(true);
    await blurField();
    expect(field().value).toBe('4,0');
  });

  it.each([
    ['4,2', 4.2],
    [' 4.25 ', 4.3],
    ['4,', 4],
    ['', undefined],
    ['-4', undefined],
    ['4,2,1', undefined],
    ['1e2', undefined],
  ])('reads %j as %s', (text, expected) => expect(parsePressure(text)).toBe(expected));

  it('cannot be changed before the bounds are known', async () => {
    await showLive(<PressureCard deviceId={ID} fcType="GD10" />, {
      last: [measured({})],
      routes: { [`/devices/${ID}/config`]: never },
    });
    expect(page.text()).toContain('Načítavajú sa nastavenia tlaku…');
    expect(field()).toBeNull();
  });
});

describe('R5.6 after the write', () => {
  it.each([
    ['sk', 'Nastaviť', 'Zvýšiť o 0,1 bar', 'Požiadavky boli odoslané'],
    ['gb', 'Set', 'Raise by 0.1 bar', 'Requests sent'],
  ] as const)('200 shows the success toast, %s', async (locale, setName, moreName, words) => {
    await show({ required_pressure: 4.2 }, { answer: done, locale });
    await page.click(page.get('button', moreName));
    await page.click(page.get('button', setName));
    await pass(100);
    expect(page.text()).toContain(words);
  });

  it.each([
    ['sk', 409, 'LOCAL_CONTROL', 'Požiadavky sa nepodarilo odoslať'],
    ['sk', 504, 'NO_ANSWER', 'Požiadavky sa nepodarilo odoslať'],
    ['gb', 422, 'OUT_OF_BOUNDS', 'Requests not sent'],
    ['gb', 500, 'INTERNAL', 'Requests not sent'],
  ] as const)('%s, %s %s shows the warning toast', async (locale, status, detail, words) => {
    await show({ required_pressure: 4.2 }, { answer: () => ({ status, json: { detail } }), locale });
    await page.click(page.get('button', locale === 'sk' ? 'Zvýšiť o 0,1 bar' : 'Raise by 0.1 bar'));
    await page.click(page.get('button', locale === 'sk' ? 'Nastaviť' : 'Set'));
    await pass(100);
    expect(page.text()).toContain(words);
  });

  it.each([
    [
      'sk',
      'Zvýšiť o 0,1 bar',
      'Nastaviť',
      'Požiadavky sa nepodarilo odoslať',
      'Požiadavky boli odoslané',
      '4,3',
    ],
    ['gb', 'Raise by 0.1 bar', 'Set', 'Requests not sent', 'Requests sent', '4.3'],
  ] as const)(
    '%s, R3.8 a session that is over has sent nothing, and the wish stays',
    async (locale, ...words) => {
      const [moreName, setName, notSent, sent, draft] = words;
      session.begin();
      await show({ required_pressure: 4.2 }, { answer: () => ({ status: 401, json: {} }), locale });
      await page.click(page.get('button', moreName));
      await page.click(page.get('button', setName));
      // The words of the tests before go with the session, and take a moment to fade.
      await pass(1000);
      expect(page.text()).toContain(notSent);
      expect(page.text()).not.toContain(sent);
      expect(field().value).toBe(draft);
    },
  );

  it('R1.5 what came of it is not told to who logged in since', async () => {
    const { late, answer } = answeredLate();
    session.begin();
    await show({ required_pressure: 4.2 }, { answer: late });
    await page.click(more());
    await page.click(set());
    session.begin();
    await answer();
    expect(page.text()).not.toContain('Požiadavky boli odoslané');
  });

  it.each([
    ['typed', () => type('3,2'), '3,2'],
    ['stepped to', () => page.click(less()), '4,2'],
  ] as const)('R5.5 what is %s before its answer has come stays in the field', async (_how, edit, shown) => {
    const { late, answer } = answeredLate();
    await show({ required_pressure: 4 }, { answer: late });
    await type('4,3');
    await page.click(set());
    await pass(5000);
    await edit();
    await answer();
    expect(field().value).toBe(shown);
  });

  it('the wish stays in the field after a refusal, and a success shows what the board reports', async () => {
    const { hear, server } = await show(
      { required_pressure: 4.2 },
      { answer: () => ({ status: 409, json: { detail: 'VALUE_CHANGED' } }) },
    );
    await page.click(more());
    await page.click(set());
    await pass(5000);
    expect(field().value).toBe('4,3');
    server.routes[WRITE] = done;
    await page.click(set());
    await pass(0);
    await hear(measured({ required_pressure: 4.29 }, {}, -1));
    expect(field().value).toBe('4,3');
    expect(page.text()).toContain('Zariadenie to potvrdilo');
  });

  it('while wish and report differ, a line says both', async () => {
    await show({ required_pressure: 4.2 });
    await page.click(more());
    await page.click(set());
    expect(page.text()).toContain('Odosiela sa… Požadované: 4,3 bar · nahlásené: 4,2 bar');
  });

  it('a write of somebody else is shown while it runs', async () => {
    const { hearCommand } = await show({ required_pressure: 4.2 });
    await hearCommand({ op: 'write', value: 5, status: 'published', finished_at: null });
    expect(page.text()).toContain('Požadované: 5,0 bar · nahlásené: 4,2 bar');
  });
});

describe('R5.4 pressure control of a GD10', () => {
  it.each([
    [0, 'Diaľkové'],
    [1, 'Miestne'],
    [3, 'Miestne'],
  ])('%s is %s', async (pressure_control, word) => {
    await show({ pressure_control });
    expect(radio(word).checked).toBe(true);
  });

  it('never reported is neither, and nobody toggles it', async () => {
    await show({ pressure_control: null });
    expect([radio('Diaľkové').checked, radio('Miestne').checked]).toEqual([false, false]);
    expect(page.isDisabled(document.querySelector('fieldset'))).toBe(true);
  });

  it('toggling sends the change and disables the button 5 s', async () => {
    const { server } = await show({ pressure_control: 0 });
    await page.click(radio('Miestne'));
    expect(server.askedFor(CONTROL)).toMatchObject([{ body: { what: 'pressure-control', value: true } }]);
    expect(radio('Diaľkové').checked).toBe(true);
    expect(page.isDisabled(document.querySelector('fieldset'))).toBe(true);
    await page.click(radio('Miestne'));
    expect(server.askedFor(CONTROL)).toHaveLength(1);
    await pass(4990);
    expect(page.isDisabled(document.querySelector('fieldset'))).toBe(true);
    await pass(10);
    expect(page.isDisabled(document.querySelector('fieldset'))).toBe(false);
  });

  it('in local control the pressure cannot be changed, and the card says why', async () => {
    await show({ pressure_control: 2 });
    expect(page.isDisabled(field())).toBe(true);
    expect(page.text()).toContain('Požadovaný tlak určuje menič.');
  });

  it('another converter has no such choice', async () => {
    await show({}, { fcType: 'GD20' });
    expect(document.querySelector('fieldset')).toBeNull();
  });
});

it('R4.5 a converter that does not answer is sent no pressure, and that is said', async () => {
  const { hear } = await show({ required_pressure: 4 });
  await hear(measured({ required_pressure: 4 }, { fc: 0 }, -1));
  expect(page.isDisabled(page.get('button', 'Nastaviť'))).toBe(true);
  expect(page.text()).toContain('Menič neodpovedá, teraz sa nedá ovládať.');
});

it('R4.4 offline nobody changes anything, and the last pressure has its age', async () => {
  const { hearOnline } = await show({ pressure: 3.9 });
  await hearOnline(false);
  expect(page.isDisabled(field())).toBe(true);
  expect(page.isDisabled(document.querySelector('fieldset'))).toBe(true);
  expect(page.text()).toContain('Zariadenie je offline, teraz sa nedá ovládať.');
  expect(page.text()).toContain('Požadovaný tlak · naposledy pred chvíľou');
});

it.each([
  [{ min: 3, max: 5.5 }, 10, { tick: 1, end: 8 }],
  [{ min: 3, max: 20 }, 100, { tick: 5, end: 30 }],
  [{ min: 1, max: 10 }, 10, { tick: 2, end: 10 }],
  [{ min: 0, max: 0.5 }, 1, { tick: 1, end: 1 }],
])('the scale of the gauge for %j, sensor %s', (bounds, sensorMaxBar, expected) =>
  expect(gaugeScale({ bounds, sensorMaxBar })).toEqual(expected),
);
