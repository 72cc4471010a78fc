import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { Language } from '../lib/locale.ts';
import { LocaleProvider } from '../lib/locale-context.tsx';
import { cssVariables, theme } from '../ui/theme/theme.ts';
import type { AppRouter } from './router.tsx';

/** The key that `public/prelude.js` reads. */
const colorSchemeManager = localStorageColorSchemeManager({ key: 'colour-scheme' });

/** The server writes a nonce for every page; only styles that carry it are allowed. */
const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '';

interface Props {
  language: Language;
  router: AppRouter;
  queryClient: QueryClient;
}

export function App({ language, router, queryClient }: Props) {
  return (
    <LocaleProvider initial={language}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </LocaleProvider>
  );
}
