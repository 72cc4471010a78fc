import type { ConfigState } from '@manoboard/contract/device/device-config-state';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/button.tsx';
import { toValues } from './config-fields.ts';
import type { ConfigForm } from './use-config-form.ts';
import { useConfigText } from './use-config-text.ts';

/** R4.11: lists the changes of another user since this form was loaded; typed values are discarded only on request. */
export function StaleNotice({ form, state }: { form: ConfigForm; state: ConfigState }) {
  const t = useTranslations('config');
  const { fullLabelOf, valueText } = useConfigText();
  const saved = toValues(state.desired, form.decimal);
  return (
    <div className="text-md rounded-lg px-5 py-4 bg-wait-soft text-wait-ink" role="alert">
      <p className="font-semibold">
        {state.changed_by ? t('staleBy', { name: state.changed_by }) : t('staleTitle')}
      </p>
      <ul className="list-disc mt-1.5 mb-3 pl-5">
        {form.changes.map((field) => (
          <li key={field}>
            {t('staleRow', {
              name: fullLabelOf(field),
              before: valueText(field, form.baseValues[field]),
              after: valueText(field, saved[field]),
            })}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2.5 max-sm:*:grow max-sm:*:basis-full max-sm:*:min-h-11">
        <Button variant="default" onClick={form.discard}>
          {t('staleTake')}
        </Button>
        <Button onClick={form.keepMine}>{t('staleKeep')}</Button>
      </div>
    </div>
  );
}
