import { IconLink, IconMail } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { EndField } from '../../../device/end-field.tsx';
import { useAction } from '../../../lib/http/use-action.ts';
import { useProblemText } from '../../../lib/http/use-problem-text.ts';
import { toast } from '../../../lib/page/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { delegationsQuery, invitationsQuery, invite } from './api.ts';
import { LevelChoice } from './level-choice.tsx';
import type { DialogProps } from './managed-device.ts';
import { type ShareStart, SPANS, useShareForm } from './use-share-form.ts';

type Props = DialogProps & { initial?: ShareStart };

/** R4.3, R4.10, R4.18: shares a device with a person, who needs no account yet. */
export function ShareDialog({ device, initial = {}, onClose }: Props) {
  const t = useTranslations();
  const queryClient = useQueryClient();
  const linkNote = useId();
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: delegationsQuery(device.id).queryKey });
    void queryClient.invalidateQueries({ queryKey: invitationsQuery(device.id).queryKey });
  };
  const form = useShareForm({
    deviceId: device.id,
    initial,
    onShared(outcome, email) {
      refresh();
      onClose();
      toast(t(`sharing.${outcome}`, { email }), { device: device.name });
    },
  });
  const { isSending, problem, problemCode, values, text, fill, onSubmit, endInput } = form;
  const link = useLink(device.id, refresh);
  const makeLink = () => {
    const { level } = values;
    if (level !== 'full') void link.run({ email: null, level, expires_at: form.endOf() });
  };
  const isLinkOff = values.level === 'full' || form.hasEndError();
  return (
    <Dialog
      title={t('deviceMenu.delegate')}
      subject={device.name}
      closeLabel={t('common.close')}
      isSending={isSending}
      onClose={onClose}
    >
      <Form onSubmit={onSubmit} isSending={isSending}>
        {problemCode && (
          <FormNotice kind="problem">
            {t('sharing.failed')} {problem && `${t('sharing.support')} ${problem}`}
          </FormNotice>
        )}
        <TextField
          {...text('email')}
          label={t('sharing.email')}
          description={t(values.level === 'full' ? 'sharing.needsRole' : 'sharing.emailHint')}
          type="email"
          inputMode="email"
          autoComplete="off"
          size="md"
          icon={<IconMail size={18} stroke={1.7} aria-hidden />}
          required
          data-autofocus
        />
        <LevelChoice value={values.level} onChange={(level) => fill({ level })} />
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="text-md font-semibold" aria-hidden="true">
            {t('sharing.until')}
          </span>
          <Segmented
            label={t('sharing.until')}
            value={values.span}
            options={SPANS.map((span) => ({ value: span, label: t(`sharing.spans.${span}`) }))}
            isDisabled={false}
            onChange={(span) => fill({ span })}
          />
        </div>
        {values.span === 'date' && (
          <EndField {...text('end')} ref={endInput} label={t('deviceAccess.delegate.end')} />
        )}
        {link.made && <MadeLink link={link.made} />}
        {link.problem && <FormNotice kind="problem">{link.problem}</FormNotice>}
        <DialogButtons>
          <Button
            variant="default"
            className="sm:mr-auto"
            icon={<IconLink size={18} stroke={1.7} aria-hidden />}
            disabled={isLinkOff || link.isSending}
            aria-describedby={linkNote}
            onClick={makeLink}
          >
            {t('sharing.copyLink')}
          </Button>
          <Button variant="default" disabled={isSending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={isSending}>
            {isSending ? t('auth.sending') : t('sharing.submit')}
          </Button>
        </DialogButtons>
        <p id={linkNote} className="text-xs text-dim">
          {t(values.level === 'full' ? 'sharing.noLink' : 'sharing.linkNote')}
        </p>
      </Form>
    </Dialog>
  );
}

/** An invitation link for one person, copied to the clipboard where the browser permits it. */
function useLink(deviceId: string, onMade: () => void) {
  const t = useTranslations('sharing');
  const problemText = useProblemText();
  const { run, isSending, result, error } = useAction({
    send: (body: Parameters<typeof invite>[1]) => invite(deviceId, body),
    async onDone({ link }) {
      onMade();
      const isCopied = await navigator.clipboard?.writeText(link ?? '').then(
        () => true,
        () => false,
      );
      if (isCopied) toast(t('copied'));
    },
  });
  return { run, isSending, made: result?.link, problem: error && problemText(error) };
}

/** Shown as text too: the link cannot be read again, and a browser may refuse the clipboard. */
function MadeLink({ link }: { link: string }) {
  const t = useTranslations('sharing');
  return (
    <TextField
      label={t('link')}
      description={t('linkOnce')}
      value={link}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
    />
  );
}
