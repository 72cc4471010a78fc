import type { StepEntry } from '@manoboard/contract/device/commissioning';
import { SelfStartPermission } from '@manoboard/contract/device/pump-card';
import type { SelfStart } from '@manoboard/contract/device/self-start';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { deviceStateQuery } from '../../../device/queries.ts';
import { readRegisters } from '../../../device/read-registers.ts';
import { useAction } from '../../../lib/http/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';

interface Props {
  deviceId: string;
  isSending: boolean;
  onSave: (entry: StepEntry) => void;
}

/** What the converter says about itself, one sentence a parameter. */
function useSelfStartText() {
  const t = useTranslations('commissioning.selfStart');
  const { number } = useFormatter();
  return ({ after, label, address, value, is_on }: SelfStart): string => {
    if (address === null) return t('keypad', { after, label });
    if (is_on === null || value === null) return t('unknown', { after, label });
    return t(is_on ? 'on' : 'off', { after, label, value: number(value) });
  };
}

/** Whether the converter may start by itself here, beside what it is set to. Nothing is written to it. */
export function SelfStartQuestion({ deviceId, isSending, onSave }: Props) {
  const t = useTranslations('commissioning.selfStart');
  const queryClient = useQueryClient();
  const textOf = useSelfStartText();
  const { queryKey } = deviceStateQuery(deviceId);
  const { data: state } = useQuery(deviceStateQuery(deviceId));
  const rows = state?.fc.self_starts;
  const addresses = (rows ?? []).flatMap(({ address }) => (address === null ? [] : [address]));
  const reading = useAction({
    send: async () => {
      const answer = await readRegisters(deviceId, addresses);
      await queryClient.invalidateQueries({ queryKey });
      return answer;
    },
  });
  const isUnread = reading.error !== null || reading.result?.registers.some(({ word }) => word === null);
  return (
    <>
      {rows && (
        <ul className="list-disc text-md">
          {rows.map((row) => (
            <li key={row.after}>{textOf(row)}</li>
          ))}
          {rows.length === 0 && <li>{t('nothing')}</li>}
        </ul>
      )}
      {isUnread && <FormNotice kind="problem">{t('notRead')}</FormNotice>}
      {addresses.length > 0 && (
        <Button
          size="touch"
          variant="default"
          disabled={reading.isSending}
          onClick={() => void reading.run()}
        >
          {t(reading.isSending ? 'reading' : 'read')}
        </Button>
      )}
      {SelfStartPermission.options.map((answer) => (
        <Button
          key={answer}
          size="touch"
          variant={answer === 'never' ? 'filled' : 'default'}
          disabled={isSending}
          onClick={() => onSave({ self_start: answer })}
        >
          {t(answer)}
        </Button>
      ))}
      <p className="text-sm text-dim">{t('hint')}</p>
    </>
  );
}
