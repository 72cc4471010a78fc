import { describe, expect, it, vi } from 'vitest';
import { freezeGraphs, OTHER, showGraphs } from '../../../testing/graphs-page.tsx';
import { page } from '../../../testing/page.tsx';
import { plots } from '../../../testing/recorded-plots.ts';

vi.mock('uplot', async () => (await import('../../../testing/recorded-plots.ts')).recordPlots());

freezeGraphs();

/** The scales of the value axes, and those of the averages. */
const scales = () => ({
  axes: plots[0]?.options.axes.slice(1).map(({ scale }) => scale),
  lines: plots[0]?.options.series.filter((_, at) => at > 0 && at % 5 === 0).map(({ scale }) => scale),
});

describe('R4.13 several quantities in one graph', () => {
  it('replace the panels, with one axis for each unit and their legends, and are in the address', async () => {
    const { views } = await showGraphs();
    await page.click(page.get('button', 'V jednom grafe'));
    expect(views).toEqual(['day.overlay-pressure_frequency_current']);
    expect(plots).toHaveLength(1);
    expect(scales()).toEqual({ axes: ['y0', 'y1', 'y2'], lines: ['y0', 'y1', 'y2'] });
    expect(page.textOf(page.get('region', 'Grafy: Studňa'))).toMatch(/Tlak ?3,90 bar.*Frekvencia ?42,5 Hz/);
    await page.click(page.get('button', 'V jednom grafe'));
    expect(views.at(-1)).toBe('day');
    expect(plots).toHaveLength(7);
  });

  it('are chosen one by one; both temperatures share an axis', async () => {
    const { views } = await showGraphs(undefined, 'day.overlay-pressure_fcTemperature');
    await page.click(page.get('button', 'Teplota dosky'));
    expect(views).toEqual(['day.overlay-pressure_fcTemperature_boardTemperature']);
    expect(scales()).toEqual({ axes: ['y0', 'y1'], lines: ['y0', 'y1', 'y1'] });
    await page.click(page.get('button', 'Tlak'));
    expect(views.at(-1)).toBe('day.overlay-fcTemperature_boardTemperature');
    expect(scales().axes).toEqual(['y0']);
  });

  it('leave the graph one by one; after the last one each has its own again', async () => {
    const { views } = await showGraphs(undefined, 'day.overlay-pressure');
    await page.click(page.get('button', 'Tlak'));
    expect(views).toEqual(['day']);
    expect(plots).toHaveLength(7);
  });

  it('are shown for both of two devices', async () => {
    await showGraphs(undefined, `day.with-${OTHER}.overlay-pressure_load`);
    expect(plots).toHaveLength(2);
  });
});
