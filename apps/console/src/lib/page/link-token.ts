import { useLocation } from '@tanstack/react-router';

/**
 * The token of a mailed link is in the fragment, which no browser sends: it is in no log of a proxy. Links of mails from before
 * 1.0 have it in the query.
 */
export function useLinkToken(ofQuery: string | undefined): string | undefined {
  const { hash } = useLocation();
  return /^token=([\w-]+)$/.exec(hash)?.[1] ?? ofQuery;
}
