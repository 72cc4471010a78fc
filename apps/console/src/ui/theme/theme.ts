import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The greys of Mantine's dark scheme, in the hue of our surfaces. */
const slate: MantineColorsTuple = [
  '#e8eef4',
  '#c3cdd8',
  '#94a3b3',
  '#748494',
  '#35414e',
  '#242e39',
  '#171e27',
  '#11171e',
  '#0d1218',
  '#0a0e13',
];

/** `shadesOf(DEFAULT_ACCENT)`: to compute them takes a slow phone 20 ms before the first paint. */
export const defaultShades: MantineColorsTuple = [
  '#eefaf8',
  '#dcf2ef',
  '#bce5df',
  '#98d3cc',
  '#73c0b7',
  '#52aaa0',
  '#1a7c74',
  '#066b63',
  '#005852',
  '#02443f',
];

const fontFamily = "Inter, 'Inter Fallback', 'Inter Fallback Roboto', system-ui, sans-serif";

/** R1.10: breakpoints in em, so that the layout follows the user's font size. */
export const theme = createTheme({
  primaryColor: 'primary',
  primaryShade: 6,
  colors: { primary: defaultShades, dark: slate },
  fontFamily,
  headings: { fontFamily, fontWeight: '650' },
  breakpoints: { xs: '0em', sm: '20em', md: '40em', lg: '64em', xl: '90em' },
  defaultRadius: 'md',
  radius: { md: '0.625rem', lg: '1rem' },
  cursorType: 'pointer',
  respectReducedMotion: true,
});

const mixed = (shade: number, percent: number) =>
  `color-mix(in srgb, var(--mantine-color-primary-${shade}) ${percent}%, transparent)`;

/** Mantine computes these once from the theme's colour; as CSS variables they follow the accent. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': 'var(--card)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--dim)',
    '--mantine-color-placeholder': 'var(--dim)',
    '--mantine-color-error': 'var(--stop-ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-primary-outline-hover': mixed(6, 5),
  },
  dark: {
    '--mantine-color-body': 'var(--card)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--dim)',
    '--mantine-color-placeholder': 'var(--dim)',
    '--mantine-color-error': 'var(--stop-ink)',
    '--mantine-color-default': 'var(--inset)',
    '--mantine-color-default-hover': 'var(--line-strong)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-primary-light': mixed(6, 24),
    '--mantine-color-primary-light-hover': mixed(6, 34),
    '--mantine-color-primary-light-color': 'var(--mantine-color-primary-2)',
    '--mantine-color-primary-outline-hover': mixed(2, 5),
  },
});
