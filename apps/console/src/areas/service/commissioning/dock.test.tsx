import { expect, it, vi } from 'vitest';
import { page, showPage } from '../../../testing/page.tsx';
import { field, submit, type } from '../../../testing/whole-app.tsx';
import { Dock } from './dock.tsx';

const stop = <button type="button">Zastaviť</button>;

it('a step is skipped only with a reason, and no dialog covers Stop', async () => {
  const onSkip = vi.fn(async () => true);
  await showPage(<Dock stop={stop} isSending={false} onRepeat={undefined} onSkip={onSkip} />);
  await page.click(page.get('button', 'Preskočiť s dôvodom…'));
  expect(page.isDisabled(page.get('button', 'Preskočiť krok'))).toBe(true);
  expect(document.querySelector('[role=dialog]')).toBeNull();
  expect(page.isDisabled(page.get('button', 'Zastaviť'))).toBe(false);
  await type('Prečo sa krok preskakuje', '  ');
  await submit();
  expect(onSkip).not.toHaveBeenCalled();
  await type('Prečo sa krok preskakuje', ' Ventil je za stenou. ');
  await submit();
  expect(onSkip).toHaveBeenCalledExactlyOnceWith('Ventil je za stenou.');
});

it('the reason of a step that could not be skipped stays', async () => {
  const onSkip = vi.fn(async () => false);
  await showPage(<Dock stop={stop} isSending={false} onRepeat={undefined} onSkip={onSkip} />);
  await page.click(page.get('button', 'Preskočiť s dôvodom…'));
  await type('Prečo sa krok preskakuje', 'Ventil je za stenou.');
  await submit();
  expect(field('Prečo sa krok preskakuje').value).toBe('Ventil je za stenou.');
  onSkip.mockResolvedValue(true);
  await submit();
  expect(page.get('button', 'Preskočiť s dôvodom…')).toBeTruthy();
});

it('a step without a recording cannot be repeated', async () => {
  await showPage(<Dock stop={stop} isSending={false} onRepeat={undefined} onSkip={async () => true} />);
  expect(page.isDisabled(page.get('button', 'Zopakovať'))).toBe(true);
});
