import { act, useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page, showPage } from '../testing/page.tsx';
import { field, type } from '../testing/whole-app.tsx';
import { SearchField } from './search-field.tsx';

const PAUSE_MS = 250;

/** A list with a filter beside the search; each search is logged with the filter. */
function List({ log }: { log: string[] }) {
  const [value, setValue] = useState('');
  const [filter, setFilter] = useState('all');
  const search = (text: string) => {
    log.push(`${filter}: ${text}`);
    setValue(text);
  };
  return (
    <>
      <SearchField label="Search" value={value} onSearch={search} />
      <button type="button" onClick={() => setFilter('open')}>
        Open
      </button>
      <button type="button" onClick={() => setValue('saved')}>
        Saved
      </button>
    </>
  );
}

async function showSearch() {
  const searches: string[] = [];
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  await showPage(<List log={searches} />);
  return searches;
}
const pause = () => act(async () => void (await vi.advanceTimersByTimeAsync(PAUSE_MS)));

it('searches once after a pause in typing, with the filter of that moment', async () => {
  const searches = await showSearch();
  await type('Search', 'pu');
  await type('Search', 'pump ');
  await page.click(page.get('button', 'Open'));
  expect(searches).toEqual([]);
  await pause();
  expect(searches).toEqual(['open: pump']);
  await type('Search', 'pump  ');
  await pause();
  expect(searches).toHaveLength(1);
});

it('searches at once with Enter', async () => {
  const searches = await showSearch();
  await type('Search', 'pump');
  await act(async () =>
    field('Search').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })),
  );
  await pause();
  expect(searches).toEqual(['all: pump']);
});

it('a search from elsewhere replaces the text and cancels the pending search', async () => {
  const searches = await showSearch();
  await type('Search', 'pump');
  await page.click(page.get('button', 'Saved'));
  expect(field('Search').value).toBe('saved');
  await pause();
  expect(searches).toEqual([]);
});
