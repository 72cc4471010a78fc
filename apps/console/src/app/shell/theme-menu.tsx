import { IconPalette } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { Dropdown } from '../../ui/dropdown.tsx';

const ThemeChoice = lazyComponent(async () => (await import('./theme-choice.tsx')).ThemeChoice);

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
      {() => <ThemeChoice />}
    </Dropdown>
  );
}
