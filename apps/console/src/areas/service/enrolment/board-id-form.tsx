import { DeviceId } from '@manoboard/contract/text';
import { useForm } from '../../../lib/forms/use-form.ts';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';

interface Props {
  lead: string;
  label: string;
  submit: string;
  /** Instead of `submit` while the request is pending. */
  sending?: string;
  variant?: ButtonProps['variant'];
  send: (deviceId: string) => Promise<void>;
}

/** Asks for the ID of a board, and sends it in upper case. */
export function BoardIdForm({ lead, label, submit, sending = submit, variant = 'filled', send }: Props) {
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
    <Form onSubmit={fields.onSubmit} isSending={isSending}>
      <p className="text-md text-dim block!">{lead}</p>
      {problem && <FormNotice kind="problem">{problem}</FormNotice>}
      <TextField
        {...fields.text('id_dev')}
        label={label}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant={variant} disabled={isSending}>
          {isSending ? sending : submit}
        </Button>
      </div>
    </Form>
  );
}
