const isEncoded = (path: string) => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

/** A path that is no UTF-8 is one that no route knows: the router would refuse it before the page. */
export function readablePath(url: string): string {
  if (!url.includes('%')) return url;
  const [path = ''] = url.split('?', 1);
  return isEncoded(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length);
}

/** False for calls, assets, pages of operators and dotfiles: a scanner must not get the page for `/.env`. */
export const isPagePath = (url: string) =>
  !/^\/(api|assets|metrics|healthz|readyz)(\/|$)|\/(\.|%2e)/i.test(url.split('?', 1)[0] ?? '');
