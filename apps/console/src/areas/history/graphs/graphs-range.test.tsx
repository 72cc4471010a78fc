import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { freezeGraphs, press, showGraphs } from '../../../testing/graphs-page.tsx';
import { pass, T } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { plots } from '../../../testing/recorded-plots.ts';

vi.mock('uplot', async () => (await import('../../../testing/recorded-plots.ts')).recordPlots());

freezeGraphs();

describe('R4.13 the range of the graphs', () => {
  it('is zoomed, moved and reset by keys; only the last range is requested and in the address', async () => {
    const { ranges, views } = await showGraphs();
    expect(ranges()).toEqual([[-86_400, 'now']]);
    await press('+');
    await press('ArrowLeft');
    await pass(150);
    expect(ranges().at(-1)).toEqual([-43_200 - 10_800, -10_800]);
    expect(views).toEqual([`${T - 54_000}-${T - 10_800}`]);
    await press('0');
    expect(views.at(-1)).toBe('day');
    expect(ranges()).toHaveLength(2);
  });

  it('is zoomed to the part that the user drags over', async () => {
    const { ranges } = await showGraphs();
    await act(async () =>
      plots[3]?.options.hooks.setSelect[0]?.({
        select: { left: 0, width: 50 },
        setSelect: () => {},
        posToVal: (px: number) => T - 7200 + px * 60,
      }),
    );
    await pass(150);
    expect(ranges().at(-1)).toEqual([-7200, -4200]);
  });

  it('is that of the address, and the user can enter own times', async () => {
    const { ranges } = await showGraphs(undefined, `${T - 7200}-${T - 3600}`);
    expect(ranges()).toEqual([[-7200, -3600]]);
    await page.click(page.get('button', /zvoliť vlastné obdobie/));
    const [from, to] = document.querySelectorAll<HTMLInputElement>('input[type=datetime-local]');
    expect([from?.value, to?.value]).toEqual(['2027-01-15T07:00', '2027-01-15T08:00']);
  });

  it('is moved on a map of a longer range', async () => {
    const { ranges } = await showGraphs();
    const map = document.querySelector<HTMLInputElement>('input[type=range]');
    expect(map?.getAttribute('aria-label')).toBe('Zobrazené obdobie v dlhšom');
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
        map,
        String(T - 864_000),
      );
      map?.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await pass(150);
    const [from = 0, to = 0] = (ranges().at(-1) ?? []).map(Number);
    expect(to - from).toBe(86_400);
    expect(Math.abs((from + to) / 2 + 864_000)).toBeLessThan(43_200);
  });
});
