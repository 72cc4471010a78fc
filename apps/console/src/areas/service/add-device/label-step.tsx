import { BoardLabel, type FoundBoard } from '@manoboard/contract/device/found-board';
import { foundBoardCalls } from '@manoboard/contract/device/found-board.calls';
import { IconKeyboard } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { request } from '../../../lib/http/http.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { Heading } from '../../../ui/heading.tsx';
import type { DeviceLabel } from './device-label.ts';
import { QrScan } from './qr-scan.tsx';

interface Props {
  onFound: (label: BoardLabel, board: FoundBoard) => void;
  /** Below the form: a link to the login. */
  login: ReactNode;
}

/** The first screen of a first pump: the label of its board, scanned or typed. */
export function LabelStep({ onFound, login }: Props) {
  const t = useTranslations();
  const [isTyping, setIsTyping] = useState(false);
  const form = useForm({
    initial: { id_dev: '', password: '' },
    validate: (values) => ({
      ...schemaErrors<'id_dev' | 'password'>(BoardLabel, values),
      ...(values.password.trim() === '' && { password: 'validation.required' as const }),
    }),
    send: async (values) => {
      const board = await request(foundBoardCalls.findByLabel, { body: values });
      if (board) onFound(values, board);
    },
    fieldOfCode: { LABEL_UNKNOWN: 'password' },
  });
  function applyLabel({ id_dev, claim }: DeviceLabel) {
    const values = { id_dev, password: claim?.claim_code ?? '' };
    setIsTyping(true);
    if (claim) void form.submit(values);
    else form.fill(values);
  }
  const hasOwner = form.problemCode === 'DEVICE_HAS_OWNER';
  return (
    <Form onSubmit={form.onSubmit} isSending={form.isSending}>
      <Heading title={t('firstPump.label.title')} text={t('firstPump.label.lead')} />
      <QrScan onLabel={applyLabel} />
      {form.problem && (
        <FormNotice kind="problem">
          {hasOwner ? t('addDevice.refused.DEVICE_HAS_OWNER') : form.problem}
        </FormNotice>
      )}
      {isTyping ? (
        <>
          <TextField
            {...form.text('id_dev')}
            label={t('addDevice.id')}
            description={t('addDevice.idHint')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            size="md"
            autoFocus
          />
          <TextField
            {...form.text('password')}
            label={t('firstPump.label.code')}
            description={t('firstPump.label.codeHint')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            size="md"
          />
          <Button type="submit" size="md" fullWidth loading={form.isSending}>
            {t('firstPump.label.find')}
          </Button>
        </>
      ) : (
        <Button
          variant="default"
          size="md"
          fullWidth
          icon={<IconKeyboard size={20} stroke={1.7} aria-hidden />}
          onClick={() => setIsTyping(true)}
        >
          {t('firstPump.label.type')}
        </Button>
      )}
      {login}
    </Form>
  );
}
