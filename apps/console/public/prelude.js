// Runs before the first paint and before any module: sets the colours and the language of the last visit, so that
// nothing flashes, configures zod for the strict content security policy, and sends the first requests of the page. The policy allows no inline script, hence a file of its own.
(() => {
  // zod reads this when the first schema is made; its faster parser needs eval, which the policy forbids.
  globalThis.__zod_globalConfig = { jitless: true };

  const root = document.documentElement;
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const chosen = read('colour-scheme');
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = isDark ? 'dark' : 'light';
  // The bars of a phone have the background colour of the page (`--bg`), also after a change of the scheme.
  const bars = document.querySelector('meta[name=theme-color]');
  const paintBars = () => {
    if (bars) bars.content = root.dataset.theme === 'dark' ? '#0a0e13' : '#f4f6f8';
  };
  paintBars();
  new MutationObserver(paintBars).observe(root, { attributeFilter: ['data-theme'] });
  root.lang = read('lang') ?? 'sk';
  const shades = (read('accent-shades') ?? '').split(',').filter((shade) => /^#[0-9a-f]{6}$/.test(shade));
  if (shades.length === 10) {
    for (const [i, shade] of shades.entries()) root.style.setProperty(`--accent-${i * 100 || 50}`, shade);
  }

  // Without the mark of a session every protected page leads to the login; `/` and `/admin` lead to the dashboard.
  const path = /^\/(?:$|admin(?:\/(\w*)|$))/.exec(location.pathname);
  const page = path && read('loggedIn') !== null ? path[1] || 'dashboard' : 'auth';

  // `lib/http/early-answers.ts` uses these answers: on a phone the modules run a second later.
  const { api_base: api = '/api' } = JSON.parse(
    document.getElementById('console-config')?.textContent || '{}',
  );
  const lists = ['/users-devices/get-devices', '/users-devices/get-all-fc-devices'];
  const calls = ['/users/me', '/roles/check', '/users/me/personalization'];
  if (page === 'dashboard' || page === 'overview') calls.push(...lists);
  globalThis.earlyAnswers = {};
  for (const call of page === 'auth' ? [] : calls) {
    const answer = fetch(api + call, { credentials: 'include' });
    // An unused answer may fail; the module that uses it gets the failure too.
    answer.catch(() => undefined);
    globalThis.earlyAnswers[api + call] = answer;
  }
  // The first number of a page loads tables for 15 ms, on a phone 60: now, while nothing but the network is waited for.
  if (page !== 'auth') new Intl.NumberFormat(root.lang).format(0);
})();
