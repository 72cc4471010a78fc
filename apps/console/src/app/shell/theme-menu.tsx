import { IconPalette } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Dropdown } from '../../ui/dropdown.tsx';

const ThemeChoice = lazy(() =>
  import('./theme-choice.tsx').then(({ ThemeChoice }) => ({ default: ThemeChoice })),
);

export function ThemeMenu() {
  const t = useTranslations('top');
  const opener = (
    <>
      <IconPalette size={20} stroke={1.7} aria-hidden />
      <span className="vh">{t('theme')}</span>
    </>
  );
  return (
    <Dropdown opener={opener} width="18.5rem">
      {() => (
        <Suspense>
          <ThemeChoice />
        </Suspense>
      )}
    </Dropdown>
  );
}
