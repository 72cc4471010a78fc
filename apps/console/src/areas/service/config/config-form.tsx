import type { ConfigState } from '@manoboard/contract/device/device-config-state';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useLockOut } from '../../../device/lock-out.ts';
import { LockOutNotice } from '../../../device/lock-out-notice.tsx';
import { configQuery } from '../../../device/queries.ts';
import { RestoredNotice } from '../../../lib/forms/restored-notice.tsx';
import { useReportUnsaved } from '../../../lib/forms/unsaved.ts';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { ConfigSections } from './config-sections.tsx';
import { ConfigStateCard } from './config-state-card.tsx';
import { StaleNotice } from './stale-notice.tsx';
import { useConfigForm } from './use-config-form.ts';

interface Props {
  deviceId: string;
  name: string;
  /** Owner of the draft. */
  userId: number;
  canConfigure: boolean;
  /** The pump state. */
  pump: ReactNode;
}

/** R4.11: main configuration, converter, MaNoBoard and pump state, with desired and applied values. */
export function ConfigForm(props: Props) {
  const t = useTranslations('config');
  const { deviceId } = props;
  const query = useQuery(configQuery(deviceId));
  return (
    <QueryStates query={query} failed={t('failed')} cards={2}>
      {(state) => <Fields {...props} state={state} />}
    </QueryStates>
  );
}

function Fields({ deviceId, name, userId, canConfigure, pump, state }: Props & { state: ConfigState }) {
  const t = useTranslations('config');
  const config = useConfigForm(deviceId, userId, state);
  const lockOut = useLockOut(deviceId);
  // A save that is in progress completes even if the user leaves the page.
  useReportUnsaved(config.isDirty && !config.isSending, name, config.discard);
  return (
    <form className="grid grid-cols-1 gap-gutter" onSubmit={config.onSubmit} noValidate>
      <ConfigStateCard state={state} pump={pump} />
      {!canConfigure && <p className="text-md text-dim mt-1">{t('readOnly')}</p>}
      {config.isRestored && <RestoredNotice />}
      <div className="grid gap-gutter cols-fit-96">
        <ConfigSections deviceId={deviceId} form={config} state={state} isReadOnly={!canConfigure} />
      </div>
      {config.isStale && <StaleNotice form={config} state={state} />}
      {config.problem && !config.isStale && (
        <FormNotice kind="problem">
          {t('notSaved')} {config.problem}
        </FormNotice>
      )}
      {canConfigure && <LockOutNotice tag={lockOut} />}
      {canConfigure && (
        <Card
          className="flex items-center flex-wrap gap-3 [&>span]:flex-[1_1_12rem] max-sm:[&>button]:grow max-sm:[&>button]:basis-full max-sm:[&>button]:min-h-11"
          aria-label={t('save')}
        >
          <span className="text-md text-dim mt-1">{t('defaultHint')}</span>
          <Button variant="default" onClick={config.discard} disabled={!config.isDirty || config.isSending}>
            {t('discard')}
          </Button>
          <Button
            type="submit"
            disabled={!config.isDirty || config.isSending || config.isStale || lockOut !== null}
          >
            {config.isSending ? t('saving') : t('save')}
          </Button>
        </Card>
      )}
    </form>
  );
}
