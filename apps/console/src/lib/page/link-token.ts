import { useRouter } from '@tanstack/react-router';

/** The token of a mailed link is in the fragment, which no browser sends: it is in no log of a proxy. */
export function useLinkToken(): string | undefined {
  const { hash } = useRouter().state.location;
  return /^token=([\w.-]+)$/.exec(hash)?.[1];
}
