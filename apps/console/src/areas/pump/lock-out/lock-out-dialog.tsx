import { type LockOut, NewLockOut } from '@manoboard/contract/command/lock-out';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLockOut, useLockOutText, useMomentText } from '../../../device/lock-out.ts';
import { useIsAway, usePlannedTry, useTryMoment } from '../../../device/planned-try.ts';
import { lockOutQuery } from '../../../device/queries.ts';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { toast } from '../../../lib/page/toast.ts';
import { serverNowS } from '../../../lib/time/clock.ts';
import { wallTimeOf } from '../../../lib/time/wall-time.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogButtons, DialogText } from '../../../ui/dialog.tsx';
import { Select, TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { setLockOut } from './api.ts';
import { ENDS, type End, endOf, readTime } from './lock-out-end.ts';
import { SelfStartNotice } from './self-start-notice.tsx';

interface Props {
  device: { id: string; name: string };
  userId: number;
  /** Button that stops a pump that is on, before the tag does. */
  stop: ReactNode;
  onClose: () => void;
}

/** R5.10: sets a tag, or changes the user's own. It stops the pump and ends its planned starts; the dialog says so. */
export function LockOutDialog({ device, userId, stop, onClose }: Props) {
  const t = useTranslations();
  const tagText = useLockOutText();
  const tag = useLockOut(device.id);
  const [lastId, setLastId] = useState(tag?.id);
  if (tag && tag.id !== lastId) setLastId(tag.id);
  const isTaken = tag !== null && tag.by?.user_id !== userId;
  return (
    <Dialog title={t('lockOut.title')} closeLabel={t('common.close')} onClose={onClose}>
      <DialogText>{t('lockOut.dialog.lead', { name: device.name })}</DialogText>
      {isTaken ? (
        <FormNotice kind="problem">
          {t('lockOut.dialog.taken', { name: device.name, words: tagText(tag) })}
        </FormNotice>
      ) : (
        <>
          <DialogText>{t('lockOut.dialog.warning')}</DialogText>
          <SelfStartNotice deviceId={device.id} />
          <PlanNotice deviceId={device.id} />
          {stop}
          {/* The key resets the fields when the tag is replaced; when it has expired, what was typed stays. */}
          <TagForm key={tag?.id ?? lastId} device={device} tag={tag} onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}

/** R5.10, R5.11: the start that the board plans, and whether the board learns of the tag at once. */
function PlanNotice({ deviceId }: { deviceId: string }) {
  const t = useTranslations('lockOut.dialog');
  const momentText = useTryMoment();
  const planned = usePlannedTry(deviceId);
  const isAway = useIsAway(deviceId);
  if (!planned) return isAway && <FormNotice kind="problem">{t('away')}</FormNotice>;
  const text = isAway ? 'plannedAway' : 'planned';
  return <FormNotice kind="problem">{t(text, { when: momentText(planned.atS) })}</FormNotice>;
}

type FormProps = Pick<Props, 'device' | 'onClose'> & { tag: LockOut | null };

function TagForm({ device: { id, name }, tag, onClose }: FormProps) {
  const t = useTranslations();
  const queryClient = useQueryClient();
  const initial: { reason: string; end: End; time: string } = {
    reason: tag?.reason ?? '',
    end: tag && tag.until !== null ? 'own' : 'none',
    time: tag && tag.until !== null ? timeOf(tag.until) : '',
  };
  const { isSending, problem, values, text, onSubmit } = useForm<Record<keyof typeof initial, string>>({
    initial,
    validate: ({ reason, end, time }) => ({
      ...schemaErrors(NewLockOut, { reason }),
      ...(endOf(end as End, time, serverNowS()) === undefined && { time: 'problem.LOCK_OUT_END_PAST' }),
    }),
    fieldOfCode: { LOCK_OUT_END_PAST: 'time' },
    send: async ({ reason, end, time }) => {
      const stored = await setLockOut(id, { reason, until: endOf(end as End, time, serverNowS()) ?? null });
      if (!stored) return;
      queryClient.setQueryData(lockOutQuery(id).queryKey, stored);
      onClose();
      toast(t('lockOut.dialog.done', { name }));
    },
  });
  return (
    <Form onSubmit={onSubmit} isSending={isSending}>
      {problem && <FormNotice kind="problem">{problem}</FormNotice>}
      <TextField
        {...text('reason')}
        label={t('lockOut.dialog.reason')}
        description={t('lockOut.dialog.reasonHint')}
        autoComplete="off"
        required
        withAsterisk={false}
        data-autofocus
      />
      <EndSelect {...text('end')} />
      {values.end === 'own' && (
        <TextField
          {...text('time')}
          label={t('lockOut.dialog.time')}
          description={<TimeHint typed={values.time} />}
          placeholder="19:30"
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      <DialogButtons>
        <Button variant="default" disabled={isSending} onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" disabled={isSending}>
          {isSending ? t('auth.sending') : t(tag ? 'lockOut.dialog.change' : 'lockOut.dialog.submit')}
        </Button>
      </DialogButtons>
    </Form>
  );
}

type SelectProps = Pick<ComponentProps<typeof Select>, 'name' | 'value' | 'onChange'>;

function EndSelect({ name, value, onChange }: SelectProps) {
  const t = useTranslations('lockOut.dialog');
  const momentText = useMomentText();
  const nowS = serverNowS();
  const until = (end: End) => momentText(endOf(end, '', nowS) ?? nowS);
  return (
    <Select
      name={name}
      value={value}
      onChange={onChange}
      label={t('until')}
      description={value === 'none' ? undefined : t('untilHint')}
    >
      {ENDS.map((end) => (
        <option key={end} value={end}>
          {end === 'none' || end === 'own' ? t(end) : t(end, { until: until(end) })}
        </option>
      ))}
    </Select>
  );
}

/** A time that has passed means tomorrow; the hint shows the resulting date. */
function TimeHint({ typed }: { typed: string }) {
  const t = useTranslations('lockOut.dialog');
  const momentText = useMomentText();
  const until = readTime(typed, serverNowS());
  return until === undefined ? t('timeHint') : t('timeRead', { until: momentText(until) });
}

function timeOf(seconds: number): string {
  const { hours, minutes } = wallTimeOf(seconds);
  return `${hours}:${`${minutes}`.padStart(2, '0')}`;
}
