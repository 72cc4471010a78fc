// Runs before the first paint and before any module: the colours and the language of the last visit, so that
// nothing flashes, what the strict content security policy asks of libraries, and the early load of the files that the
// first page needs. The policy allows no inline script, hence a file of its own.
(() => {
  // zod reads this when the first schema is made; its faster parser needs eval, which the policy forbids.
  globalThis.__zod_globalConfig = { jitless: true };
  // Where the scroll lock of dialogs looks for the nonce of its style element.
  globalThis.__webpack_nonce__ = document.querySelector('meta[name=csp-nonce]')?.content;

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
  root.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
  const locale = read('locale') === 'gb' ? 'gb' : 'sk';
  root.lang = locale === 'gb' ? 'en' : 'sk';
  const shades = (read('accent-shades') ?? '').split(',').filter((shade) => /^#[0-9a-f]{6}$/.test(shade));
  if (shades.length === 10) {
    for (const [i, shade] of shades.entries()) root.style.setProperty(`--mantine-color-primary-${i}`, shade);
  }

  // Without the mark of a session every protected page leads to the login.
  const isProtected = /^\/(admin\b|$)/.test(location.pathname);
  const area = isProtected && read('loggedIn') !== null ? 'admin' : 'auth';
  const firstFiles = JSON.parse(document.getElementById('first-files')?.textContent ?? '{}');
  for (const file of firstFiles[area]?.[locale] ?? []) {
    const link = document.createElement('link');
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload';
    if (file.endsWith('.css')) link.as = 'style';
    link.crossOrigin = '';
    link.href = `/${file}`;
    document.head.append(link);
  }
})();
