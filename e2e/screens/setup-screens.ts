import { type Screen, SLOW } from './screen.ts';

/** First run. */
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
];
