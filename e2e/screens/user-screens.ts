import { type Screen, SLOW } from './screen.ts';

const PATH = '/admin/super-seller/users-list';

/** R7.3 */
export const userScreens: readonly Screen[] = [
  {
    name: 'users',
    who: 'super',
    path: PATH,
    async open(page) {
      await page.getByRole('link', { name: 'Studňa – záhrada' }).first().waitFor(SLOW);
    },
  },
  {
    name: 'user-actions',
    who: 'super',
    isAbove: true,
    path: PATH,
    async open(page, { users }) {
      await page
        .getByRole('button', { name: users.actionsOf.replace('{email}', 'technician@demo.local') })
        .click(SLOW);
      await page.getByRole('button', { name: users.action.remove }).waitFor();
    },
  },
  {
    name: 'user-access',
    who: 'super',
    isAbove: true,
    path: PATH,
    async open(page, { users }) {
      await page
        .getByRole('button', { name: users.actionsOf.replace('{email}', 'technician@demo.local') })
        .click(SLOW);
      await page.getByRole('button', { name: users.action.access }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: users.column.device }).waitFor(SLOW);
    },
  },
];
