import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { freezeGraphs, OTHER, PATH, showGraphs } from '../../../testing/graphs-page.tsx';
import { ID, measured, pass, passUntil, T } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { plots } from '../../../testing/recorded-plots.ts';

vi.mock('uplot', async () => (await import('../../../testing/recorded-plots.ts')).recordPlots());

freezeGraphs();

describe('R4.13 graphs', () => {
  it('show seven quantities with value, time, extremes and average', async () => {
    await showGraphs();
    const text = page.textOf(page.get('region', 'Grafy: Studňa'));
    for (const name of ['Tlak', 'Frekvencia', 'Zaťaženie', 'Prúd', 'Aktuálna spotreba', 'Teplota meniča'])
      expect(text).toContain(name);
    expect(text).toMatch(/Teplota dosky/);
    expect(text).toMatch(/Tlak ?3,90 bar ?o 09:00 ?3,80 – 4,20 · Ø 4,00/);
    expect(plots).toHaveLength(7);
  });

  it('open with what a person asks first; one button shows every quantity', async () => {
    await showGraphs(undefined, undefined, undefined, false);
    expect(plots).toHaveLength(2);
    await page.click(page.get('button', 'Všetky veličiny'));
    expect(page.textOf(page.get('region', 'Grafy: Studňa'))).toContain('Teplota dosky');
  });

  it('show the estimated flow with its error if the pump card has a curve, and export it', async () => {
    const curve = [
      { lpm: 0, m: 60, w: 900 },
      { lpm: 90, m: 30, w: 1400 },
    ];
    await showGraphs(undefined, undefined, { curve });
    expect(plots).toHaveLength(8);
    const point = (atS: number) =>
      act(async () => plots[0]?.options.hooks.setCursor[0]?.({ cursor: { left: 10 }, posToVal: () => atS }));
    await point(T - 70_000);
    expect(page.text()).toMatch(/Prietok \(odhad\) ?25 ± 6 l\/min/);
    await page.click(page.get('button', 'Export'));
    expect(page.text()).toContain('8 veličín');
  });

  it('show the value under the pointer with the extremes of its bucket in all panels, and why there is none', async () => {
    await showGraphs();
    const point = (atS: number | undefined) =>
      act(async () => {
        const left = atS === undefined ? -1 : 10;
        plots[0]?.options.hooks.setCursor[0]?.({ cursor: { left }, posToVal: () => atS });
      });
    await point(T - 32_000);
    expect(page.text()).toMatch(/Tlak ?– o 00:06 ?offline/);
    await point(T - 70_000);
    expect(page.text()).toMatch(/Frekvencia ?40,0 Hz ?št 14\. 1\. o 12:00 ?rozpätie 39,8 – 40,2/);
    await point(undefined);
    expect(page.text()).toMatch(/Tlak ?3,90 bar ?o 09:00/);
    expect(page.text()).not.toContain('rozpätie');
  });

  it('have the values as a table with the reasons of gaps', async () => {
    await showGraphs();
    await page.click(page.get('button', 'Tabuľka'));
    const rows = [...document.querySelectorAll('tbody tr')].map(page.textOf);
    expect(rows).toHaveLength(24);
    expect(rows.filter((row) => row.includes('offline')).length).toBeGreaterThan(3);
    expect(rows.some((row) => row.includes('4,00 3,80 – 4,20'))).toBe(true);
  });

  it.each([
    [
      'without values',
      () => ({ json: { level: 'raw', step_s: 1, to: T, since: null, t: [], series: {} } }),
      /nie sú žiadne údaje/,
    ],
    ['without an answer', () => new Promise(() => {}), /História sa načítava/],
    ['after a failure', () => ({ status: 500, json: {} }), /Históriu sa nepodarilo načítať.*Skúsiť teraz/],
  ] as const)('say what is wrong %s', async (_case, answer, expected) => {
    await showGraphs(answer);
    expect(page.text()).toMatch(expected);
  });

  it.each([
    [{ status: 404, json: { detail: 'Not Found' } }, 'Tento server túto časť neponúka.', 0],
    [{ status: 500, json: {} }, 'Na serveri nastala chyba.', 1],
  ])('show no panels without data below a failed load, but its cause: %j', async (answer, cause, retries) => {
    const { server } = await showGraphs(() => answer);
    await passUntil(() => page.text().includes(cause));
    expect(page.text()).toContain('Históriu sa nepodarilo načítať');
    expect(plots).toEqual([]);
    expect(page.all('button', 'Skúsiť teraz')).toHaveLength(retries);
    const asked = server.requestsTo(PATH).length;
    await pass(600_000);
    expect(server.requestsTo(PATH).length > asked).toBe(retries > 0);
  });

  it('mark drawn values when newer ones could not be loaded', async () => {
    const { server } = await showGraphs();
    server.routes[PATH] = () => ({ status: 500, json: {} });
    const stale = /Novšie údaje sa nepodarilo načítať. Čo je nakreslené, bolo načítané o 9:00:0\d/;
    await pass(180_000);
    await passUntil(() => stale.test(page.text()), 1000);
    expect(page.text()).toMatch(stale);
    expect(page.text()).toMatch(/Tlak ?3,90 bar ?o 09:00/);
  });

  it('mark alerts, commands and changes, and lead to their entry of the timeline', async () => {
    const { server } = await showGraphs();
    expect(server.requestsTo(`/devices/${ID}/activity`)[0]?.path).toContain(`from=${T - 86_400}`);
    const [, mark] = page.all('button', 'Chod nasucho');
    expect(page.all('button', 'Chod nasucho')).toHaveLength(2);
    if (mark) await page.click(mark);
    expect(page.text()).toContain('Ohlásila doska');
    expect(page.get('link', /Otvoriť v časovej osi/).getAttribute('href')).toBe(
      `/admin/overview?device=${ID}&tool=timeline&at=${T - 3600}`,
    );
  });

  it('link a mark to its alert', async () => {
    await showGraphs();
    const [, mark] = page.all('button', 'Chod nasucho');
    if (mark) await page.click(mark);
    expect(page.get('link', /Otvoriť upozornenie/).getAttribute('href')).toBe('/admin/alerts/4');
  });

  it('show the day before behind the lines', async () => {
    const { ranges, views } = await showGraphs();
    await page.click(page.get('button', 'Deň predtým'));
    await pass(20);
    expect(views).toEqual(['day.vs-day']);
    expect(ranges()).toEqual([
      [-86_400, 'now'],
      [-172_800, -86_400],
    ]);
    expect(plots[0]?.data[3]?.filter((value) => value === 4)).not.toEqual([]);
  });

  it('show two devices side by side', async () => {
    await showGraphs(undefined, `day.with-${OTHER}`);
    expect(page.all('region', /^Grafy: /).map((region) => region.getAttribute('aria-label'))).toEqual([
      'Grafy: Studňa',
      'Grafy: Vrt',
    ]);
    expect(plots).toHaveLength(14);
  });

  it('name rows and separators of a file before it is exported', async () => {
    await showGraphs();
    await page.click(page.get('button', 'Export'));
    await pass(20);
    expect(page.text()).toMatch(/bodkočiarka, desatinná čiarka · po minútach, najviac 1 500 riadkov/);
    expect(page.text()).toMatch(/2 800 – 18 000 riadkov/);
  });

  it('say before an export from when values are stored, and promise no rows that do not exist', async () => {
    await showGraphs(undefined, 'year');
    await page.click(page.get('button', 'Export'));
    await pass(20);
    expect(page.text()).toMatch(
      /uložené od .* · bodkočiarka, desatinná čiarka · po hodinách, najviac 4 400 riadkov/,
    );
    expect(page.text()).toMatch(/merania sú len za 30 dní, od .* · 86 000 – 520 000 riadkov/);
  });

  it('have the energy of each month below a year, with the year before', async () => {
    await showGraphs(undefined, 'year');
    await pass(20);
    const months = [...document.querySelectorAll('ul[aria-label="Energia za mesiac"] li')].map(page.textOf);
    expect(months).toHaveLength(13);
    expect(months[0]).toBe('január 2026: 90 kWh, rok predtým 80 kWh');
    expect(months.at(-1)).toBe('január 2027: 90 kWh, rok predtým bez údajov');
  });

  it.each(['month', 'year'])('of the range %s end at the newest frame, with its extremes', async (range) => {
    const { receiveFrame } = await showGraphs(undefined, range);
    await receiveFrame(measured({ pressure: 7.5 }, {}, -4));
    await receiveFrame(measured({ pressure: 4.5 }, {}, -5));
    expect(page.text()).toMatch(/Tlak ?4,50 bar ?o 09:00 ?3,80 – 7,50 · Ø 4,00/);
  });

  it('name the time before the first frame', async () => {
    const since = T - 43_200;
    const gaps = [{ from: T - 86_400, to: since, reason: 'no_data_yet' as const }];
    const column = [null, null, 4, 4];
    const series = { avg: column, min: column, max: column, last: column, gaps };
    await showGraphs(() => ({
      json: {
        level: 'hour',
        step_s: 21_600,
        to: T,
        since,
        t: [T - 86_400, T - 64_800, T - 43_200, T - 21_600],
        series: { pressure: series, temperature_mnb: series },
      },
    }));
    const lane = document.querySelector('ul[aria-label="Udalosti"]') ?? document.body;
    expect(page.textOf(lane)).toContain('ešte bez údajov');
    expect(page.textOf(lane)).not.toContain('offline');
    const map = document.querySelector<HTMLInputElement>('input[type=range]');
    expect(Number(map?.min)).toBe(since);
  });

  it('go on with live frames', async () => {
    const { receiveFrame } = await showGraphs();
    const before = plots[0]?.data[0]?.length ?? 0;
    await receiveFrame(measured({ pressure: 4.5 }, {}, -5));
    expect(plots[0]?.data[0]?.slice(before - 1).at(-1)).toBe(T + 5);
    expect(plots[0]?.data[5]?.at(-1)).toBe(4.5);
  });
});
