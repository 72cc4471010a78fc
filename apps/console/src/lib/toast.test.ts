import { notificationsStore } from '@mantine/notifications';
import { expect, it } from 'vitest';
import { session } from './session.ts';
import { toast } from './toast.ts';

const shown = () => notificationsStore.getState().notifications.map(({ message }) => message);

it('R1.5 words to one user are not for the next, also those that come when nobody is logged in', async () => {
  session.begin();
  const late = toast('to the first user, while they leave');
  await session.end(async () => undefined);
  await late;
  expect(shown()).toEqual([]);
  await toast('to the first, who has left');
  session.begin();
  await toast('to the second');
  await toast('to the second again');
  expect(shown()).toEqual(['to the second', 'to the second again']);
});
