import { useFormatter, useTranslations } from 'use-intl';

/** When settings were changed last and by whom; nothing for the defaults. */
export function LastChange({ atS, by }: { atS: number | null; by: string | null }) {
  const t = useTranslations('rules');
  const { dateTime } = useFormatter();
  if (atS === null) return null;
  return (
    <p className="text-dim text-md mt-1">
      {t('lastChange', {
        at: dateTime(atS * 1000, { dateStyle: 'medium', timeStyle: 'short' }),
        by: by ?? '',
        hasAuthor: by === null ? 'no' : 'yes',
      })}
    </p>
  );
}
