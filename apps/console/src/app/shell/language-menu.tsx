import { type Locale, locales } from '@manoboard/i18n/locales';
import { ActionIcon, Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useLocaleSwitcher } from '../../lib/locale-context.tsx';
import { Flag } from '../flags.tsx';

/** R1.1: the two languages, each under its own name. */
export function LanguageMenu() {
  const t = useTranslations('top');
  const { locale, setLocale } = useLocaleSwitcher();
  return (
    <Menu position="bottom-end" width={190} shadow="lg" radius="lg">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          radius="xl"
          aria-label={`${t('language')}: ${locales[locale].name}`}
        >
          <Flag locale={locale} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(locales) as Locale[]).map((key) => (
          <Menu.Item
            key={key}
            lang={locales[key].lang}
            aria-current={key === locale || undefined}
            leftSection={<Flag locale={key} />}
            rightSection={key === locale && <IconCheck size={16} aria-hidden />}
            onClick={() => setLocale(key)}
          >
            {locales[key].name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
