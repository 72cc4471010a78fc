import type { ConfigState } from '@manoboard/contract/device/device-config-state';
import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { toValues } from './config-fields.ts';
import classes from './config-form.module.css';
import type { ConfigForm } from './use-config-form.ts';
import { useConfigText } from './use-config-text.ts';

/** R4.11: lists the changes of another user since this form was loaded; typed values are discarded only on request. */
export function StaleNotice({ form, state }: { form: ConfigForm; state: ConfigState }) {
  const t = useTranslations('config');
  const { fullLabelOf, valueText } = useConfigText();
  const saved = toValues(state.desired, form.decimal);
  return (
    <div className={classes.stale} role="alert">
      <p className="flush bold">
        {state.changed_by ? t('staleBy', { name: state.changed_by }) : t('staleTitle')}
      </p>
      <ul>
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
      <div className={classes.actions}>
        <Button variant="default" onClick={form.discard}>
          {t('staleTake')}
        </Button>
        <Button onClick={form.keepMine}>{t('staleKeep')}</Button>
      </div>
    </div>
  );
}
