import { type RefObject, useEffect } from 'react';
import { singleKeys } from './single-keys.ts';

/** `/` focuses the search field of the page. */
export function useSearchKey(field: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (singleKeys.of(event) !== '/') return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [field]);
}
