const STORED = 'wall';

export interface WallLink {
  token: string;
  /** R9.1: the screen is darker from 22 to 6 o'clock. */
  isDimmed: boolean;
}

function parse(text: string | null): WallLink | undefined {
  const values = new URLSearchParams(text ?? '');
  const token = values.get('token');
  return token ? { token, isDimmed: values.get('dim') === 'night' } : undefined;
}

/** The address of a wall. The token is in the fragment, which no browser sends: it is in no log. */
export const wallAddress = ({ token, isDimmed }: WallLink) =>
  `${window.location.origin}/wall#${new URLSearchParams({ token, ...(isDimmed && { dim: 'night' }) })}`;

/** The link of the address, or of the last visit: it stays in the storage of the device. */
export function openWallLink(): WallLink | undefined {
  const given = window.location.hash.slice(1);
  if (parse(given)) localStorage.setItem(STORED, given);
  return parse(localStorage.getItem(STORED));
}

/** The token leaves the address, so that nobody reads it from the screen. */
export const hideWallLink = () =>
  window.history.replaceState(window.history.state, '', window.location.pathname);

export const forgetWallLink = () => localStorage.removeItem(STORED);
