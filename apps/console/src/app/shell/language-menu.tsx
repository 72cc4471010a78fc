import { LOCALES, locales } from '@manoboard/contract/locales';
import { IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useLocaleSwitcher } from '../../lib/texts/locale-context.tsx';
import { Dropdown, DropdownItem } from '../../ui/dropdown.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { savePreference } from '../account-preferences.ts';
import { Flag } from '../flags.tsx';

/** R1.1: each language is listed under its own name. */
export function LanguageMenu() {
  const t = useTranslations('top');
  const { locale } = useLocaleSwitcher();
  const opener = (
    <IconButton look="bar">
      <Flag locale={locale} />
      <span className="sr-only">{`${t('language')}: ${locales[locale].name}`}</span>
    </IconButton>
  );
  return (
    <Dropdown opener={opener} width="12rem">
      {(close) =>
        LOCALES.map((key) => (
          <DropdownItem
            key={key}
            lang={locales[key].lang}
            aria-pressed={key === locale}
            icon={<Flag locale={key} />}
            mark={key === locale && <IconCheck size={16} aria-hidden />}
            onClick={() => {
              close();
              savePreference({ locale: key });
            }}
          >
            {locales[key].name}
          </DropdownItem>
        ))
      }
    </Dropdown>
  );
}
