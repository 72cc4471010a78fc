/** False for calls, assets and dotfiles: a scanner must not get the page for `/.env`. */
export const isPagePath = (url: string) =>
  !/^\/(api|assets)(\/|$)|\/(\.|%2e)/i.test(url.split('?', 1)[0] ?? '');
