import type { Plugin } from 'vite';

/** Palettes that Mantine's variables and components of the console use, out of 14. */
const USED = ['gray', 'red', 'yellow'];
/** Mantine computes the variables of its own theme, whose primary colour this is, when the module loads. */
const PRIMARY = 'blue';
const PALETTE = /^\t(\w+): \[[^\]]*\],?$/gm;

const DECLARATION = /(--mantine-color-(\w+)-[\w-]+):\s*([^;}]*);?/g;
/** Besides the used palettes; the greys of the dark scheme. */
const USED_IN_STYLES = [...USED, 'dark', 'default', 'disabled'];

/** Removes the variables of other palettes that no kept rule refers to. */
function withoutUnusedVariables(css: string): string {
  const values = new Map<string, string>();
  const rest = css.replaceAll(DECLARATION, (declaration, name: string, palette: string, value: string) => {
    if (USED_IN_STYLES.includes(palette)) return declaration;
    values.set(name, `${values.get(name) ?? ''} ${value}`);
    return '';
  });
  const namesIn = (text: string) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name);
  const used = new Set(namesIn(rest));
  for (const name of used) for (const inner of namesIn(values.get(name) ?? '')) used.add(inner);
  return css.replaceAll(DECLARATION, (declaration, name: string) =>
    values.has(name) && !used.has(name) ? '' : declaration,
  );
}

/** Removes Mantine's other palettes from the bundle and from the style variables of every page. */
export function withoutUnusedColours(): Plugin[] {
  const scripts: Plugin = {
    name: 'without-unused-colours',
    apply: 'build',
    transform: {
      filter: { id: /@mantine\/core\/esm\/core\/MantineProvider\/default-colors\.mjs$/ },
      handler(code) {
        const used = code.replaceAll(PALETTE, (palette, name: string) =>
          USED.includes(name) ? palette : name === PRIMARY ? `${name}: Array(10).fill('#228be6'),` : '',
        );
        // Another spelling of the file would silently put the palettes back into the bundle.
        if (used === code) throw new Error('No palette found in the default colours of Mantine.');
        return used;
      },
    },
  };
  const styles: Plugin = {
    name: 'without-unused-colour-variables',
    apply: 'build',
    transform: {
      filter: { id: /ui\/theme\/mantine\.css$/ },
      handler: withoutUnusedVariables,
    },
  };
  return [scripts, styles];
}
