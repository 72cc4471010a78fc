import { notificationsStore } from '@mantine/notifications';
import { expect, it } from 'vitest';
import { session } from '../http/session.ts';
import { toast } from './toast.ts';

const shown = () => notificationsStore.getState().notifications.map(({ message }) => message);

it('R1.5 toasts of a user are removed on logout, also those created during and after it', async () => {
  session.begin();
  const late = toast('to the first user, during the logout');
  await session.end(async () => undefined);
  await late;
  expect(shown()).toEqual([]);
  await toast('to the first user, after the logout');
  session.begin();
  await toast('to the second');
  await toast('to the second again');
  expect(shown()).toEqual(['to the second', 'to the second again']);
});
