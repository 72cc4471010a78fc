import type { Factor, Factors } from '@manoboard/contract/account/factor';
import { IconCheck, IconDeviceMobile, IconFingerprint, IconShieldOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { useAction } from '../../../lib/http/use-action.ts';
import { useProblemToast } from '../../../lib/http/use-problem-text.ts';
import { toast } from '../../../lib/page/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { factorsQuery, keepFactors } from './api.ts';
import { canUsePasskeys } from './can-use-passkeys.ts';
import type { FactorDialogName } from './factor-dialogs.tsx';
import { FactorDialogs } from './factor-dialogs.tsx';

const icons = { passkey: IconFingerprint, totp: IconDeviceMobile };

/** The second factors of the account, with the recovery codes. */
export function FactorsCard() {
  const t = useTranslations('factor');
  const query = useQuery(factorsQuery);
  const { data, refetch } = query;
  const [dialog, setDialog] = useState<FactorDialogName>();
  const isOn = data !== undefined && data.factors.length > 0;
  return (
    <Card aria-labelledby="factors-title">
      <div className="flex items-center flex-wrap justify-between gap-y-2 gap-x-4 mb-3 [&_p]:mt-0.5">
        <div>
          <h2 id="factors-title" className="text-lg font-semibold tracking-tight">
            {t('title')}
          </h2>
          <p className="text-sm text-dim wrap-anywhere">{t(isOn ? 'leadOn' : 'leadOff')}</p>
        </div>
        {data && (
          <StatePill
            tone={isOn ? 'run' : 'off'}
            icon={
              isOn ? (
                <IconCheck size={15} stroke={2.2} aria-hidden />
              ) : (
                <IconShieldOff size={15} aria-hidden />
              )
            }
          >
            {t(isOn ? 'on' : 'off')}
          </StatePill>
        )}
      </div>
      <QueryStates query={query} failed={t('title')} cards={1}>
        {(factors) => (
          <>
            {factors.reset_at !== null && <Reset at={factors.reset_at} onKept={() => void refetch()} />}
            <ul className="-mx-5 max-sm:-mx-4 max-sm:my-0">
              {factors.factors.map((factor) => (
                <FactorItem key={factor.id} factor={factor} onOpen={setDialog} />
              ))}
            </ul>
            <div className="flex items-center flex-wrap gap-y-2 gap-x-4 py-2.5 last:pb-0">
              {canUsePasskeys() && (
                <Button size="sm" onClick={() => setDialog({ name: 'passkey' })}>
                  {t('addPasskey')}
                </Button>
              )}
              <Button size="sm" variant="default" onClick={() => setDialog({ name: 'app' })}>
                {t('addApp')}
              </Button>
            </div>
            {!canUsePasskeys() && <p className="text-sm text-dim wrap-anywhere">{t('noPasskeys')}</p>}
            {isOn && <Codes codes={factors.recovery_codes} onNew={() => setDialog({ name: 'codes' })} />}
          </>
        )}
      </QueryStates>
      {dialog && data && (
        <FactorDialogs
          dialog={dialog}
          isLast={data.factors.length === 1}
          onClose={() => setDialog(undefined)}
          onChanged={async () => void (await refetch())}
        />
      )}
    </Card>
  );
}

function Reset({ at, onKept }: { at: number; onKept: () => void }) {
  const t = useTranslations('factor.reset');
  const { dateTime } = useFormatter();
  const { run, isSending } = useAction({
    send: async () => {
      if (!(await keepFactors())) return;
      toast(t('kept'));
      onKept();
    },
    onFailed: useProblemToast(),
  });
  const date = dateTime(new Date(at * 1000), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      <FormNotice kind="problem">{t('text', { date })}</FormNotice>
      <div className="flex items-center flex-wrap gap-y-2 gap-x-4 py-2.5 last:pb-0">
        <Button size="sm" variant="default" disabled={isSending} onClick={() => void run()}>
          {t('keep')}
        </Button>
      </div>
    </>
  );
}

interface ItemProps {
  factor: Factor;
  onOpen: (dialog: FactorDialogName) => void;
}

function FactorItem({ factor, onOpen }: ItemProps) {
  const t = useTranslations('factor');
  const { dateTime } = useFormatter();
  const { kind, name, created_at, last_used_at } = factor;
  const dateOf = (atS: number) => dateTime(new Date(atS * 1000), { dateStyle: 'medium' });
  const Icon = icons[kind];
  const use = last_used_at === null ? t('unused') : t('used', { date: dateOf(last_used_at) });
  return (
    <li className="grid items-center border-t border-line gap-y-0.5 gap-x-3 px-5 py-2 min-h-14.5 grid-cols-[auto_minmax(0,1fr)_auto_auto] max-sm:px-4 max-sm:py-2.5 max-sm:grid-cols-[auto_minmax(0,1fr)_auto] max-sm:[&>:last-child]:[grid-area:2/3]">
      <span
        className="border border-line rounded-md bg-inset grid place-items-center text-dim size-9"
        aria-hidden
      >
        <Icon size={18} stroke={1.7} />
      </span>
      <span className="grid min-w-0">
        <strong className="text-md font-semibold wrap-anywhere">{name}</strong>
        <span className="text-sm text-dim wrap-anywhere">
          {t(`kind.${kind}`)} · {t('added', { date: dateOf(created_at) })} · {use}
        </span>
      </span>
      <TextButton aria-label={t('renameOne', { name })} onClick={() => onOpen({ name: 'rename', factor })}>
        {t('rename')}
      </TextButton>
      <TextButton aria-label={t('removeOne', { name })} onClick={() => onOpen({ name: 'remove', factor })}>
        {t('remove')}
      </TextButton>
    </li>
  );
}

interface CodesProps {
  codes: Factors['recovery_codes'];
  onNew: () => void;
}

function Codes({ codes: { left, total, created_at }, onNew }: CodesProps) {
  const t = useTranslations('factor.codes');
  const { dateTime } = useFormatter();
  return (
    <section aria-labelledby="codes-title">
      <div className="flex items-center flex-wrap justify-between gap-y-2 gap-x-4 border-t border-line pt-2.5">
        <h3 className="text-md font-semibold" id="codes-title">
          {t('title')}
        </h3>
        <span className="text-sm text-dim wrap-anywhere">{t('left', { left, total })}</span>
      </div>
      <div className="flex gap-0.5 my-2 [&>[data-left]]:bg-run" aria-hidden>
        {Array.from({ length: total }, (_, n) => `code ${n}`).map((key, n) => (
          <span className="flex-1 rounded-sm bg-line h-2" key={key} data-left={n < left || undefined} />
        ))}
      </div>
      <p className="text-sm text-dim wrap-anywhere">
        {t('lead')}{' '}
        {created_at !== null &&
          t('made', { date: dateTime(new Date(created_at * 1000), { dateStyle: 'medium' }) })}
      </p>
      <div className="flex items-center flex-wrap gap-y-2 gap-x-4 py-2.5 last:pb-0">
        <Button size="sm" variant="default" onClick={onNew}>
          {t('new')}
        </Button>
      </div>
    </section>
  );
}
