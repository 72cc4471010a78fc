import type { Plugin } from 'vite';

/** Palettes that Mantine's variables and components of the console use, out of 14. */
const USED = ['gray', 'red', 'yellow'];
/** Mantine computes the variables of its own theme, whose primary colour this is, when the module loads. */
const PRIMARY = 'blue';
const PALETTE = /^\t(\w+): \[[^\]]*\],?$/gm;

/** Removes Mantine's other palettes from the bundle and from the style variables of every page. */
export function withoutUnusedColours(): Plugin {
  return {
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
}
