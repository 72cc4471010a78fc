import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES } from '@manoboard/contract/locales';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from '../../../testing/page.tsx';
import { eventually, field, openApp, type } from '../../../testing/whole-app.tsx';
import { galleryPaths } from './gallery-frame.tsx';
import * as icons from './icons.ts';

const SRC = join(import.meta.dirname, '../../..');
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!\.test)\.tsx?$/.test(file),
);

afterEach(() => vi.restoreAllMocks());

describe('R2.7 completeness', () => {
  it('the icon list has every icon of ui/ and device/', () => {
    const shared = sources.filter((file) => /^(ui|device)\b/.test(file));
    const text = shared.map((file) => readFileSync(join(SRC, file), 'utf8')).join('\n');
    const imports = [...text.matchAll(/import \{([^}]*)\} from '@tabler\/icons-react'/g)];
    const used = imports.flatMap(([, names = '']) => names.match(/\bIcon[A-Z]\w*/g) ?? []);
    expect(used.length).toBeGreaterThan(10);
    expect(used.filter((name) => !Object.hasOwn(icons, name))).toEqual([]);
  });
});

describe('R2.7 gallery', () => {
  const { icons: _, ...pages } = galleryPaths;
  it.each(Object.values(pages).map((path, at) => [path, LOCALES[at % LOCALES.length]] as const))(
    '%s renders every component without an error (%s)',
    async (path, locale) => {
      const errors = vi.spyOn(console, 'error');
      await openApp(path, { locale: locale ?? 'sk' });
      await eventually(() => expect(document.querySelector('main :is(figure, li)')).toBeTruthy());
      // A tick of the clock renders outside `act`, which React reports as an error.
      expect(errors.mock.calls.filter(([text]) => !String(text).includes('act('))).toEqual([]);
    },
  );

  it('lists the components with a link to their page, and changes the theme', async () => {
    await openApp(galleryPaths.contents);
    await eventually(() => expect(page.text()).toContain('PumpPill'));
    const linked = page.all('link').map((link) => link.getAttribute('href'));
    const wanted = Object.values(galleryPaths);
    expect(wanted.filter((path) => !linked.includes(path))).toEqual([]);
    await page.click(field('Tmavý'));
    expect(document.documentElement.dataset.theme).toBe('dark');
    await page.click(field('Svetlý'));
    expect(document.documentElement.dataset.theme).toBe('light');
  });

  it('R2.1 the icon page takes a name, and names one that does not exist', async () => {
    const { go } = await openApp(`${galleryPaths.icons}/alert-triangle`, { locale: 'gb' });
    await eventually(() => expect(page.get('heading', 'IconAlertTriangle')).toBeTruthy());
    expect(page.text()).toContain("import { IconAlertTriangle } from '@tabler/icons-react';");
    await go(`${galleryPaths.icons}/unicorn`);
    await eventually(() => expect(page.text()).toContain('There is no icon “unicorn”'));
  });

  it('finds an icon by its name', async () => {
    await openApp(galleryPaths.icons, { locale: 'gb' });
    await eventually(() => expect(page.all('link', 'alert-triangle')).toHaveLength(1));
    await type('Search an icon by its name', 'player stop');
    await eventually(() => expect(page.all('link', 'alert-triangle')).toEqual([]));
    expect(page.all('link', 'player-stop-filled')).toHaveLength(1);
  });
});
