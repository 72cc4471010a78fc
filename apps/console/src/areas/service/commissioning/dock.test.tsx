import { expect, it, vi } from 'vitest';
import { page, showPage } from '../../../testing/page.tsx';
import { submit, type } from '../../../testing/whole-app.tsx';
import { Dock } from './dock.tsx';

const stop = <button type="button">Zastaviť</button>;

it('a step is skipped only with a reason, and no dialog covers Stop', async () => {
  const onSkip = vi.fn();
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

it('a step without a recording cannot be repeated', async () => {
  await showPage(<Dock stop={stop} isSending={false} onRepeat={undefined} onSkip={() => {}} />);
  expect(page.isDisabled(page.get('button', 'Zopakovať'))).toBe(true);
});
