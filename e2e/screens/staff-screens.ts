import { type Screen, SLOW } from './screen.ts';

/** Lists of the staff. */
export const staffScreens: readonly Screen[] = [
  {
    name: 'alerts',
    who: 'super',
    path: '/admin/super-seller/alerts-list?state=all',
    async open(page, { alerts }) {
      const table = page.getByRole('table', { name: alerts.list });
      await table
        .getByRole('button', { name: alerts.resolveOne.split('{')[0] ?? '' })
        .first()
        .waitFor(SLOW);
      // The bar for the selected rows.
      await table.getByRole('checkbox').nth(1).check();
    },
  },
  {
    name: 'alert-groups',
    who: 'super',
    path: '/admin/super-seller/alerts-list',
    async open(page, { alerts }) {
      await page.getByRole('region', { name: alerts.group.harm }).waitFor(SLOW);
    },
  },
  {
    name: 'work-list',
    who: 'technician',
    path: '/admin/technician',
    async open(page, { work }) {
      await page.getByRole('region', { name: work.group.now }).waitFor(SLOW);
      await page.getByRole('button', { name: work.take }).first().waitFor(SLOW);
    },
  },
  {
    name: 'alert-resolve',
    who: 'super',
    isAbove: true,
    path: '/admin/super-seller/alerts-list?view=table',
    async open(page, { alerts }) {
      await page
        .getByRole('button', { name: alerts.resolveOne.split('{')[0] ?? '' })
        .first()
        .click(SLOW);
      await page.getByLabel(alerts.dialog.note, { exact: true }).waitFor();
    },
  },
];
