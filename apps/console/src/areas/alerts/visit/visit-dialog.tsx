import { NewVisit, type Visit, VisitPart } from '@manoboard/contract/alert/visit';
import { visitCalls } from '@manoboard/contract/alert/visit.calls';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { request } from '../../../lib/http/http.ts';
import { toast } from '../../../lib/page/toast.ts';
import { Select, TextArea, TextField } from '../../../ui/field.tsx';
import { useToday, useVisitsChanged, workVisitsQuery } from './use-visits.ts';

interface Props {
  deviceId: string;
  name: string;
  /** The agreed one, to be moved. */
  visit?: Visit;
  /** The alert that a new one is about. */
  alertId?: number;
  onClose: () => void;
}

/** A type, since a form has an index of its values. */
type Values = { day: string; part: string; technician: string; note: string };

/** R7.5: agrees on a visit or moves it: day, part of the day, technician, note. The owner is told. */
export function VisitDialog({ deviceId, name, visit, alertId, onClose }: Props) {
  const t = useTranslations();
  const changed = useVisitsChanged();
  const today = useToday();
  const technicians = useQuery(workVisitsQuery).data?.technicians ?? [];
  const bodyOf = ({ day, part, technician, note }: Values) => ({
    version: visit?.version ?? 0,
    day,
    part,
    note,
    technician_id: technician ? Number(technician) : undefined,
    alert_id: alertId,
  });
  const form = useForm<Values>({
    initial: {
      day: visit?.day ?? today,
      part: visit?.part ?? 'day',
      technician: `${visit?.technician?.user_id ?? ''}`,
      note: visit?.note ?? '',
    },
    fieldOfCode: { VISIT_DAY_REFUSED: 'day' },
    validate: (values) => schemaErrors(NewVisit, bodyOf(values)),
    send: async (values) => {
      const body = NewVisit.parse(bodyOf(values));
      const saved = await request(visitCalls.planVisit, { params: { id: deviceId }, body }).finally(changed);
      if (!saved) return;
      onClose();
      toast(t('visit.saved'), { device: name });
    },
  });
  const { text } = form;
  return (
    <FormDialog
      title={t(visit ? 'visit.moveTitle' : 'visit.planTitle')}
      subject={name}
      form={form}
      submit={t('visit.submit')}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...text('day')} type="date" min={today} label={t('visit.day')} data-autofocus />
        <Select
          {...text('part')}
          label={t('visit.part')}
          options={VisitPart.options.map((value) => ({ value, label: t(`visitLine.part.${value}`) }))}
        />
      </div>
      {technicians.length > 1 && (
        <Select
          {...text('technician')}
          label={t('visit.technician')}
          options={[
            { value: '', label: t('visit.me') },
            ...technicians.map(({ user_id, name: label }) => ({ value: `${user_id}`, label })),
          ]}
        />
      )}
      <TextArea {...text('note')} label={t('visit.note')} description={t('visit.noteHint')} />
    </FormDialog>
  );
}
