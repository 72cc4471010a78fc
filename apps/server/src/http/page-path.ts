/** False for calls, assets, pages of operators and dotfiles: a scanner must not get the page for `/.env`. */
export const isPagePath = (url: string) =>
  !/^\/(api|assets|metrics|healthz|readyz)(\/|$)|\/(\.|%2e)/i.test(url.split('?', 1)[0] ?? '');
