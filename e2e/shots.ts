import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { login, startProduct } from './product.ts';
import { texts } from './texts.ts';

/** `npm run shots [-- FOLDER]`: the pictures of the papers, or of every look when a folder is given. */
const folder = process.argv[2];
const pictures = fileURLToPath(new URL('../docs/pictures/', import.meta.url));

const product = await startProduct();

async function shoot(
  path: string,
  width: number,
  colorScheme: 'light' | 'dark',
  locale: 'sk' | 'gb',
  file: string,
  isWhole: boolean,
) {
  const page = await product.visit({
    locale,
    colorScheme,
    viewport: { width, height: width < 640 ? 844 : 900 },
  });
  if (path.startsWith('/admin')) {
    await login(page, 'owner@demo.local', locale);
    await page.goto(path);
    if (path.includes('device='))
      await page
        .getByRole('region', { name: texts[locale].pump.title })
        .getByText(texts[locale].pump.state.running, { exact: true })
        .waitFor({ timeout: 40_000 });
  } else await page.goto(path);
  await page.waitForLoadState('networkidle', { timeout: 1500 }).catch(() => {});
  await page.screenshot({ path: file, fullPage: isWhole });
  await page.context().close();
}

await mkdir(folder ?? pictures, { recursive: true });
if (folder)
  for (const [name, path] of [
    ['login', '/auth/login'],
    ['signup', '/auth/signup'],
    ['dashboard', '/admin/dashboard?device=MNB-DE0001'],
    ['overview', '/admin/overview?device=MNB-DE0001'],
    ['add-device', '/admin/add-device'],
  ] as const)
    for (const width of [1440, 768, 390])
      for (const scheme of ['light', 'dark'] as const)
        for (const locale of ['sk', 'gb'] as const)
          await shoot(
            path,
            width,
            scheme,
            locale,
            `${folder}/${name}-${width}-${scheme}-${locale}.png`,
            true,
          );
else {
  await shoot('/admin/dashboard?device=MNB-DE0001', 1440, 'light', 'gb', `${pictures}dashboard.png`, false);
  await shoot('/admin/dashboard?device=MNB-DE0001', 390, 'dark', 'sk', `${pictures}phone.png`, false);
}
await product.stop();
