import { type Visit, VisitAnswer } from '@manoboard/contract/alert/visit';
import { visitCalls } from '@manoboard/contract/alert/visit.calls';
import { useTranslations } from 'use-intl';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { request } from '../../../lib/http/http.ts';
import { toast } from '../../../lib/page/toast.ts';
import { TextArea } from '../../../ui/field.tsx';
import { useVisitDayText, useVisitsChanged } from './use-visits.ts';

interface Props {
  visit: Visit;
  name: string;
  answer: 'ask' | 'cancel' | 'done';
  onClose: () => void;
}

const CALLS = { ask: visitCalls.askVisit, cancel: visitCalls.cancelVisit, done: visitCalls.finishVisit };

/** R7.5: asks for another day, cancels the visit, or says that it was made. */
export function VisitAnswerDialog({ visit, name, answer, onClose }: Props) {
  const t = useTranslations('visit');
  const changed = useVisitsChanged();
  const dayText = useVisitDayText();
  const { id_dev: id, version } = visit;
  const form = useForm<{ note: string }>({
    initial: { note: '' },
    validate: (values) => schemaErrors(VisitAnswer, { version, ...values }),
    send: async ({ note }) => {
      const body = { version, ...(note && { note }) };
      if (!(await request(CALLS[answer], { params: { id }, body }).finally(changed))) return;
      onClose();
      toast(t(`answered.${answer}`), { device: name });
    },
  });
  return (
    <FormDialog
      title={t(`answer.${answer}`)}
      subject={`${name} · ${dayText(visit)}`}
      form={form}
      submit={t(`answerSubmit.${answer}`)}
      isDangerous={answer === 'cancel'}
      text={t(`answerText.${answer}`)}
      onClose={onClose}
    >
      {answer !== 'cancel' && (
        <TextArea {...form.text('note')} label={t(answer === 'ask' ? 'wish' : 'result')} data-autofocus />
      )}
    </FormDialog>
  );
}
