import { RouterProvider } from '@tanstack/react-router';
import { LocaleProvider } from '../lib/texts/locale-context.tsx';
import type { AppRouter } from './router.tsx';

export function App({ router }: { router: AppRouter }) {
  return (
    <LocaleProvider>
      <RouterProvider router={router} />
    </LocaleProvider>
  );
}
