import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { runningCommands, useReportUnsaved } from '../../lib/forms/unsaved.ts';
import { page, showPage } from '../../testing/page.tsx';
import { NewVersionNotice } from './new-version-notice.tsx';

const discard = () => undefined;
function UnsavedForm({ isUnsaved }: { isUnsaved: boolean }) {
  useReportUnsaved(isUnsaved, 'Studňa', discard);
  return null;
}

async function show(isUnsaved = false) {
  const onReload = vi.fn();
  await showPage(
    <>
      <UnsavedForm isUnsaved={isUnsaved} />
      <NewVersionNotice onReload={onReload} />
    </>,
  );
  return onReload;
}
const reload = () => page.get('button', 'Obnoviť');
const text = () => page.textOf(page.get('status'));

it('a click on the notice reloads the page', async () => {
  const onReload = await show();
  expect(text()).toBe('Nová verzia je pripravená.');
  expect(onReload).not.toHaveBeenCalled();
  await page.click(reload());
  expect(onReload).toHaveBeenCalledOnce();
});

it('the notice does not reload while a form has unsaved changes, and names the device', async () => {
  const onReload = await show(true);
  expect(text()).toBe('Nová verzia je pripravená. Najprv uložte alebo zrušte zmeny (Studňa).');
  expect(page.isDisabled(reload())).toBe(true);
  await page.click(reload());
  expect(onReload).not.toHaveBeenCalled();
});

it('the notice does not reload while a command runs', async () => {
  const onReload = await show();
  await act(async () => runningCommands.set(1));
  expect(text()).toBe('Nová verzia je pripravená. Čaká sa na výsledok príkazu.');
  await page.click(reload());
  expect(onReload).not.toHaveBeenCalled();
  await act(async () => runningCommands.set(0));
  await page.click(reload());
  expect(onReload).toHaveBeenCalledOnce();
});

it('the notice can be hidden', async () => {
  await show();
  await page.click(page.get('button', 'Neskôr'));
  expect(page.all('button')).toEqual([]);
});
