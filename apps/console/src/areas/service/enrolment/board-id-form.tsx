import { DeviceId } from '@manoboard/contract/text';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '../../../lib/forms/use-form.ts';
import form from '../../../ui/form.module.css';
import { FormNotice } from '../../../ui/form-notice.tsx';
import classes from './enrolment.module.css';

interface Props {
  lead: string;
  label: string;
  submit: string;
  /** Instead of `submit` while the request is pending. */
  sending?: string;
  color?: string;
  send: (deviceId: string) => Promise<void>;
}

/** Asks for the ID of a board, and sends it in upper case. */
export function BoardIdForm({ lead, label, submit, sending = submit, color, send }: Props) {
  const fields = useForm({
    initial: { id_dev: '' },
    validate: ({ id_dev }) =>
      DeviceId.safeParse(id_dev.trim().toUpperCase()).success
        ? {}
        : { id_dev: 'validation.device_id_format' },
    send: ({ id_dev }) => send(id_dev.trim().toUpperCase()),
  });
  const { isSending, problem } = fields;
  return (
    <form className={form.form} onSubmit={fields.onSubmit} noValidate aria-busy={isSending}>
      <p className={classes.quiet}>{lead}</p>
      {problem && <FormNotice kind="problem">{problem}</FormNotice>}
      <TextInput
        {...fields.text('id_dev')}
        label={label}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <div className="flex wrap gap-4">
        <Button type="submit" {...(color && { color })} disabled={isSending}>
          {isSending ? sending : submit}
        </Button>
      </div>
    </form>
  );
}
