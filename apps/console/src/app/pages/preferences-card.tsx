import type { Personalization } from '@manoboard/contract/account/account';
import { LOCALES, locales } from '@manoboard/contract/locales';
import { MINUTE_S } from '@manoboard/domain/time';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { unsavedPreferences } from '../../lib/forms/unsaved-preferences.ts';
import { personalizationQuery } from '../../lib/page/personalization.ts';
import { useLocaleSwitcher } from '../../lib/texts/locale-context.tsx';
import { useClock } from '../../lib/time/clock.ts';
import { browserTimeZone, useDisplayTimeZone } from '../../lib/time/time-zone.ts';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/field.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { COLOUR_SCHEMES, setColourScheme, useColourScheme } from '../../ui/theme/colour-scheme.ts';
import { savePreference } from '../account-preferences.ts';
import { Swatches } from '../shell/theme-choice.tsx';

const LANGUAGES = LOCALES.map((value) => ({ value, label: locales[value].name }));

/** R1.1, R1.2, R3.5: language, colours and time zone. */
export function PreferencesCard() {
  const t = useTranslations();
  const { locale } = useLocaleSwitcher();
  const colourScheme = useColourScheme();
  return (
    <Card aria-labelledby="preferences-title">
      <SectionHead id="preferences-title" title={t('profile.preferences.title')} />
      <Preference title={t('profile.preferences.language')}>
        <Segmented
          label={t('profile.preferences.language')}
          value={locale}
          options={LANGUAGES}
          isDisabled={false}
          onChange={(value) => savePreference({ locale: value })}
        />
      </Preference>
      <Preference title={t('top.scheme')} hint={t('profile.preferences.schemeHint')}>
        <Segmented
          label={t('top.scheme')}
          value={colourScheme}
          options={COLOUR_SCHEMES.map((value) => ({ value, label: t(`top.${value}`) }))}
          isDisabled={false}
          onChange={setColourScheme}
        />
      </Preference>
      <Preference title={t('top.theme')} hint={t('profile.preferences.colourHint')}>
        <Swatches />
      </Preference>
      <TimeZoneField />
    </Card>
  );
}

interface PreferenceProps {
  title: string;
  hint?: string;
  children: ReactNode;
}

const Preference = ({ title, hint, children }: PreferenceProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2.5 text-md">
    <span className="grid">
      {title}
      {hint && <small className="text-sm text-dim">{hint}</small>}
    </span>
    {children}
  </div>
);

/** The zone of the account; `null` follows the browser. A zone that is not saved yet counts. */
function useChosenZone(): string | null {
  const { data } = useQuery<Personalization>(personalizationQuery);
  const { time_zone: unsaved } = unsavedPreferences.get();
  return (unsaved === undefined ? data?.time_zone : unsaved) ?? null;
}

function TimeZoneField() {
  const t = useTranslations('profile.preferences');
  const { dateTime } = useFormatter();
  // Renders again when the zone changes.
  useDisplayTimeZone();
  const chosen = useChosenZone();
  const nowS = useClock((seconds) => seconds - (seconds % MINUTE_S));
  const zones = new Set([...(chosen === null ? [] : [chosen]), ...Intl.supportedValuesOf('timeZone')]);
  return (
    <Select
      className="pt-3"
      label={t('timeZone')}
      description={t('timeZoneHint', { time: dateTime(nowS * 1000, { timeStyle: 'short' }) })}
      value={chosen ?? ''}
      onChange={({ currentTarget: { value } }) => savePreference({ time_zone: value || null })}
    >
      <option value="">{t('browserZone', { zone: browserTimeZone() })}</option>
      {[...zones].sort().map((zone) => (
        <option key={zone} value={zone}>
          {zone}
        </option>
      ))}
    </Select>
  );
}
