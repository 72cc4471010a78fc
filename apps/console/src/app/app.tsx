import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { LocaleProvider } from '../lib/texts/locale-context.tsx';
import { cssVariables, theme } from '../ui/theme/theme.ts';
import type { AppRouter } from './router.tsx';

/** The key that `public/prelude.js` reads. */
const colorSchemeManager = localStorageColorSchemeManager({ key: 'colour-scheme' });

/** The content security policy allows only styles with the nonce that the server writes into the page. */
const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '';

export function App({ router }: { router: AppRouter }) {
  return (
    <LocaleProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        <RouterProvider router={router} />
      </MantineProvider>
    </LocaleProvider>
  );
}
