import { expect, it } from 'vitest';
import { page, showPage } from '../../testing/page.tsx';
import type { InboxItem } from './inbox.ts';
import { InboxMenu } from './inbox-menu.tsx';

const item = (id: string, unread = true): InboxItem => ({
  id,
  name: `Správa ${id}`,
  unread,
  details: { name: 'Technik', type: 'message' },
});
const opener = (words: RegExp) => page.get('button', words);

it('R1.7 messages are marked read one by one', async () => {
  await showPage(<InboxMenu kind="messages" items={[item('1'), item('2'), item('3', false)]} />);
  await page.click(opener(/Neprečítané: 2$/));
  await page.click(page.get('button', /Správa 1/));
  expect(opener(/Neprečítané: 1$/)).toBeTruthy();
});

it('R1.7 or all at once', async () => {
  await showPage(<InboxMenu kind="notifications" items={[item('1'), item('2')]} />);
  await page.click(opener(/Neprečítané: 2$/));
  await page.click(page.get('button', 'Označiť všetko ako prečítané'));
  expect(opener(/^Oznámenia$/)).toBeTruthy();
});
