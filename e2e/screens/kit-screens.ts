import { type Screen, SLOW } from './screen.ts';

/** R2.7, and the statistics of R2.1. */
export const kitScreens: readonly Screen[] = [
  {
    name: 'statistics',
    who: 'technician',
    path: '/admin/statistics/charts',
    async open(page, { statistics }) {
      await page
        .getByRole('region', { name: statistics.states.title })
        .getByRole('meter')
        .first()
        .waitFor(SLOW);
      await page
        .getByRole('region', { name: statistics.byKind.title })
        .getByRole('meter')
        .first()
        .waitFor(SLOW);
    },
  },
  {
    name: 'statistics-devices',
    who: 'owner',
    path: '/admin/statistics/progress-bars',
    async open(page, { statistics }) {
      const list = page.getByRole('region', { name: statistics.devices.list });
      await list.getByText('kWh').first().waitFor(SLOW);
    },
  },
  {
    name: 'gallery-values',
    who: 'owner',
    path: '/admin/tables/markup',
    async open(page) {
      await page.getByRole('heading', { name: 'Sparkline', exact: true }).waitFor(SLOW);
    },
  },
  {
    name: 'gallery-device',
    who: 'owner',
    path: '/admin/ui/device',
    async open(page, { lockOut }) {
      await page.getByRole('heading', { name: 'EndField', exact: true }).waitFor(SLOW);
      await page.getByText(lockOut.mark, { exact: true }).first().waitFor(SLOW);
    },
  },
];
