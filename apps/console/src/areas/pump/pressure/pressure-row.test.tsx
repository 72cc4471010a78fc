import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { announceWriteHeaders } from '../../../device/commands/write-headers.ts';
import { configured, configuredElsewhere } from '../../../testing/config.ts';
import { FakeEventSource } from '../../../testing/fake-server.ts';
import { freezeTime, ID, measured, pass, passUntil, showLive, T } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import {
  CONFIG,
  field,
  less,
  more,
  never,
  set,
  showPressureRow,
  type,
  WRITE,
} from '../../../testing/pressure-row.tsx';
import { PressureRow } from './pressure-row.tsx';
import { parsePressure } from './use-pressure-draft.ts';

freezeTime();

const blurField = () => act(async () => field().dispatchEvent(new FocusEvent('focusout', { bubbles: true })));

describe('R5.5 the required pressure', () => {
  it('shows the reported value and the bounds', async () => {
    await showPressureRow({ required_pressure: 4.2 });
    expect(field().value).toBe('4,2');
    expect(page.text()).toContain('max. 5,5 bar, min. 3,0 bar');
    expect(page.isDisabled(set())).toBe(true);
  });

  it('has no input for a board that was configured elsewhere, since its unit is unknown', async () => {
    await showPressureRow({ required_pressure: 0.8 }, { configAnswer: configuredElsewhere });
    expect(document.querySelector('[role=spinbutton]')).toBeNull();
    expect(page.text()).toContain('nastavenie z iného miesta');
  });

  it.each([
    ['sk', 'Nastavenia tlaku sa nepodarilo načítať.', 'Skúsiť znova'],
    ['gb', 'The pressure settings could not be loaded.', 'Try again'],
  ] as const)(
    'shows an error with a retry button when its settings fail to load: %s',
    async (locale, message, retry) => {
      const { server } = await showPressureRow(
        {},
        { configAnswer: () => ({ status: 500, json: {} }), locale },
      );
      expect(page.textOf(page.get('alert'))).toContain(message);
      server.routes[CONFIG] = configured();
      await page.click(page.get('button', retry));
      await pass(0);
      expect(field()).not.toBeNull();
    },
  );

  it('R8 without a configuration at the provider is within the bounds of mode 1', async () => {
    const { server } = await showPressureRow(
      { required_pressure: 4.2 },
      { configAnswer: () => ({ status: 404, json: { detail: 'Not Found' } }) },
    );
    expect(page.text()).toContain('max. 5,5 bar, min. 3,0 bar');
    expect(page.all('alert')).toEqual([]);
    await page.click(more());
    // As every lost connection does: a repeated request would close the form, and what was typed would be gone.
    await act(async () => FakeEventSource.current.emit('config', { device_id: ID }));
    await page.click(set());
    expect(server.requestsTo(WRITE)).toMatchObject([{ body: { value: 4.3 } }]);
    await pass(30_000);
    expect(server.requestsTo(CONFIG)).toHaveLength(1);
  });

  it('reloads its settings at the poll interval until they are loaded', async () => {
    const { server } = await showPressureRow({}, { configAnswer: () => 'network error' });
    await pass(6100);
    expect(server.requestsTo(CONFIG)).toHaveLength(2);
    expect(page.all('alert')).toHaveLength(1);
    server.routes[CONFIG] = configured();
    await pass(6100);
    expect(field()).not.toBeNull();
    await pass(30_000);
    expect(server.requestsTo(CONFIG)).toHaveLength(3);
  });

  it('has a decimal point in English', async () => {
    await showPressureRow({ required_pressure: 4.2 }, { locale: 'gb' });
    expect(field().value).toBe('4.2');
    expect(page.text()).toContain('max 5.5 bar, min 3.0 bar');
  });

  it.each([
    ['default of mode 10', { normalizer: 10 }, 'max. 20,0 bar, min. 3,0 bar'],
    ['configured bounds', { min: 2, max: 6 }, 'max. 6,0 bar, min. 2,0 bar'],
    ['a config with only one bound is ignored', { min: 2 }, 'max. 5,5 bar, min. 3,0 bar'],
  ] as const)('shows the bounds: %s', async (_what, config, hint) => {
    await showPressureRow({}, { config });
    expect(page.text()).toContain(hint);
  });

  it('changes in exact steps of 0.1 and is clamped to the bounds', async () => {
    await showPressureRow({ required_pressure: 5.1 });
    for (const expected of ['5,2', '5,3', '5,4', '5,5']) {
      await page.click(more());
      expect(field().value).toBe(expected);
    }
    expect(page.isDisabled(more())).toBe(true);
    await page.click(less());
    expect(field().value).toBe('5,4');
  });

  it('is clamped to the last step within bounds between two steps, which it shows and sends', async () => {
    const { server } = await showPressureRow(
      { required_pressure: 5.1 },
      { config: { min: 3.05, max: 5.25 } },
    );
    expect(page.text()).toContain('max. 5,2 bar, min. 3,1 bar');
    await page.click(more());
    expect(field().value).toBe('5,2');
    expect(page.isDisabled(more())).toBe(true);
    await page.click(set());
    expect(server.requestsTo(WRITE)).toMatchObject([{ body: { value: 5.2 } }]);
  });

  it('keeps its controls focusable at a bound and while sending', async () => {
    const { server } = await showPressureRow({ required_pressure: 5.4 });
    more().focus();
    await page.click(more());
    expect(page.isDisabled(more())).toBe(true);
    await page.click(more());
    expect(field().value).toBe('5,5');
    for (const control of [more(), field(), set()]) expect(control.hasAttribute('disabled')).toBe(false);
    await act(async () => document.querySelector('form')?.requestSubmit());
    for (const control of [more(), field(), set()]) expect(control.hasAttribute('disabled')).toBe(false);
    await page.click(set());
    expect(server.requestsTo(WRITE)).toHaveLength(1);
  });

  it('is divided by 10 on the wire in mode 10 and sent with the last reported value', async () => {
    announceWriteHeaders(['expected-value']);
    const { server } = await showPressureRow({ required_pressure: 0.42 }, { config: { normalizer: 10 } });
    expect(field().value).toBe('4,2');
    await page.click(more());
    await page.click(set());
    const [sent] = server.requestsTo(WRITE);
    // R8: the body has the fields of the spec alone.
    expect(sent).toMatchObject({ method: 'POST', body: { what: 'Required pressure', value: 0.43 } });
    expect(Object.keys(sent?.body ?? {})).toEqual(['what', 'value']);
    expect(sent?.headers.get('expected-value')).toBe('0.420000');
  });

  it('accepts the decimal comma', async () => {
    const { server } = await showPressureRow({ required_pressure: 4 });
    await type('4,7');
    await page.click(set());
    expect(server.requestsTo(WRITE)).toMatchObject([{ body: { value: 4.7 } }]);
  });

  it.each(['5,6', '2,9', '55', '2,96', '5,54', '5.501'])(
    'R5.5 outside the bounds is not sent, also if it would be rounded into them: %s',
    async (text) => {
      const { server } = await showPressureRow({ required_pressure: 4 });
      await type(text);
      expect(page.isDisabled(set())).toBe(true);
      expect(field().getAttribute('aria-invalid')).toBe('true');
      await act(async () => document.querySelector('form')?.requestSubmit());
      await blurField();
      expect(field().value).toBe(text);
      await act(async () => document.querySelector('form')?.requestSubmit());
      expect(server.requestsTo(WRITE)).toEqual([]);
    },
  );

  it('R5.5 a second decimal is shown rounded before it is sent', async () => {
    const { server } = await showPressureRow({ required_pressure: 4 });
    await type('4,26');
    await act(async () => document.querySelector('form')?.requestSubmit());
    expect(field().value).toBe('4,3');
    expect(server.requestsTo(WRITE)).toEqual([]);
    await act(async () => document.querySelector('form')?.requestSubmit());
    expect(server.requestsTo(WRITE)).toMatchObject([{ body: { value: 4.3 } }]);
  });

  it.each(['abc', '-4', '1e1', '4.3.3'])(
    'R5.5 text that is no number is marked, and told: %s',
    async (text) => {
      const { server } = await showPressureRow({ required_pressure: 4 });
      await type(text);
      await act(async () => document.querySelector('form')?.requestSubmit());
      expect(field().value).toBe(text);
      expect(field().getAttribute('aria-invalid')).toBe('true');
      expect(page.textOf(page.get('status'))).toBe('Zadajte číslo, 3,0 bar až 5,5 bar.');
      expect(server.requestsTo(WRITE)).toEqual([]);
    },
  );

  it('R5.5 a number between two steps is not rounded without a word', async () => {
    await showPressureRow({ required_pressure: 4 });
    await type('4.04');
    expect(page.textOf(page.get('status'))).toBe('Tlak sa nastavuje v krokoch po 0,1 bar.');
    await blurField();
    expect(field().value).toBe('4,0');
    expect(page.textOf(page.get('status'))).toBe('Tlak sa nastavuje v krokoch po 0,1 bar.');
    await page.click(more());
    expect(page.textOf(page.get('status'))).toBe('Mením na 4,1 bar…');
  });

  it('R5.5 a step says that it is sent soon, without a button; a refused one has the button again', async () => {
    const answer = () => ({ status: 409, json: { detail: 'REJECTED' } });
    const { server } = await showPressureRow({ required_pressure: 4 }, { answer });
    const isShown = () => !set().parentElement?.classList.contains('hidden');
    await page.click(more());
    expect(page.textOf(page.get('status'))).toBe('Mením na 4,1 bar…');
    expect(isShown()).toBe(false);
    await pass(2100);
    expect(server.requestsTo(WRITE)).toHaveLength(1);
    expect(page.text()).not.toContain('Mením na');
    expect(isShown()).toBe(true);
  });

  it('discards text that is not a number on blur', async () => {
    await showPressureRow({ required_pressure: 4 });
    await type('veľa');
    expect(page.isDisabled(set())).toBe(true);
    await blurField();
    expect(field().value).toBe('4,0');
  });

  it.each([
    ['4,2', 4.2],
    [' 4.25 ', 4.25],
    ['4,', 4],
    ['', undefined],
    ['-4', undefined],
    ['4,2,1', undefined],
    ['1e2', undefined],
  ])('parses %j as %s', (text, expected) => expect(parsePressure(text)).toBe(expected));

  it('R8 the card requests required_pressure and pressure_control when it opens', async () => {
    const { server } = await showPressureRow({ required_pressure: 4.2 });
    await pass(60_000);
    expect(server.requestsTo(`/devices/${ID}/get-fc-config/required_pressure`)).toHaveLength(1);
    expect(server.requestsTo(`/devices/${ID}/get-fc-data-last/pressure_control`)).toHaveLength(1);
  });

  it('R8 the requested values serve while the live data has none, with their age', async () => {
    await showPressureRow(
      { required_pressure: null, pressure_control: null },
      {
        routes: {
          [`/devices/${ID}/get-fc-config/required_pressure`]: () => ({
            json: { data: { required_pressure: { value: 4.6, unit: 'bar', ts: T - 300 } } },
          }),
          [`/devices/${ID}/get-fc-data-last/pressure_control`]: () => ({ json: { value: 1 } }),
        },
      },
    );
    await passUntil(() => field().value === '4,6', 50);
    expect(field().value).toBe('4,6');
    expect(page.text()).toContain('pred 5 min');
    expect(page.isDisabled(set())).toBe(true);
    expect(page.text()).toContain('Požadovaný tlak riadi menič');
  });

  it('has no input until the bounds are loaded', async () => {
    await showLive(<PressureRow deviceId={ID} />, {
      last: [measured({})],
      routes: { [CONFIG]: never },
    });
    expect(page.text()).toContain('Načítavajú sa nastavenia tlaku…');
    expect(field()).toBeNull();
  });
});

describe('R5.5 a step', () => {
  it('is sent by itself two seconds after the last one, once', async () => {
    const { server } = await showPressureRow({ required_pressure: 4 });
    await page.click(more());
    await pass(1500);
    await page.click(more());
    await pass(1500);
    expect(server.requestsTo(WRITE)).toEqual([]);
    await pass(600);
    expect(server.requestsTo(WRITE)).toMatchObject([{ body: { value: 4.2 } }]);
    await pass(3000);
    expect(server.requestsTo(WRITE)).toHaveLength(1);
  });

  it('is not sent again after the button', async () => {
    const { server } = await showPressureRow({ required_pressure: 4 });
    await page.click(more());
    await page.click(set());
    await pass(3000);
    expect(server.requestsTo(WRITE)).toHaveLength(1);
  });

  it('is not sent while a value is typed, nor back at the reported one', async () => {
    const { server } = await showPressureRow({ required_pressure: 4 });
    await page.click(more());
    await type('4,2');
    await pass(3000);
    expect(server.requestsTo(WRITE)).toEqual([]);
    await page.click(less());
    await page.click(less());
    await pass(3000);
    expect(server.requestsTo(WRITE)).toEqual([]);
  });
});
