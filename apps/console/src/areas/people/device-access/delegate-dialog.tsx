import type { Delegation } from '@manoboard/contract/device/device-access';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { EndField } from '../../../device/end-field.tsx';
import { toast } from '../../../lib/page/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogButtons, DialogText } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { delegationsQuery } from './api.ts';
import { DelegationList } from './delegation-list.tsx';
import type { DialogProps } from './managed-device.ts';
import { useDelegateForm } from './use-delegate-form.ts';

/** R4.3, R4.3b, R4.10: Delegate access. */
export function DelegateDialog({ device, userId, onClose }: DialogProps) {
  const t = useTranslations();
  const queryClient = useQueryClient();
  const onDelegated = ({ email }: Delegation) => {
    void queryClient.invalidateQueries({ queryKey: delegationsQuery(device.id).queryKey });
    toast(t('deviceAccess.delegate.done', { email }), { device: device.name });
  };
  const { isSending, problem, problemCode, text, onSubmit, endInput, changeEnd } = useDelegateForm(
    device.id,
    onDelegated,
  );
  return (
    <Dialog
      title={t('deviceMenu.delegate')}
      subject={device.name}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <DialogText>{t('deviceAccess.delegate.lead', { name: device.name })}</DialogText>
      <DialogText>{t('deviceAccess.delegate.kept')}</DialogText>
      <Form onSubmit={onSubmit} isSending={isSending}>
        {problemCode && (
          <FormNotice kind="problem">
            {t('deviceAccess.delegate.failed')} {problem}
          </FormNotice>
        )}
        <TextField
          {...text('email')}
          label={t('deviceAccess.delegate.email')}
          type="email"
          autoComplete="off"
          required
          withAsterisk={false}
          data-autofocus
        />
        <EndField
          {...text('end')}
          ref={endInput}
          label={t('deviceAccess.delegate.end')}
          description={t('deviceAccess.delegate.endHint')}
        />
        <DialogButtons>
          <Button type="submit" disabled={isSending}>
            {isSending ? t('auth.sending') : t('deviceAccess.delegate.submit')}
          </Button>
        </DialogButtons>
      </Form>
      <DelegationList device={device} userId={userId} onChangeEnd={changeEnd} />
    </Dialog>
  );
}
