import { type Screen, SLOW } from './screen.ts';

/** First run, and the state of the installation. */
export const setupScreens: readonly Screen[] = [
  {
    name: 'setup',
    path: '/setup',
    async open(page, { setup }) {
      // The demo has a Super Seller, so the answer of an empty server is replaced.
      await page.route('**/api/setup', (route) => route.fulfill({ json: { is_needed: true } }));
      await page.reload();
      await page.getByRole('button', { name: setup.submit, exact: true }).waitFor(SLOW);
    },
  },
  {
    name: 'installation',
    who: 'super',
    path: '/admin/super-seller/installation',
    async open(page, { installation, enrolment }) {
      await page.getByRole('region', { name: installation.server.title, exact: true }).waitFor(SLOW);
      await page.getByRole('button', { name: enrolment.submit, exact: true }).click();
      await page.getByRole('button', { name: enrolment.print, exact: true }).waitFor(SLOW);
    },
  },
];
