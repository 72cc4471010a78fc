import { afterEach, expect, it, vi } from 'vitest';
import { keepFocus } from './keep-focus.ts';

let stop = () => {};
afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

/** Three rows with a button each, and a dialog. */
function show() {
  document.body.innerHTML = `<main><ul>${[1, 2, 3]
    .map((id) => `<li><input type="text"><button id="row${id}">Vyriešiť</button></li>`)
    .join('')}</ul></main><div role="dialog"><button id="yes">Áno</button></div>`;
  stop = keepFocus();
}
const byId = (id: string) => document.getElementById(id) as HTMLButtonElement;
const focused = (id: string) => vi.waitFor(() => expect(document.activeElement?.id).toBe(id));

it('the focus goes to the next row when the focused row is removed, and to the one before at the end', async () => {
  show();
  byId('row2').focus();
  byId('row2').closest('li')?.remove();
  await focused('row3');
  byId('row3').remove();
  await focused('row1');
});

it('after a dialog the focus goes to the row behind the one that its action removed', async () => {
  show();
  byId('row1').focus();
  byId('yes').focus();
  byId('row1').remove();
  byId('yes').closest('[role=dialog]')?.remove();
  await focused('row2');
});

it('a button that is disabled while its request is pending gets the focus back', async () => {
  show();
  byId('row1').focus();
  byId('row1').disabled = true;
  byId('row1').blur();
  await Promise.resolve();
  byId('row1').disabled = false;
  await focused('row1');
});

it('a click beside everything ends the focus: a later removal moves nothing', async () => {
  show();
  byId('row1').focus();
  document.querySelector('main')?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  byId('row1').blur();
  byId('row1').remove();
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
});
