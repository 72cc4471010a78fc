import { expect, it } from 'vitest';
import { session } from '../http/session.ts';
import { shownToasts, toast } from './toast.ts';

const shown = () => shownToasts().map(({ message }) => message);

it('R1.5 toasts of a user are removed on logout, also those created during and after it', async () => {
  session.begin();
  toast('to the first user');
  const ended = session.end(async () => undefined);
  expect(shown()).toEqual([]);
  toast('to the first user, after the logout');
  await ended;
  session.begin();
  toast('to the second');
  toast('to the second again');
  expect(shown()).toEqual(['to the second', 'to the second again']);
});
